#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/random.hpp"
#include "core/generalization/generalization.hpp"
#include "core/microdata/microdata.hpp"
#include "core/slicing/slicing.hpp"

// Releases of one table by each method, for comparison.

namespace microdata::experiment {

enum class Method { original, slicing, anatomy, mondrian_buckets, generalization };

struct Setting {
  Method method = Method::slicing;
  double l = 2;
  // Least number of rows of a bucket or equivalence class.
  std::uint32_t k = 1;
  // Number of columns of a slicing. With 0, the quasi-identifiers are one column and the sensitive
  // attribute is another.
  std::size_t columns = 2;
  // Least number of rows of every published value of a generalized column.
  std::uint32_t alike = 1;
  CutsBy cuts_by = CutsBy::width;
  // Largest fraction of the rows that may be suppressed.
  double suppress = 0;
  // Largest share of people whose sensitive value an attack on the slicing may guess. Its k grows
  // until the goal is met.
  std::optional<double> goal = std::nullopt;
  // True if l is the number of distinct sensitive values of a bucket or class and does not bound
  // their shares.
  bool distinct = false;
  // Discretization before correlations, for slicing.
  DiscretizationOptions discretization{};
};

std::string name_of(const Setting& setting);

// A release of columns in buckets, which also represents the original table and bucketizations, or
// a release of equivalence classes.
using Release = std::variant<Slicing, Generalization>;

// Returns the release, or no value if no release meets the setting.
std::optional<Release> publish(const Microdata& data, const Setting& setting, Random& random);

// Returns for each attribute the row whose value is at each position of buckets.rows.
std::vector<const std::vector<Row>*> linking_of_attributes(const Microdata& data,
                                                           const Slicing& slicing);

// Returns the columns as text, for example "{age}, {sex, occupation}".
std::string columns_as_text(const Microdata& data, const Slicing& slicing);

}  // namespace microdata::experiment
