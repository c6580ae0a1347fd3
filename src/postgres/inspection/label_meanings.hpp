#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/value_range.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/server/json.hpp"

// What the labels of a release stand for, on their way from one database to another. Requires a
// SpiSession.

namespace microdata::postgres {

// Of each label that an attribute shows, as a JSON object: the values that it stands for, a range
// of numbers, or how its text begins; labels of which nothing is known are left out. Values of a
// hierarchy from a table that not everybody may use are named where the attribute shows them, and
// else counted: who reads the description may not be meant to see them. Reads the release with the
// caller's privileges.
Json describe_labels(const Release& release, const ReleaseAttribute& attribute,
                     const Progress& progress);

// One label as a description has it: values, or a range, or a masked text.
struct DescribedLabel {
  std::string label;
  std::vector<std::optional<std::string>> values;
  // Values besides, which the description does not name.
  std::size_t others = 0;
  std::optional<ValueRange> range;
  // The range is of whole numbers.
  bool whole = false;
  struct Mask {
    std::string prefix;
    std::size_t masked = 0;
  };
  std::optional<Mask> mask;
};

// What a registered release was described with; empty where its labels were not.
std::vector<DescribedLabel> described_labels(const Release& release, const std::string& attribute);

}  // namespace microdata::postgres
