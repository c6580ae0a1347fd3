#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/series/cohort_check.hpp"
#include "postgres/checks/edition_verification.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/checks/series_verification.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/series_memory.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

namespace {

// Number of persons of a cohort by the persons' attributes in one row.
using CountedRows = std::map<std::vector<Code>, std::size_t>;

struct CohortInTables {
  ShownCohort shown;
  CountedRows rows;
};

// Cohorts by the code of their number.
using CohortsInTables = std::map<Code, CohortInTables>;

// The tables of an edition, as they were read.
struct EditionInTables {
  SubjectTable persons;
  SubjectTable values;
};

// Editions of one series, in dictionaries that they share.
class CohortReading {
 public:
  explicit CohortReading(const Release& first) {
    const SubjectRelations relations = relations_of(first);
    buckets_ = std::make_unique<Dictionary>(
        require_column(relations.persons, relations.bucket_column).type);
    members_ = std::make_unique<Dictionary>(member_type(relations));
    for (const ReleaseAttribute* attribute : attributes_in(first, relations.persons))
      add_attribute(*attribute, relations.persons, of_persons_);
    for (const ReleaseAttribute* attribute : attributes_in(first, *relations.values))
      add_attribute(*attribute, *relations.values, of_values_);
  }

  // Reads an edition. Fails if the edition no longer has the tables and attributes of the first
  // one.
  void read(const Release& release) {
    const SubjectRelations relations = relations_of(release);
    EditionInTables edition;
    edition.persons = read_subject_table(relations.persons, relations,
                                         same_attributes(release, relations.persons, of_persons_),
                                         dictionaries_of(of_persons_), *buckets_, nullptr);
    edition.values = read_subject_table(*relations.values, relations,
                                        same_attributes(release, *relations.values, of_values_),
                                        dictionaries_of(of_values_), *buckets_, members_.get());
    editions_.push_back(std::move(edition));
  }

  // Adds the values by number that the series remembers, which the newest edition must show.
  void remember(const std::vector<std::optional<std::string>>& values) {
    const PlainText settings;
    Dictionary& dictionary = of_values_.front().second;
    for (const std::optional<std::string>& text : values) {
      remembered_.push_back(
          dictionary.encode(text ? make_key(dictionary.type(), read_value(dictionary.type(), *text))
                                 : Key{true, 0, {}}));
    }
  }

  // Returns the remembered sets by the number of their bucket, as text.
  std::map<std::string, std::vector<ItemSet>> remembered_sets(
      const std::vector<RememberedMember>& members) const {
    std::map<std::string, std::vector<ItemSet>> sets;
    for (const RememberedMember& member : members) {
      if (!member.cohort) continue;
      ItemSet set;
      for (const std::uint32_t number : member.values)
        set.push_back(number < remembered_.size() ? remembered_[number] : unknown_value);
      std::sort(set.begin(), set.end());
      sets[std::to_string(*member.cohort + std::uint64_t{1})].push_back(std::move(set));
    }
    for (auto& [bucket, of_bucket] : sets)
      std::sort(of_bucket.begin(), of_bucket.end());
    return sets;
  }

  std::vector<CohortsInTables> finish(const Progress& progress) {
    buckets_->finish(progress);
    members_->finish(progress);
    check_bucket_numbers(*buckets_);
    for (auto* attributes : {&of_persons_, &of_values_}) {
      for (auto& [attribute, dictionary] : *attributes)
        dictionary.finish(progress);
    }
    of_values_.front().second.translate(remembered_, progress);
    std::vector<CohortsInTables> result;
    for (EditionInTables& edition : editions_) {
      CohortsInTables& cohorts = result.emplace_back();
      add_persons(edition.persons, cohorts, progress);
      add_sets(edition.values, cohorts, progress);
    }
    return result;
  }

