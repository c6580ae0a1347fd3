#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/series_beliefs.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

// What series remember of editions that are gone: whose signature was which. Who held such an
// edition, and knows who is who, saw it. Series without signatures remember nothing that could be
// compared: independent ones, and those of growing rows. Requires a SpiSession.

namespace microdata::postgres {

struct RememberedSeries {
  Series series;
  // The attributes that tell persons apart, in the source's order, and the sensitive one.
  std::vector<std::string> subject;
  std::string sensitive;
  // The releases that were editions, and are gone.
  std::vector<std::int64_t> gone;
};

// The series of a source that remember persons' signatures, as far as the caller, as the owner of
// the source, may see them.
std::vector<RememberedSeries> series_with_memory(Oid source);
// Returns the series among them that have editions which are gone.
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
