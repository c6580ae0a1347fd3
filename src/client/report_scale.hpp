// Values of an attribute in few classes, in an expected order: intervals of numbers and of dates,
// or the most frequent values. The same classes serve for the release and for the source.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace microdata::client {

// Label of NULL.
inline constexpr const char* missing_label = "missing (NULL)";

// Return the number in a text of the server, or the days since 1970 of a date in the style ISO.
// NULL, NaN and infinity have none.
std::optional<double> number_of(std::string_view text);
std::optional<double> day_of(std::string_view text);

// Extent of a range; a missing end is open.
struct Span {
  std::optional<double> from;
  std::optional<double> to;
};
std::optional<Span> span_of(std::string_view text, bool dates);

// Intervals of equal width.
class Intervals {
 public:
  // Makes about `about` intervals between two numbers. The ends of intervals of whole numbers and
  // days are whole.
  Intervals(double least, double greatest, int about, bool whole, bool dates);

  int count() const { return static_cast<int>(labels_.size()); }
  double begin() const { return begin_; }
  double width() const { return width_; }
  // Returns the interval of a number; nothing if the number is in none. The greatest number is in
  // the last interval.
  std::optional<int> of(double number) const;
  const std::string& label(int interval) const {
    return labels_[static_cast<std::size_t>(interval)];
  }
  // Spreads a weight evenly over the intervals that overlap a span. Open ends are the outermost
  // ends.
  void spread(const Span& span, double weight, std::vector<double>& into) const;

 private:
  double begin_;
  double width_;
  std::vector<std::string> labels_;
};

std::string date_label(double day);

// Returns the values of a set in braces, as text[] writes them, with NULL as missing_label; for any
// other text, the text alone.
std::vector<std::string> set_of(std::string_view text);

// Returns a multiset as generalize_table writes it, 'F:3,M:1'; empty if it cannot be read.
std::map<std::string, double> multiset_of(std::string_view text);

}  // namespace microdata::client
