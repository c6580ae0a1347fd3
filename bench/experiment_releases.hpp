#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/generalization/generalization.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/random.hpp"
#include "core/slicing/slicing.hpp"

// Releases of one table by each method, to be compared.

namespace microdata::experiment {

enum class Method { original, slicing, anatomy, mondrian_buckets, generalization };

struct Setting {
  Method method = Method::slicing;
  double l = 2;
  // Of buckets and equivalence classes.
  std::uint32_t k = 1;
  // Of slicing; 0: the quasi-identifiers are one, the sensitive attribute another.
  std::size_t columns = 2;
  // Every published value of a column occurs so often, by generalization.
  std::uint32_t alike = 1;
  CutsBy cuts_by = CutsBy::width;
  // The largest fraction of the rows that may be left out.
  double suppress = 0;
  // Of slicing: the share of persons whose sensitive value may be guessed, for which k grows.
  std::optional<double> goal = std::nullopt;
  // l is the number of different sensitive values of a bucket or class, and bounds no share.
  bool distinct = false;
  // Of slicing.
  DiscretizationOptions discretization{};
};

std::string name_of(const Setting& setting);

// Columns in buckets: the table as it is, and bucketized, is a sliced one, too. Or classes.
using Release = std::variant<Slicing, Generalization>;

// Nothing where no release can meet the setting.
std::optional<Release> publish(const Microdata& data, const Setting& setting, Random& random);

// For each attribute, the row whose value stands at each place of buckets.rows.
std::vector<const std::vector<Row>*> linking_of_attributes(const Microdata& data,
                                                           const Slicing& slicing);

// "{age}, {sex, occupation}".
std::string columns_as_text(const Microdata& data, const Slicing& slicing);

}  // namespace microdata::experiment