  PersonsOfCohorts persons_of(const CohortsInTables& cohorts, const std::string& key,
                              const Progress& progress) const {
    PersonsOfCohorts result;
    std::vector<std::vector<Code>> columns(of_persons_.size());
    for (const auto& [number, cohort] : cohorts) {
      progress.checkpoint();
      ShownPersons& persons = result[number_of(number)];
      persons.sets += cohort.shown.sets.size();
      persons.persons += cohort.shown.persons;
      for (const auto& row : cohort.rows) {
        for (std::size_t a = 0; a < columns.size(); ++a)
          columns[a].push_back(row.first[a]);
      }
    }
    std::vector<ShownValues> shown;
    for (std::size_t a = 0; a < columns.size(); ++a)
      shown.push_back({&of_persons_[a].second, &columns[a]});
    std::size_t rows = 0;
    for (const auto& cohort : cohorts)
      rows += cohort.second.rows.size();
    const std::vector<std::uint32_t> hashes = shown_hashes(shown, rows, key, progress);
    std::size_t next = 0;
    for (const auto& [number, cohort] : cohorts) {
      ShownPersons& persons = result[number_of(number)];
      for (const auto& row : cohort.rows)
        persons.hashes[hashes[next++]] += row.second;
    }
    return result;
  }

  // True if the hashes of shown values stay the same on any later day. Renaming a value of an
  // enumeration changes its hash.
  bool has_lasting_hashes() const {
    return std::all_of(of_persons_.begin(), of_persons_.end(), [](const auto& attribute) {
      const AttributeType& type = attribute.second.type();
      return has_canonical_values(type) && !guarded([&] { return type_is_enum(type.base); });
    });
  }

  std::string number_of(Code cohort) const { return buckets_->text(cohort); }

  // Returns 1 by value for those that are on record as harmless in the release.
  std::vector<std::uint8_t> harmless_of(const Release& release, const Progress& progress) const {
    return harmless_codes(release, values_in(release), of_values_.front().second, progress);
  }
  // Returns the name of the sensitive attribute in the release.
  std::string values_in(const Release& release) const {
    for (const ReleaseAttribute& attribute : release.attributes) {
      if (are_same(attribute, of_values_.front().first)) return attribute.name;
    }
    return of_values_.front().first.name;
  }

 private:
  using AttributeDictionaries = std::vector<std::pair<ReleaseAttribute, Dictionary>>;

  // Opens the tables of an edition. Fails if there is no sensitive attribute, because every cohort
  // has values.
  static SubjectRelations relations_of(const Release& release) {
    SubjectRelations relations = open_subject_relations(release);
    if (!relations.values || attributes_in(release, *relations.values).empty())
      fail_incomplete(release);
    return relations;
  }

  static void add_attribute(const ReleaseAttribute& attribute, const Source& table,
                            AttributeDictionaries& attributes) {
    attributes.emplace_back(attribute, Dictionary(require_column(table, attribute.name).type));
  }

  static std::vector<Dictionary*> dictionaries_of(AttributeDictionaries& attributes) {
    std::vector<Dictionary*> result;
    for (auto& [name, dictionary] : attributes)
      result.push_back(&dictionary);
    return result;
  }

  // True if both are one attribute of the source, which may have been renamed between editions.
  static bool are_same(const ReleaseAttribute& one, const ReleaseAttribute& other) {
    return one.source_name.empty() || other.source_name.empty()
               ? one.name == other.name
               : one.source_name == other.source_name;
  }

  // Returns the release's attributes in the order of the dictionaries, whose types may be wider.
  static std::vector<const ReleaseAttribute*> same_attributes(
      const Release& release, const Source& table, const AttributeDictionaries& attributes) {
    const std::vector<const ReleaseAttribute*> all = attributes_in(release, table);
    std::vector<const ReleaseAttribute*> result;
    for (const auto& same : attributes) {
      const auto found = std::find_if(all.begin(), all.end(), [&](const ReleaseAttribute* a) {
        return are_same(*a, same.first);
      });
      if (found == all.end()) fail_incomplete(release);
      const AttributeType& type = require_column(table, (*found)->name).type;
      const AttributeType& read_as = same.second.type();
      if (type.base != read_as.base && !keeps_values(type, read_as)) fail_incomplete(release);
      result.push_back(*found);
    }
    return result;
  }

