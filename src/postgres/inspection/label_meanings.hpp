#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/code_set.hpp"
#include "core/utility/cover_loss.hpp"
#include "core/utility/extent_loss.hpp"
#include "core/utility/value_range.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/server/json.hpp"
#include "postgres/values/dictionary.hpp"
#include "postgres/values/generalized.hpp"

// Meanings of a release's labels, as they are passed from one database to another. Requires a
// SpiSession.

namespace microdata::postgres {

// Returns the meaning of each label that an attribute shows, as a JSON object: its values, a range
// of numbers, or the beginning of its text. Labels without a known meaning are left out. Values of
// a hierarchy from a table that not every role may use are named only if the attribute shows them.
// Otherwise these values are counted, because readers of the description might not be permitted to
// see them. Reads the release with the caller's privileges.
Json describe_labels(const Release& release, const ReleaseAttribute& attribute,
                     const Progress& progress);

// A label of a description, with its values, a range or a masked text.
struct DescribedLabel {
  std::string label;
  std::vector<std::optional<std::string>> values;
  // Number of further values, which the description does not name.
  std::size_t others = 0;
  std::optional<ValueRange> range;
  // True if the range is of whole numbers.
  bool whole = false;
  struct Mask {
    std::string prefix;
    std::size_t masked = 0;
  };
  std::optional<Mask> mask;
};

// Returns the descriptions with which the labels of a registered release came; empty if there are
// none.
std::vector<DescribedLabel> described_labels(const Release& release, const std::string& attribute);

using CodeOfText = std::map<std::string, Code>;

// Adds texts that are spelled differently from the values that they equal, such as 5000.00 for
// 5000. The spelling that stands for a value depends on all rows that are read, and a region does
// not have all rows.
void add_other_spellings(const std::set<std::string>& texts, const Dictionary& values,
                         CodeOfText& codes, const Progress& progress);

// Returns the values that each of the published ranges or sets covers, by label. `type` has no
// range if labels are sets.
std::vector<CodeSet> covered_values(const Dictionary& labels, const Dictionary& values,
                                    const GeneralizedType& type, const Progress& progress);

// Returns the values of the source that each quasi-identifier of a table covers. The table must
// have been read together with its source. Moves the codes out of `table`.
std::vector<PublishedCovers> covers_of_table(PublishedGeneralization table);

// Returns the extents of each quasi-identifier of a table, as far as the release and the catalog
// show them.
// The extent of a range, also as the label of a hierarchy, is the distance of its ends. An end that
// is not bounded counts as the outermost bounded end. The extent of any other label is the number
// of values that it stands for; a masked text stands for all its possible values. A single value or
// NULL has extent 0. A label without a known meaning extends over the whole domain.
// Fails if a hierarchy is gone. Moves the codes of rows out of `table`. Requires a SpiSession.
std::vector<PublishedExtents> extents_of(const Release& release, PublishedGeneralization table,
                                         const Progress& progress);

}  // namespace microdata::postgres
