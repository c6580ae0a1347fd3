#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/series_beliefs.hpp"
#include "postgres/catalog/cohort_catalog.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/catalog/series_persons.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// What is on record of a series, whatever it remembers of persons besides.
struct RecordedSeries {
  Series series;
  std::vector<EditionRecord> editions;

  // 0 where there is no edition since the series began.
  std::int32_t newest() const {
    if (editions.empty() || editions.back().edition < series.first_edition) return 0;
    return editions.back().edition;
  }
};

// A record with what `recall` adds to it. Each statement reads what is committed by then: where
// another session has published meanwhile, all is read again.
template <typename Memory, typename Recall>
Memory recall_at_one_moment(const std::string& name, const Progress& progress,
                            const Recall& recall) {
  while (true) {
    progress.phase("recall");
    Memory memory;
    memory.series = found_series(name);
    memory.editions = editions_of_series(memory.series.id);
    recall(memory);
    const Series again = found_series(name);
    if (again.version == memory.series.version) return memory;
  }
}

// What a series remembers, at one moment.
struct SeriesMemory : RecordedSeries {
  std::vector<SignatureTexts> signatures;
  std::vector<RememberedPerson> persons;
};

SeriesMemory recall_series(const std::string& name, const Progress& progress);

// The persons whom the source has by now, and what is remembered of them.
struct PersonsOfSource {
  Table table;
  RecalledPersons recalled;
  // By row.
  std::vector<std::uint32_t> shown;
};

// Nothing where the source cannot be compared: then `reason` says why.
std::optional<PersonsOfSource> read_persons(const SeriesMemory& memory, std::string& reason,
                                            const Progress& progress);

// What series remember of editions that are gone: whose signature was which. Who held such an
// edition, and knows who is who, saw it. Series without signatures remember nothing that could be
// compared: independent ones, and those of growing rows. Requires a SpiSession.

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

// What a series of persons with several rows remembers, at one moment.
struct CohortMemory : RecordedSeries {
  std::vector<RememberedMember> members;
  std::vector<std::optional<std::string>> values;
};

CohortMemory recall_cohorts(const std::string& name, const Progress& progress);

// What an edition's tables show of a cohort's persons.
struct ShownPersons {
  std::size_t sets = 0;
  std::size_t persons = 0;
  // shown_hashes() of persons, with how many have each.
  std::map<std::uint32_t, std::size_t> hashes;
};

// By number of the bucket, as a text.
using PersonsOfCohorts = std::map<std::string, ShownPersons>;

// An edition beside what is recorded of it, and beside its members where it is one since the series
// began. Who has been missing may have come back: it is remembered since when.
std::vector<Finding> compare_persons(const PersonsOfCohorts& shown, const EditionRecord& edition,
                                     const CohortMemory& memory, const Progress& progress);

// That an edition since the series began shows everybody in the cohort, and with the attributes,
// that are remembered: of a former one, those of whom later editions show the same; of the newest
// one all, and nobody else. `comparable`: the values are written today as they were then.
Finding compare_attributes(const PersonsOfCohorts& shown, std::int32_t edition,
                           const CohortMemory& memory, bool comparable, const Progress& progress);

// Of what is remembered by itself.
std::vector<Finding> verify_memory(const CohortMemory& memory, const Progress& progress);

}  // namespace microdata::postgres