  void add_persons(SubjectTable& table, CohortsInTables& cohorts, const Progress& progress) const {
    buckets_->translate(table.bucket_of, progress);
    for (std::size_t a = 0; a < of_persons_.size(); ++a)
      of_persons_[a].second.translate(table.attributes[a], progress);
    std::vector<Code> key(of_persons_.size());
    for (std::size_t row = 0; row < table.bucket_of.size(); ++row) {
      progress.checkpoint_at(row);
      for (std::size_t a = 0; a < key.size(); ++a)
        key[a] = table.attributes[a][row];
      CohortInTables& cohort = cohorts[table.bucket_of[row]];
      ++cohort.shown.persons;
      ++cohort.rows[key];
    }
  }

  void add_sets(SubjectTable& table, CohortsInTables& cohorts, const Progress& progress) const {
    translate_places(table, *buckets_, *members_, progress);
    of_values_.front().second.translate(table.attributes.front(), progress);
    std::map<std::pair<Code, Code>, ItemSet> sets;
    for (std::size_t row = 0; row < table.bucket_of.size(); ++row) {
      progress.checkpoint_at(row);
      sets[{table.bucket_of[row], table.member_of[row]}].push_back(table.attributes.front()[row]);
    }
    for (auto& [place, set] : sets) {
      progress.checkpoint();
      std::sort(set.begin(), set.end());
      cohorts[place.first].shown.sets.push_back(std::move(set));
    }
  }

