#include "postgres/inspection/series_memory.hpp"

#include <algorithm>
#include <utility>

#include "core/series/cohort_check.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/view_code.hpp"

namespace microdata::postgres {

namespace {

PersonsOfSource read_source(const SeriesMemory& memory, const Progress& progress) {
  const Series& series = memory.series;
  require_no_code_of_others(*series.source, "the source of series " + in_quotes(series.name));
  const Source source = open_source(*series.source);
  Table table = read_table(source, roles_in_series(source, series), Purpose::edition, progress);
  require_one_row_each(table.subjects, "verify_series()");
  progress.phase("recall");
  const std::vector<PersonHash> hashes = person_hashes(table, series.key, progress);
  std::vector<std::uint32_t> shown = shown_hashes(table, series.key, progress);
  return {std::move(table), RecalledPersons(memory.persons, hashes, progress), std::move(shown)};
}

}  // namespace

SeriesMemory recall_series(const std::string& name, const Progress& progress) {
  return recall_at_one_moment<SeriesMemory>(name, progress, [&](SeriesMemory& memory) {
    memory.signatures = remembered_signatures(memory.series);
    memory.persons = remembered_persons(memory.series.id, progress);
  });
}

std::optional<PersonsOfSource> read_persons(const SeriesMemory& memory, std::string& reason,
                                            const Progress& progress) {
  if (!memory.series.source) {
    reason = "the source of series " + in_quotes(memory.series.name) + " is gone";
    return std::nullopt;
  }
  try {
    return read_source(memory, progress);
  } catch (const Error& error) {
    // The source might have no rows or lack attributes; anything that prevents an edition prevents
    // the comparison.
    reason = error.what();
    return std::nullopt;
  }
}

namespace {

bool remembers_signatures(const Series& series) {
  const CatalogScope scope;
  return !query(
              "SELECT FROM microdata.series_signature_record s "
              "WHERE s.series_id = $1::pg_catalog.int4 LIMIT 1",
              {std::to_string(series.id)})
              .empty();
}

std::vector<std::int64_t> editions_gone(const Series& series) {
  const std::vector<std::int64_t> releases = releases_of_series(series);
  const CatalogScope scope;
  std::vector<std::int64_t> gone;
  for (const ResultRow& row :
       query("SELECT u.release FROM pg_catalog.unnest($1::pg_catalog.int8[]) u (release) "
             "WHERE NOT EXISTS (SELECT FROM microdata.release_record r "
             "WHERE r.release_id = u.release)",
             {number_array(releases)})) {
    gone.push_back(std::stoll(*row[0]));
  }
  return gone;
}

// Returns the memory of the series at one moment. Fails if the series was dropped or redefined, or
// if people have signatures that the series does not have.
SeriesMemory memory_of(const Series& series, const Progress& progress) {
  SeriesMemory memory = recall_series(series.name, progress);
  if (memory.series.id != series.id || memory.series.key != series.key) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "series " + in_quotes(series.name) + " was changed while it was read")
        .detail("It was dropped or redefined.")
        .hint("Call again.");
  }
  const bool known = std::all_of(
      memory.persons.begin(), memory.persons.end(), [&](const RememberedPerson& person) {
        return person.signature == no_signature || person.signature < memory.signatures.size();
      });
  if (!known) throw memory_does_not_fit(memory.series);
  return memory;
}

// Subjects of tuples, without other attributes, in the form that hashes are made of.
struct NamedTuples {
  Table table;
  // True, by tuple, if no attribute of the subject is NULL. No edition had a person with NULL
  // there.
  std::vector<bool> is_named;
};

NamedTuples read_subjects(const RememberedSeries& series, const Source& source,
                          const SourceTuples& tuples, const Progress& progress) {
  NamedTuples named;
  Microdata names;
  std::vector<Dictionary>& values = named.table.subject_values;
  for (const std::string& name : series.subject)
    values.emplace_back(require_column(source, name).type);
  std::vector<Dictionary*> dictionaries;
  for (Dictionary& dictionary : values)
    dictionaries.push_back(&dictionary);
  names.columns = tuples.read(series.subject, dictionaries);
  names.rows = row_count(names.columns);
  named.is_named.assign(names.rows, true);
  for (std::size_t a = 0; a < values.size(); ++a) {
    values[a].finish(progress);
    values[a].translate(names.columns[a], progress);
    for (Row row = 0; row < names.rows; ++row) {
      progress.checkpoint_at(row);
      if (!values[a].is_null(names.columns[a][row])) continue;
      named.is_named[row] = false;
      names.columns[a][row] = 0;
    }
  }
  named.table.subjects = SubjectRows{std::move(names), {}, {}};
  return named;
}

}  // namespace

