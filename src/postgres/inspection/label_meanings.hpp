#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/cover_loss.hpp"
#include "core/utility/extent_loss.hpp"
#include "core/utility/value_range.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/server/json.hpp"
#include "postgres/values/dictionary.hpp"
#include "postgres/values/generalized.hpp"

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

using CodeOfText = std::map<std::string, Code>;

// Adds texts that are written otherwise than the values they are equal to: 5000.00 is 5000. Which
// of these spellings stands for a value depends on all that are read, and a region has not all
// rows.
void add_other_spellings(const std::set<std::string>& texts, const Dictionary& values,
                         CodeOfText& codes, const Progress& progress);

// The values that each of the published ranges or sets covers, by label. `type`: of no range where
// labels are sets.
std::vector<CodeSet> covered_values(const Dictionary& labels, const Dictionary& values,
                                    const GeneralizedType& type, const Progress& progress);

// Which values of the source each quasi-identifier of a table covers; the table was read beside its
// source. Codes are taken from `table`.
std::vector<PublishedCovers> covers_of_table(PublishedGeneralization table);

// What each quasi-identifier of a table shows, as far as the release and the catalog tell: of
// ranges, also as labels of a hierarchy, the distance of their ends; otherwise how many values a
// label stands for, those of masked texts being all that it may. NULL has no extent. Of ends that
// are not bounded the outermost that is; whatever nothing is known of extends over the whole
// domain. Fails where a hierarchy is gone. The codes of rows are taken from `table`. Requires a
// SpiSession.
std::vector<PublishedExtents> extents_of(const Release& release, PublishedGeneralization table,
                                         const Progress& progress);

}  // namespace microdata::postgres
