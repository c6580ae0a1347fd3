#pragma once

#include <limits>
#include <vector>

#include "core/risk/published_table.hpp"

namespace microdata {

// The outermost numbers that are published of an attribute; without any, the greatest is below the
// least. Those of regions are put together.
struct NumbersShown {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();

  void add(const NumbersShown& others);
  double extent() const { return greatest > least ? greatest - least : 0; }
};
NumbersShown numbers_shown(const PublishedTable::Attribute& attribute);

// How far a person's value is from what a release shows of an attribute (after J. C. Gower, "A
// general coefficient of similarity and some of its properties", Biometrics 1971): 0 where a label
// covers it; else 1, or of numbers the way to the nearest that is covered, by the way between the
// outermost that are published.
class ValueDistance {
 public:
  explicit ValueDistance(const PublishedTable::Attribute& attribute);

  // To every label; `distances` has room for all of them.
  void measure(Code value, std::vector<float>& distances) const;

 private:
  void measure_exact(Code value, std::vector<float>& distances) const;
  double way_to(const CodeSet& covered, double number) const;
  float to(const CodeSet& covered, Code value) const;

  const PublishedTable::Attribute& attribute_;
  double extent_ = 0;
};

}  // namespace microdata
