// Writer of HTML, text by text: all content from a database is escaped, and tags come only from
// this program.
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
  // Writes a tag that contains only text.
  Html& element(std::string_view tag, std::string_view text, const Attributes& attributes = {});
  // Writes HTML of this program unescaped.
  Html& raw(std::string_view html);

  // Removes all content after `length` bytes.
  void shorten(std::size_t length) { html_.resize(length); }

  const std::string& str() const { return html_; }

 private:
  void escape(std::string_view text);

  std::string html_;
};

// Returns a number as readers of several countries understand it: a narrow space between thousands,
// a point before decimals.
std::string number_text(double value, int decimals);
std::string count_text(double value);
// Returns a share as a percentage, 0.1234 as 12.3 %. A share that rounding would make 0 or 100 is
// shown as below or above a bound.
std::string percent_text(double share);
// Returns a number with its significant digits.
std::string figure_text(double value);
// Returns a number as programs read it, without loss; empty if it is not finite.
std::string exact_text(double value);
// Returns a text, cut between characters if it is long.
std::string shortened(std::string_view text, std::size_t characters);

}  // namespace microdata::client