  std::unique_ptr<Dictionary> buckets_;
  std::unique_ptr<Dictionary> members_;
  AttributeDictionaries of_persons_;
  AttributeDictionaries of_values_;
  std::vector<EditionInTables> editions_;
  std::vector<Code> remembered_;
  static constexpr Code unknown_value = std::numeric_limits<Code>::max();
};

// Faults in the cohorts of one edition.
struct CohortFaults {
  std::size_t fewest_sets = std::numeric_limits<std::size_t>::max();
  double largest_share = 0;
  std::optional<Code> with_largest_share;
  std::size_t without_persons = 0;
  std::size_t with_more_persons = 0;
  std::size_t repeating = 0;
};

CohortFaults measure(const CohortsInTables& cohorts, std::span<const std::uint8_t> harmless,
                     const Progress& progress) {
  CohortFaults faults;
  if (cohorts.empty()) faults.fewest_sets = 0;
  for (const auto& [number, cohort] : cohorts) {
    progress.checkpoint();
    const CohortFigures figures = measure_cohort(cohort.shown, harmless);
    faults.fewest_sets = std::min(faults.fewest_sets, figures.sets);
    const double share = figures.sets == 0 ? 1
                                           : static_cast<double>(figures.most_with_a_value) /
                                                 static_cast<double>(figures.sets);
    if (share > faults.largest_share) {
      faults.largest_share = share;
      faults.with_largest_share = number;
    }
    faults.without_persons += figures.persons == 0 ? 1 : 0;
    faults.with_more_persons += figures.persons > figures.sets ? 1 : 0;
    faults.repeating += figures.repeating;
  }
  return faults;
}

// Content of the former editions about a cohort.
struct CohortBefore {
  const ShownCohort* last = nullptr;
  // True if a person was missing from a former edition.
  bool closed = false;
  // Largest number of persons with each row in any former edition.
  CountedRows rows;
};

void add_edition(const CohortsInTables& cohorts, std::map<Code, CohortBefore>& before) {
  for (auto& [number, earlier] : before)
    earlier.closed = earlier.closed || !cohorts.contains(number);
  for (const auto& [number, cohort] : cohorts) {
    CohortBefore& earlier = before[number];
    earlier.last = &cohort.shown;
    earlier.closed = earlier.closed || cohort.shown.persons < cohort.shown.sets.size();
    for (const auto& [row, persons] : cohort.rows) {
      std::size_t& most = earlier.rows[row];
      most = std::max(most, persons);
    }
  }
}

std::size_t unknown_rows(const CountedRows& rows, const CountedRows& before) {
  std::size_t unknown = 0;
  for (const auto& [row, persons] : rows) {
    const auto found = before.find(row);
    const std::size_t known = found == before.end() ? 0 : found->second;
    unknown += persons - std::min(persons, known);
  }
  return unknown;
}

std::vector<Finding> compare(std::span<const CohortsInTables> former,
                             const CohortsInTables& cohorts, const Progress& progress) {
  std::map<Code, CohortBefore> before;
  for (const CohortsInTables& edition : former) {
    progress.checkpoint();
    add_edition(edition, before);
  }
  std::size_t broken = 0;
  std::size_t unknown = 0;
  for (const auto& [number, cohort] : cohorts) {
    progress.checkpoint();
    const auto found = before.find(number);
    if (found == before.end()) continue;
    const CohortBefore& earlier = found->second;
    const bool closed = earlier.closed || cohort.shown.persons < cohort.shown.sets.size();
    if (!may_follow(*earlier.last, cohort.shown, closed, progress)) ++broken;
    unknown += unknown_rows(cohort.rows, earlier.rows);
  }
  Finding others = none_allowed("cohorts keep the quasi-identifiers of former editions", unknown);
  // The finding stays undecided because quasi-identifiers may have changed in the source, which the
  // tables do not show.
  if (unknown > 0) {
    others.holds.reset();
    others.worst_case =
        because("attributes may have changed in the source, which the tables do not tell");
  }
  return {none_allowed("sets follow former editions", broken), others};
}

std::vector<Finding> findings_of(const Release& release, const CohortsInTables& cohorts,
                                 const CohortReading& reading, const Progress& progress) {
  const double m = release.layout.l.value_or(2);
  const std::vector<std::uint8_t> harmless = reading.harmless_of(release, progress);
  const CohortFaults faults = measure(cohorts, harmless, progress);
  Finding share{"values occur in at most 1/m of a cohort's sets", 1 / m, faults.largest_share,
                faults.largest_share * m <= 1 + 1e-9};
  if (faults.with_largest_share) {
    share.worst_case =
        Json::object().add("bucket", Json::parse(reading.number_of(*faults.with_largest_share)));
  }
  std::vector<Finding> findings{
      {"every cohort has m sets of values", m, static_cast<double>(faults.fewest_sets),
       static_cast<double>(faults.fewest_sets) >= m},
      share,
      none_allowed("sets do not repeat values", faults.repeating),
      none_allowed("every cohort has a person", faults.without_persons),
      none_allowed("cohorts have at least as many sets as people", faults.with_more_persons)};
  if (harmless.empty()) return findings;
  std::size_t sets = 0;
  for (const auto& cohort : cohorts) {
    for (const ItemSet& set : cohort.second.shown.sets)
      sets += std::any_of(set.begin(), set.end(), [&](Item item) { return harmless[item] != 0; });
  }
  findings.push_back(harmless_finding(release, reading.values_in(release), sets));
  return findings;
}

// Checks that each shown cohort has its remembered sets. Cohorts without any person left are not
// shown.
Finding beside_memory(const CohortsInTables& cohorts, const CohortReading& reading,
                      const CohortMemory& memory, const Progress& progress) {
  const std::map<std::string, std::vector<ItemSet>> remembered =
      reading.remembered_sets(memory.members);
  std::size_t others = 0;
  for (const auto& [number, cohort] : cohorts) {
    progress.checkpoint();
    const auto found = remembered.find(reading.number_of(number));
    std::vector<ItemSet> sets = cohort.shown.sets;
    std::sort(sets.begin(), sets.end());
    others += found == remembered.end() || found->second != sets ? 1U : 0U;
  }
  return none_allowed("cohorts have their remembered sets", others);
}

bool is_whole(const Release& release) {
  return release.dropped_attributes.empty() && release.relations.size() > 1;
}

// Compares an edition with the memory of its series.
std::vector<Finding> compare_with_memory(const CohortsInTables& cohorts,
                                         const CohortReading& reading, const EditionRecord& edition,
                                         const CohortMemory& memory, const Progress& progress) {
  const PersonsOfCohorts persons = reading.persons_of(cohorts, memory.series.key, progress);
  std::vector<Finding> findings = compare_persons(persons, edition, memory, progress);
  if (edition.edition < memory.series.first_edition) return findings;
  if (edition.edition == memory.newest())
    findings.push_back(beside_memory(cohorts, reading, memory, progress));
  findings.push_back(
      compare_attributes(persons, edition.edition, memory, reading.has_lasting_hashes(), progress));
  return findings;
}

const EditionRecord* record_of(const Release& release, const CohortMemory& memory) {
  const auto found =
      std::find_if(memory.editions.begin(), memory.editions.end(),
                   [&](const EditionRecord& edition) { return edition.release == release.id; });
  return found == memory.editions.end() ? nullptr : &*found;
}

// Verifies editions of the same cohorts, the oldest first. Compares each with the editions before
// it and, if there is a series, with the memory of the series.
std::vector<std::vector<Finding>> verify_together(const std::vector<const Release*>& releases,
                                                  const CohortMemory* memory,
                                                  const Progress& progress) {
  progress.phase("read");
  CohortReading reading(*releases.back());
  for (const Release* release : releases)
    reading.read(*release);
  const EditionRecord* last = memory == nullptr ? nullptr : record_of(*releases.back(), *memory);
  if (last != nullptr && last->edition == memory->newest()) reading.remember(memory->values);
  const std::vector<CohortsInTables> editions = reading.finish(progress);
  progress.phase("verify");
  std::vector<std::vector<Finding>> findings;
  for (std::size_t e = 0; e < editions.size(); ++e) {
    findings.push_back(findings_of(*releases[e], editions[e], reading, progress));
    const auto add = [&](const std::vector<Finding>& beside) {
      findings.back().insert(findings.back().end(), beside.begin(), beside.end());
    };
    if (e > 0) add(compare(std::span(editions).first(e), editions[e], progress));
    const EditionRecord* record = memory == nullptr ? nullptr : record_of(*releases[e], *memory);
    if (record != nullptr)
      add(compare_with_memory(editions[e], reading, *record, *memory, progress));
  }
  return findings;
}

}  // namespace