std::vector<RememberedSeries> series_with_memory(Oid source) {
  std::vector<RememberedSeries> result;
  for (const SeenSeries& seen :
       seen_series("s.source = $1::pg_catalog.oid", std::to_string(source))) {
    std::optional<Series> series = find_series(seen.name);
    // Another session might have dropped the series, or given its name to another series.
    if (!series || series->source != source) continue;
    RememberedSeries remembered{std::move(*series), {}, {}, {}};
    if (remembered.series.independent || !remembers_signatures(remembered.series)) continue;
    std::size_t sensitive = 0;
    for (const SeriesAttribute& attribute : remembered.series.attributes) {
      if (attribute.subject) {
        remembered.subject.push_back(attribute.name);
      } else if (attribute.role == Role::sensitive) {
        remembered.sensitive = attribute.name;
        ++sensitive;
      }
    }
    remembered.gone = editions_gone(remembered.series);
    const bool whole = remembered.series.attributes.size() == remembered.series.attributes_at_first;
    if (whole && sensitive == 1) result.push_back(std::move(remembered));
  }
  return result;
}

std::vector<RememberedSeries> series_with_editions_gone(Oid source) {
  std::vector<RememberedSeries> result = series_with_memory(source);
  std::erase_if(result, [](const RememberedSeries& series) { return series.gone.empty(); });
  return result;
}

RecalledSignatures recall_signatures(const RememberedSeries& series, const Source& source,
                                     const SourceTuples& tuples, const Progress& progress) {
  // All memory is recalled before any text becomes a value, because reading values of a domain runs
  // code that might publish the next edition.
  SeriesMemory memory = memory_of(series.series, progress);
  RecalledSignatures recalled;
  const AttributeType& type = require_column(source, series.sensitive).type;
  Dictionary& values = recalled.values.emplace_back(type);
  recalled.truth = tuples.read({&series.sensitive, 1}, std::vector<Dictionary*>{&values}).front();
  {
    const PlainText settings;
    for (const SignatureTexts& texts : memory.signatures) {
      std::vector<Code>& signature = recalled.placed.signatures.emplace_back();
      for (const std::optional<std::string>& text : texts) {
        signature.push_back(
            values.encode(text ? make_key(type, read_value(type, *text)) : Key{true, 0, {}}));
      }
    }
  }
  values.finish(progress);
  values.translate(recalled.truth, progress);
  for (std::vector<Code>& signature : recalled.placed.signatures)
    values.translate(signature, progress);
  const NamedTuples named = read_subjects(series, source, tuples, progress);
  const RecalledPersons persons(std::move(memory.persons),
                                person_hashes(named.table, series.series.key, progress), progress);
  for (std::size_t row = 0; row < named.is_named.size(); ++row) {
    const RememberedPerson* const person = named.is_named[row] ? persons.of(row) : nullptr;
    if (person != nullptr && person->signature != no_signature)
      recalled.placed.places.push_back({person->signature, 1});
    recalled.placed.first.push_back(recalled.placed.places.size());
  }
  return recalled;
}

namespace {

constexpr const char* by_cohort = "cohorts match the remembered number of people";

// Bounds of the number of people in an edition, as far as memory shows them.
struct PersonsInMemory {
  std::size_t at_least = 0;
  std::size_t at_most = 0;

