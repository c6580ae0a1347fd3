#pragma once

#include <limits>
#include <vector>

#include "core/risk/published_table.hpp"

namespace microdata {

// The outermost published numbers of an attribute; without any, the greatest is below the least.
// The numbers of regions are combined by add().
struct NumbersShown {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();

  void add(const NumbersShown& others);
  double extent() const { return greatest > least ? greatest - least : 0; }
};
NumbersShown numbers_shown(const PublishedTable::Attribute& attribute);

// Distance of a person's value from the labels that a release shows of an attribute (after J. C.
// Gower, "A general coefficient of similarity and some of its properties", Biometrics 1971). It is
// 0 if the label covers the value, and otherwise 1 for values without numbers. For numbers, it is
// the distance to the nearest covered number divided by the distance of the outermost published
// numbers, at most 1.
class ValueDistance {
 public:
  explicit ValueDistance(const PublishedTable::Attribute& attribute);

  // Computes the distance of a value to every label; overwrites `distances`.
  void measure(Code value, std::vector<float>& distances) const;

 private:
  void measure_exact(Code value, std::vector<float>& distances) const;
  double way_to(const CodeSet& covered, double number) const;
  float to(const CodeSet& covered, Code value) const;

  const PublishedTable::Attribute& attribute_;
  double extent_ = 0;
};

}  // namespace microdata