std::vector<Finding> verify_cohorts(const Release& release, const Progress& progress) {
  const std::optional<std::string> name = series_of_release(release.id);
  std::optional<CohortMemory> memory;
  if (name) memory = recall_cohorts(*name, progress);
  std::vector<Release> former;
  if (memory) {
    for (const EditionRecord& edition : memory->editions) {
      if (edition.release == release.id || edition.edition < memory->series.first_edition) continue;
      std::optional<Release> found = find_edition(edition).release;
      if (found && found->id < release.id && is_whole(*found)) former.push_back(std::move(*found));
    }
  }
  std::vector<const Release*> releases;
  for (const Release& edition : former)
    releases.push_back(&edition);
  releases.push_back(&release);
  return verify_together(releases, memory ? &*memory : nullptr, progress).back();
}

std::optional<std::vector<SeriesFinding>> verify_series_of_cohorts(const std::string& name,
                                                                   const Progress& progress) {
  if (found_series(name).arguments["rows"].text() != "growing") return std::nullopt;
  const CohortMemory memory = recall_cohorts(name, progress);
  const Series& series = memory.series;
  std::vector<SeriesFinding> findings;
  std::vector<Release> there;
  std::vector<EditionRecord> records;
  for (const EditionRecord& edition : memory.editions) {
    FoundEdition found = find_edition(edition);
    // The series may have been of another kind before it began anew.
    const bool comparable = edition.edition >= series.first_edition;
    if (found.release && comparable && is_whole(*found.release)) {
      there.push_back(std::move(*found.release));
      records.push_back(edition);
      continue;
    }
    std::string reason = found.reason;
    if (found.release) reason = "some of its tables or attributes are gone";
    if (!comparable)
      reason = "the series began anew with edition " + std::to_string(series.first_edition);
    std::vector<Finding> of_edition{not_checked("the edition exists", reason)};
    if (found.release) add_dropped_attributes(*found.release, of_edition);
    for (Finding& finding : of_edition)
      findings.push_back({edition.edition, std::move(finding)});
  }
  const auto add = [&](std::optional<std::int32_t> edition, const std::vector<Finding>& found) {
    for (const Finding& finding : found)
      findings.push_back({edition, finding});
  };
  std::vector<const Release*> releases;
  for (const Release& release : there)
    releases.push_back(&release);
  if (!releases.empty()) {
    const std::vector<std::vector<Finding>> found = verify_together(releases, &memory, progress);
    for (std::size_t e = 0; e < found.size(); ++e) {
      add(records[e].edition, found[e]);
      std::vector<Finding> of_any;
      add_findings_of_any(there[e], of_any, progress);
      add(records[e].edition, of_any);
    }
  }
  add(std::nullopt, verify_memory(memory, progress));
  return findings;
}

}  // namespace microdata::postgres
