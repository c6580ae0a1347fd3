// Values of an attribute put into few classes, in an order that people expect: intervals of numbers
// and of dates, the most frequent of other values. The same classes serve for the release and for
// the source.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace microdata::client {

// What stands for NULL.
inline constexpr const char* missing_label = "missing (NULL)";

// Of texts as the server prints them: numbers, or days since 1970 of dates in the style ISO. NULL,
// NaN and infinity are none.
std::optional<double> number_of(std::string_view text);
std::optional<double> day_of(std::string_view text);

// What a range covers; an end that is not there stays open.
struct Span {
  std::optional<double> from;
  std::optional<double> to;
};
std::optional<Span> span_of(std::string_view text, bool dates);

// Intervals of one width.
class Intervals {
 public:
  // About so many between two numbers; of whole numbers and days the ends are whole.
  Intervals(double least, double greatest, int about, bool whole, bool dates);

  int count() const { return static_cast<int>(labels_.size()); }
  double begin() const { return begin_; }
  double width() const { return width_; }
  // The greatest number is in the last one; none where a number is in none.
  std::optional<int> of(double number) const;
  const std::string& label(int interval) const {
    return labels_[static_cast<std::size_t>(interval)];
  }
  // Spreads a weight evenly over the intervals that a span has a part of. Open ends are those of
  // all.
  void spread(const Span& span, double weight, std::vector<double>& into) const;

 private:
  double begin_;
  double width_;
  std::vector<std::string> labels_;
};

std::string date_label(double day);

// The values of a set in braces, as text[] writes them, NULL as missing_label; of any other text
// that alone.
std::vector<std::string> set_of(std::string_view text);

// A multiset as generalize_table writes it, 'F:3,M:1'; nothing where it cannot be read.
std::map<std::string, double> multiset_of(std::string_view text);

}  // namespace microdata::client
