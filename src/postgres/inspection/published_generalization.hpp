#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/regions.hpp"
#include "core/risk/sliced_view.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// A generalized release read back from its table, beside its source.
struct PublishedGeneralization {
  std::size_t rows = 0;
  // Of the source, and after them of persons who are not in the release.
  std::size_t tuples = 0;
  std::size_t outsiders = 0;
  std::size_t members() const { return tuples - outsiders; }
  bool has_source = false;
  // True of cell generalization, which shows tuples with equal quasi-identifiers in one class.
  bool equal_together = false;
  // Each as published and as in the source, in the order of `names`. Without the source only what
  // is published.
  std::vector<RegionAttribute> quasi_identifiers;
  std::vector<std::string> names;
  // Whether the values are numbers.
  std::vector<bool> numeric;
  std::vector<Dictionary> labels;
  // In the source, where these are others.
  std::vector<std::optional<Dictionary>> values;
  // Of a region, by value, how many rows of the whole source have it, where that is known; else
  // empty.
  std::vector<std::vector<std::uint64_t>> rows_of_values;
  // The other attributes of the first column together, in the same numbers.
  SlicedView::Values rest;
  struct Ungeneralized {
    std::string name;
    std::string source_name;
    std::vector<Dictionary> values;  // one
    std::vector<Code> published;
    std::vector<Code> tuples;
  };
  std::vector<Ungeneralized> sensitive;
  // Those of the second column: the class of a fragment, whatever its role.
  std::vector<Ungeneralized> apart;
};

// What is known of how an attribute was generalized: to a multiset, to labels, those of a hierarchy
// or else its values and `everything_label`, or to ranges and sets.
struct Recoded {
  bool as_multiset = false;
  bool as_labels = false;
  std::optional<std::string> hierarchy;
  // The level of all labels, which full-domain releases have on record.
  std::optional<std::size_t> level;
};

Recoded how_recoded(const Release& release, const std::string& attribute);

// A quasi-identifier that was read beside its source, if there is one, whose dictionaries are
// finished, and what its labels cover.
RegionAttribute region_of(const Release& release, ReadAttribute& reading, bool has_source,
                          const Progress& progress);

// Fails where the hierarchy that a generalized attribute's labels are from is gone, so that nothing
// shows what they stand for.
void require_known_labels(const Release& release, const ReleaseAttribute& attribute);

// Reads both with the caller's privileges. The source is left out where it is gone.
PublishedGeneralization read_generalization(const Release& release, const Progress& progress,
                                            const ReadScope& scope = {});

}  // namespace microdata::postgres