  bool allow(std::size_t persons) const { return at_least <= persons && persons <= at_most; }
};

void add_member(const RememberedMember& member, std::int32_t edition, bool newest,
                PersonsInMemory& persons) {
  if (newest) {
    const std::size_t there = member.shown != 0 ? 1 : 0;
    persons.at_least += there;
    persons.at_most += there;
    return;
  }
  const bool never_missed_by_then = member.missed == 0 || member.missed > edition;
  const bool back_by_then = member.shown != 0 && member.since <= edition;
  persons.at_least += never_missed_by_then || back_by_then ? 1 : 0;
  persons.at_most += member.missed == edition ? 0 : 1;
}

std::string bucket_of(const RememberedMember& member) {
  return std::to_string(*member.cohort + std::uint64_t{1});
}

// Returns the bounds by cohort, for people who were placed by the edition.
std::map<std::uint32_t, PersonsInMemory> persons_in(const CohortMemory& memory,
                                                    std::int32_t edition,
                                                    const Progress& progress) {
  std::map<std::uint32_t, PersonsInMemory> cohorts;
  for (std::size_t i = 0; i < memory.members.size(); ++i) {
    progress.checkpoint_at(i);
    const RememberedMember& member = memory.members[i];
    if (!member.cohort || member.arrived > edition) continue;
    add_member(member, edition, edition == memory.newest(), cohorts[*member.cohort]);
  }
  return cohorts;
}

PersonsInMemory all_of(const std::map<std::uint32_t, PersonsInMemory>& cohorts) {
  PersonsInMemory all;
  for (const auto& cohort : cohorts) {
    all.at_least += cohort.second.at_least;
    all.at_most += cohort.second.at_most;
  }
  return all;
}

// Returns the number of cohorts that do not match the remembered number of people, including shown
// cohorts that are not remembered. A cohort without people is not shown.
std::size_t other_cohorts(const PersonsOfCohorts& shown,
                          const std::map<std::uint32_t, PersonsInMemory>& remembered) {
  std::size_t others = 0;
  std::size_t found = 0;
  for (const auto& [cohort, persons] : remembered) {
    const auto at = shown.find(std::to_string(cohort + std::uint64_t{1}));
    found += at == shown.end() ? 0U : 1U;
    others += persons.allow(at == shown.end() ? 0 : at->second.persons) ? 0U : 1U;
  }
  return others + (shown.size() - found);
}

bool is_in_order(const RememberedMember& member, const CohortMemory& memory) {
  const std::int32_t first = memory.series.first_edition;
  const std::int32_t newest = memory.newest();
  if (member.arrived < first || member.arrived > newest) return false;
  if (!member.cohort) return member.shown == 0 && member.missed == 0;
  if (member.missed != 0 && (member.missed <= member.arrived || member.missed > newest))
    return false;
  // A person who was never missing is in the newest edition.
  if (member.shown == 0 ? member.missed == 0 : member.missed == newest) return false;
  if (member.since < member.arrived || member.since > newest) return false;
  if (member.missed != 0 && member.shown != 0 && member.since <= member.missed) return false;
  return !member.values.empty() &&
         std::all_of(member.values.begin(), member.values.end(),
                     [&](std::uint32_t value) { return value < memory.values.size(); });
}

// Returns the number of people who are remembered more than once.
std::size_t repeated_persons(const std::vector<RememberedMember>& members) {
  std::vector<std::uint64_t> hashes;
  for (const RememberedMember& member : members)
    hashes.push_back(member.hash.low);
  std::sort(hashes.begin(), hashes.end());
  std::size_t repeated = 0;
  for (std::size_t i = 1; i < hashes.size(); ++i)
    repeated += hashes[i] == hashes[i - 1] ? 1U : 0U;
  return repeated;
}

// Returns 1 by number for the harmless values of the memory; empty if there are none.
std::vector<std::uint8_t> harmless_values_of(const CohortMemory& memory, const Progress& progress) {
  const Series& series = memory.series;
  const auto sensitive = std::find_if(series.attributes.begin(), series.attributes.end(),
                                      [](const SeriesAttribute& a) { return !a.harmless.empty(); });
  if (!series.source || sensitive == series.attributes.end()) return {};
  const Source source = open_source(*series.source);
  return marked_harmless(require_column(source, sensitive->name).type, memory.values,
                         sensitive->harmless, progress);
}

// Returns the number of unused cohort numbers and faulty cohorts. A faulty cohort has too few sets,
// a value in too many sets, or a value repeated in a set.
std::size_t faulty_cohorts(const CohortMemory& memory, const Progress& progress) {
  std::map<std::uint32_t, ShownCohort> cohorts;
  for (std::size_t i = 0; i < memory.members.size(); ++i) {
    progress.checkpoint_at(i);
    const RememberedMember& member = memory.members[i];
    if (!member.cohort) continue;
    ItemSet set(member.values.begin(), member.values.end());
    std::sort(set.begin(), set.end());
    cohorts[*member.cohort].sets.push_back(std::move(set));
  }
  if (cohorts.empty()) return 0;
  const std::vector<std::uint8_t> harmless = harmless_values_of(memory, progress);
  const std::size_t m = memory.series.m;
  std::size_t faults = cohorts.rbegin()->first + std::size_t{1} - cohorts.size();
  for (const auto& cohort : cohorts) {
    progress.checkpoint();
    const CohortFigures figures = measure_cohort(cohort.second, harmless);
    const bool sound = figures.sets >= m && figures.most_with_a_value * m <= figures.sets &&
                       figures.repeating == 0;
    faults += sound ? 0U : 1U;
  }
  return faults;
}

}  // namespace

