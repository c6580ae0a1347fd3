// HTML text by text: whatever comes from a database is escaped, and tags come from here alone.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace microdata::client {

class Html {
 public:
  using Attributes = std::vector<std::pair<std::string_view, std::string>>;

  Html& open(std::string_view tag, const Attributes& attributes = {});
  Html& close(std::string_view tag);
  Html& text(std::string_view text);
  // A tag with nothing but text in it.
  Html& element(std::string_view tag, std::string_view text, const Attributes& attributes = {});
  // What is HTML already, of this program's own.
  Html& raw(std::string_view html);

  // Forgets what came after so many bytes.
  void shorten(std::size_t length) { html_.resize(length); }

  const std::string& str() const { return html_; }

 private:
  void escape(std::string_view text);

  std::string html_;
};

// Numbers as people of several countries read them: thousands apart by a narrow space, decimals
// behind a point.
std::string number_text(double value, int decimals);
std::string count_text(double value);
// 0.1234 as 12.3 %; what rounding would make 0 or 100 is said to be below or above.
std::string percent_text(double share);
// As many digits as tell something.
std::string figure_text(double value);
// As programs read it, without loss; nothing of what is not finite.
std::string exact_text(double value);
// Long values are cut between characters.
std::string shortened(std::string_view text, std::size_t characters);

}  // namespace microdata::client
