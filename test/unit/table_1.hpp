#pragma once

#include "core/microdata/microdata.hpp"

namespace microdata::test {

// Returns Table 1(a) of the slicing paper: age, sex, zipcode, disease.
inline Microdata table_1() {
  Microdata data;
  data.rows = 8;
  data.attributes = {
      {"age",
       Role::quasi_identifier,
       6,
       true,
       false,
       {22, 33, 52, 54, 60, 64},
       {},
       {},
       {},
       {},
       {},
       {}},
      {"sex", Role::quasi_identifier, 2, true, false, {}, {}, {}, {}, {}, {}, {}},
      {"zipcode", Role::quasi_identifier, 4, true, false, {}, {}, {}, {}, {}, {}, {}},
      {"disease", Role::sensitive, 4, true, false, {}, {}, {}, {}, {}, {}, {}},
  };
  // sex: F, M; zipcode: 47302, 47304, 47905, 47906; disease: bronchitis, dyspepsia, flu, gastritis.
  data.columns = {{0, 0, 1, 2, 3, 4, 4, 5},
                  {1, 0, 0, 0, 1, 1, 1, 0},
                  {3, 3, 2, 2, 0, 0, 1, 1},
                  {1, 2, 2, 0, 2, 1, 1, 3}};
  return data;
}

}  // namespace microdata::test
