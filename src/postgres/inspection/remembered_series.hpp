#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/series_beliefs.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

// What series remember of editions that are gone: whose signature was which. Who held such an
// edition, and knows who is who, saw it. Requires a SpiSession.

namespace microdata::postgres {

struct RememberedSeries {
  Series series;
  // The attributes that tell persons apart, in the source's order, and the sensitive one.
  std::vector<std::string> subject;
  std::string sensitive;
  // Editions that are gone.
  std::size_t editions = 0;
};

// The series of a source that remember editions that are gone, as far as the caller, as the owner
// of the source, may see them.
std::vector<RememberedSeries> series_with_editions_gone(Oid source);

// What a series remembers of persons who were read.
struct RecalledSignatures {
  // The sensitive attribute: values of the persons and of signatures.
  std::vector<Dictionary> values;  // one
  std::vector<Code> truth;
  // In the dictionary's codes.
  PlacedSignatures placed;
};

// Of tuples that were read with the subject and the sensitive attribute of the series.
RecalledSignatures recall_signatures(const RememberedSeries& series, const Source& source,
                                     const SourceTuples& tuples, const Progress& progress);

}  // namespace microdata::postgres
