#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/series_beliefs.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/catalog/series_persons.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Record of a series, without its memory of people.
struct RecordedSeries {
  Series series;
  std::vector<EditionRecord> editions;

  // Returns the number of the newest edition; 0 if there is none since the series began.
  std::int32_t newest() const {
    if (editions.empty() || editions.back().edition < series.first_edition) return 0;
    return editions.back().edition;
  }
};

// Returns a record with the additions of `recall`. Each statement reads the data committed by then,
// so if another session publishes meanwhile, everything is read again.
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

// Memory of a series at one moment.
struct SeriesMemory : RecordedSeries {
  std::vector<SignatureTexts> signatures;
  std::vector<RememberedPerson> persons;
};

SeriesMemory recall_series(const std::string& name, const Progress& progress);

// People whom the source has now, with the memory of the series about them.
struct PersonsOfSource {
  Table table;
  RecalledPersons recalled;
  // shown_hashes() of the people, by row.
  std::vector<std::uint32_t> shown;
};

// Reads the people of the source. Returns nothing if the source cannot be compared, with the reason
// in `reason`.
std::optional<PersonsOfSource> read_persons(const SeriesMemory& memory, std::string& reason,
                                            const Progress& progress);

// Memory of series about editions that no longer exist: the signature of each person. An attacker
// who kept such an edition, and can recognize its people, saw these signatures. Independent series
// and series of growing rows have no signatures, so they remember nothing that can be compared.
// Requires a SpiSession.

struct RememberedSeries {
  Series series;
  // Attributes that identify a person, in the source's order, and the sensitive attribute.
  std::vector<std::string> subject;
  std::string sensitive;
  // Releases that were editions and no longer exist.
  std::vector<std::int64_t> gone;
};

// Returns the series of a source that remember people's signatures, if the caller, as the owner of
// the source, can see them. Leaves out series that lost an attribute or do not have exactly one
// sensitive attribute.
std::vector<RememberedSeries> series_with_memory(Oid source);
// Returns the series of series_with_memory() with editions that no longer exist.
std::vector<RememberedSeries> series_with_editions_gone(Oid source);

// Memory of a series about people who were read.
struct RecalledSignatures {
  // Values of the sensitive attribute, both people's and signatures', and each person's value.
  std::vector<Dictionary> values;  // one
  std::vector<Code> truth;
  // Signatures of people, in codes of the dictionary.
  PlacedSignatures placed;
};

// Recalls the signatures of tuples, which were read with the subject and the sensitive attribute of
// the series.
RecalledSignatures recall_signatures(const RememberedSeries& series, const Source& source,
                                     const SourceTuples& tuples, const Progress& progress);

// Memory at one moment of a series of people with several rows.
struct CohortMemory : RecordedSeries {
  std::vector<RememberedMember> members;
  std::vector<std::optional<std::string>> values;
};

CohortMemory recall_cohorts(const std::string& name, const Progress& progress);

// People of a cohort as an edition's tables show them.
struct ShownPersons {
  std::size_t sets = 0;
  std::size_t persons = 0;
  // Number of people with each of the shown_hashes().
  std::map<std::uint32_t, std::size_t> hashes;
};

// People of cohorts by bucket number, written as text.
using PersonsOfCohorts = std::map<std::string, ShownPersons>;

// Compares an edition with its record and, if it is an edition since the series began, with its
// members. A person who was missing may have come back; the edition of the return is remembered.
std::vector<Finding> compare_persons(const PersonsOfCohorts& shown, const EditionRecord& edition,
                                     const CohortMemory& memory, const Progress& progress);

// Checks that an edition since the series began shows the remembered people in their cohorts, with
// the remembered attributes. A former edition must show the people whom later editions show
// unchanged; the newest edition must show all people and no others. `comparable` is true if values
// are written today as they were then.
Finding compare_attributes(const PersonsOfCohorts& shown, std::int32_t edition,
                           const CohortMemory& memory, bool comparable, const Progress& progress);

// Checks the memory by itself.
std::vector<Finding> verify_memory(const CohortMemory& memory, const Progress& progress);

}  // namespace microdata::postgres
