#pragma once

#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata::test {

// Returns people with two quasi-identifiers, of 60 and 10 values, and a sensitive attribute of six
// values. If the attribute `follows`, both quasi-identifiers determine its value for three people
// of four; else the values are independent.
inline Microdata guessable_persons(Row rows, bool follows = true) {
  Random random = Random::seeded(7);
  Microdata data;
  data.rows = rows;
  data.attributes.resize(3);
  data.columns.resize(3);
  data.attributes[0].distinct = 60;
  data.attributes[1].distinct = 10;
  data.attributes[2].distinct = 6;
  data.attributes[2].role = Role::sensitive;
  for (Row row = 0; row < rows; ++row) {
    const Code a = random.below(60);
    const Code b = random.below(10);
    data.columns[0].push_back(a);
    data.columns[1].push_back(b);
    data.columns[2].push_back(follows && random.below(4) > 0 ? (a * 10 + b) * 7 % 600 / 100
                                                             : random.below(6));
  }
  return data;
}

}  // namespace microdata::test
