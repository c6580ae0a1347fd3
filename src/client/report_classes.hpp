// Values of an attribute in a few classes that are made from the published values. The same classes
// serve for the release and for the source.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/report_scale.hpp"

namespace microdata::client {

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
  std::map<std::string, double> values_of(const std::string& text) const;
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