CohortMemory recall_cohorts(const std::string& name, const Progress& progress) {
  return recall_at_one_moment<CohortMemory>(name, progress, [&](CohortMemory& memory) {
    memory.members = remembered_members(memory.series.id);
    memory.values = remembered_values(memory.series.id);
  });
}

std::vector<Finding> compare_persons(const PersonsOfCohorts& shown, const EditionRecord& edition,
                                     const CohortMemory& memory, const Progress& progress) {
  std::size_t persons = 0;
  std::size_t sets = 0;
  for (const auto& cohort : shown) {
    persons += cohort.second.persons;
    sets += cohort.second.sets;
  }
  std::vector<Finding> findings{
      as_recorded("published people match the record", edition.persons, persons),
      as_recorded("counterfeit sets match the record", edition.counterfeits,
                  sets - std::min(sets, persons))};
  if (edition.edition < memory.series.first_edition) return findings;
  const std::map<std::uint32_t, PersonsInMemory> remembered =
      persons_in(memory, edition.edition, progress);
  findings.push_back(none_allowed(by_cohort, other_cohorts(shown, remembered)));
  return findings;
}

Finding compare_attributes(const PersonsOfCohorts& shown, std::int32_t edition,
                           const CohortMemory& memory, bool comparable, const Progress& progress) {
  PersonsOfCohorts rest = shown;
  std::size_t missing = 0;
  for (std::size_t i = 0; i < memory.members.size(); ++i) {
    progress.checkpoint_at(i);
    const RememberedMember& member = memory.members[i];
    if (!member.cohort || member.shown == 0 || member.since > edition) continue;
    const auto cohort = rest.find(bucket_of(member));
    if (cohort == rest.end()) {
      ++missing;
      continue;
    }
    const auto persons = cohort->second.hashes.find(member.shown);
    if (persons == cohort->second.hashes.end() || persons->second == 0) {
      ++missing;
    } else {
      --persons->second;
    }
  }
  std::size_t others = 0;
  for (const auto& cohort : rest) {
    if (edition != memory.newest()) break;
    for (const auto& persons : cohort.second.hashes)
      others += persons.second;
  }
  Finding finding = none_allowed("people are shown as remembered", std::max(missing, others));
  if (!comparable && finding.achieved > 0) {
    finding.holds.reset();
    finding.worst_case =
        because("values of a type of the source may be written differently by now");
  }
  return finding;
}

std::vector<Finding> verify_memory(const CohortMemory& memory, const Progress& progress) {
  if (memory.newest() == 0) return {};
  std::size_t faults = repeated_persons(memory.members) + faulty_cohorts(memory, progress);
  std::size_t waiting = 0;
  std::size_t missing = 0;
  for (const RememberedMember& member : memory.members) {
    faults += is_in_order(member, memory) ? 0U : 1U;
    waiting += member.cohort ? 0U : 1U;
    missing += member.cohort && member.shown == 0 ? 1U : 0U;
  }
  for (const EditionRecord& edition : memory.editions) {
    if (edition.edition < memory.series.first_edition) continue;
    const PersonsInMemory persons = all_of(persons_in(memory, edition.edition, progress));
    faults += persons.allow(edition.persons) ? 0U : 1U;
  }
  const EditionRecord& newest = memory.editions.back();
  // A blank person is recorded as waiting but remembered like a person who is gone.
  const std::size_t at_most = std::clamp(newest.waiting, waiting, waiting + missing);
  return {none_allowed("the memory of the series is consistent", faults),
          as_recorded("waiting people match the record", newest.waiting, at_most)};
}

}  // namespace microdata::postgres
