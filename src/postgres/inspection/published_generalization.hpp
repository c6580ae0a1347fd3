#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/label_cover.hpp"
#include "core/risk/sliced_view.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// A generalized release, read back from its table beside its source.
struct PublishedGeneralization {
  std::size_t rows = 0;
  // Number of tuples: those of the source, then the outsiders, persons who are not in the release.
  std::size_t tuples = 0;
  std::size_t outsiders = 0;
  std::size_t members() const { return tuples - outsiders; }
  bool has_source = false;
  // True for cell generalization, which shows tuples with equal quasi-identifiers in one class.
  bool equal_together = false;
  // Quasi-identifiers as published and as in the source, in the order of `names`; only as published
  // if there is no source.
  std::vector<RegionAttribute> quasi_identifiers;
  std::vector<std::string> names;
  // True for each attribute whose values have numbers (Dictionary::projection()).
  std::vector<bool> numeric;
  std::vector<Dictionary> labels;
  // Values in the source of each attribute that is generalized; nothing for others, and without the
  // source.
  std::vector<std::optional<Dictionary>> values;
  // Number of rows in the whole source by attribute and value, if this is a region; empty for an
  // attribute whose numbers are unknown.
  std::vector<std::vector<std::uint64_t>> rows_of_values;
  // Combined values of the first column's other attributes, numbered alike over rows and tuples.
  SlicedView::Values rest;
  struct Ungeneralized {
    std::string name;
    std::string source_name;
    std::vector<Dictionary> values;  // one
    std::vector<Code> published;
    std::vector<Code> tuples;
  };
  std::vector<Ungeneralized> sensitive;
  // Attributes of the second column: the class of a fragment, in any role.
  std::vector<Ungeneralized> apart;
};

// Form in which an attribute was generalized: multisets; labels, which are those of a hierarchy or
// else values and `everything_label`; or ranges and sets.
struct Recoded {
  bool as_multiset = false;
  bool as_labels = false;
  std::optional<std::string> hierarchy;
  // Level of all labels, which full-domain releases have on record.
  std::optional<std::size_t> level;
};

Recoded how_recoded(const Release& release, const std::string& attribute);

// Returns a quasi-identifier with the values that its labels cover. Requires finished dictionaries;
// `has_source` is true if the attribute was read beside its source.
RegionAttribute region_of(const Release& release, ReadAttribute& reading, bool has_source,
                          const Progress& progress);

// Fails if the hierarchy of a generalized attribute's labels is gone, so that nothing shows the
// values that the labels stand for.
void require_known_labels(const Release& release, const ReleaseAttribute& attribute);

// Reads a release and its source with the caller's privileges. The source is left out if it is
// gone.
PublishedGeneralization read_generalization(const Release& release, const Progress& progress,
                                            const ReadScope& scope = {});

// Returns `result`, which has the numbers of rows and tuples, with attributes that were read.
// Attributes of other columns than `column` stand apart.
PublishedGeneralization with_attributes(const Release& release,
                                        std::vector<ReadAttribute>& attributes, int column,
                                        PublishedGeneralization result, const Progress& progress);

}  // namespace microdata::postgres
