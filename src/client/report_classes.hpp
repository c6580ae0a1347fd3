// Values of an attribute in a few classes that are made of those published. The same classes serve
// for the release and for the source.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/report_scale.hpp"

namespace microdata::client {

// How texts of an attribute are to be read.
struct TextReading {
  // As release_description has it: value, range, set, multiset or label.
  std::string reading = "value";
  bool numbers = false;
  bool dates = false;
  // Ranges of whole numbers and days do not reach their upper bound.
  bool whole_ranges = false;
};

class Classes {
 public:
  // Each class that something stands for, and how much of it.
  using Shares = std::vector<std::pair<std::size_t, double>>;

  // Of texts as they are published, each with its weight.
  Classes(TextReading reading, const std::map<std::string, double>& published);

  // What is seldom and what is missing stands behind the others.
  const std::vector<std::string>& names() const { return names_; }
  // The class of all values that have none of their own.
  std::size_t other() const { return names_.size() - 2; }
  // A range, a set, a multiset and * stand for several values.
  Shares published(const std::string& text, bool null) const;
  // Of the source.
  std::size_t value(const std::string& text, bool null) const;

 private:
  std::map<std::string, double> values_of(const std::string& text) const;
  std::optional<double> place_of(const std::string& text) const;
  bool make_intervals(const std::map<std::string, double>& published);
  void make_values(const std::map<std::string, double>& published);
  std::size_t missing() const { return names_.size() - 1; }

  TextReading reading_;
  std::optional<Intervals> intervals_;
  // Without intervals, all values that are published: * stands for each of them alike.
  std::map<std::string, double> everything_;
  std::vector<std::string> names_;
};

// Persons by classes of two attributes.
using Crossed = std::vector<std::vector<double>>;

// The mean-square contingency coefficient: 0 is independent, 1 is determined.
double contingency(const Crossed& persons);

}  // namespace microdata::client
