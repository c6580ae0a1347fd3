// Values of an attribute in few classes, in an expected order: intervals of numbers and of dates,
// or the most frequent values. The classes are made from the published values; the same classes
// serve for the release and for the source.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

// Intervals of equal width, or of equally many days, months or years.
class Intervals {
 public:
  // Makes about `about` intervals between two numbers. The ends of intervals of whole numbers are
  // whole, and those of dates are whole days, weeks, months or years.
  Intervals(double least, double greatest, int about, bool whole, bool dates);

  int count() const { return static_cast<int>(labels_.size()); }
  // Returns the beginning of each interval, and the end of the last one, as an array of SQL. Ends
  // are lowered a little, because computed numbers can be.
  std::string ends() const;
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
  void make_numbers(double least, double greatest, int about, bool whole);
  void make_dates(double least, double greatest, int about);

  // Beginning of each interval, and the end of the last one.
  std::vector<double> ends_;
  std::vector<std::string> labels_;
};

// Returns the values of a set in braces, as text[] writes them, with NULL as missing_label; for any
// other text, the text alone.
std::vector<std::string> set_of(std::string_view text);

// Returns a multiset as generalize_table writes it, 'F:3,M:1'; empty if it cannot be read.
std::map<std::string, double> multiset_of(std::string_view text);

// Returns the values of a published text: those of a set once each, those of a multiset with their
// counts.
std::map<std::string, double> values_of(const std::string& reading, const std::string& text);

// Interpretation of an attribute's texts.
struct TextReading {
  // Reading in release_description: value, range, set, multiset or label.
  std::string reading = "value";
  bool numbers = false;
  bool dates = false;
  // True if ranges exclude their upper bound, as those of whole numbers and days do.
  bool whole_ranges = false;
};

class Classes {
 public:
  // Classes for which a text stands, each with its share.
  using Shares = std::vector<std::pair<std::size_t, double>>;

  // Makes the classes from published texts with their weights.
  Classes(TextReading reading, const std::map<std::string, double>& published);

  // Returns the names of the classes; rare and missing values come last.
  const std::vector<std::string>& names() const { return names_; }
  // Returns the class of all values without their own class.
  std::size_t other() const { return names_.size() - 2; }
  // Returns the classes of a published text. A range, a set, a multiset and * stand for several
  // values.
  Shares published(const std::string& text, bool null) const;
  // Returns the class of a value of the source.
  std::size_t value(const std::string& text, bool null) const;

 private:
  std::optional<double> place_of(const std::string& text) const;
  bool make_intervals(const std::map<std::string, double>& published);
  void make_values(const std::map<std::string, double>& published);
  std::size_t missing() const { return names_.size() - 1; }

  TextReading reading_;
  std::optional<Intervals> intervals_;
  // Weights of all published values, if there are no intervals: * stands for each of these values
  // equally.
  std::map<std::string, double> everything_;
  std::vector<std::string> names_;
};

// Number of persons by classes of two attributes.
using Crossed = std::vector<std::vector<double>>;

// Returns the mean-square contingency coefficient: 0 is independent, 1 is determined.
double contingency(const Crossed& persons);

}  // namespace microdata::client
