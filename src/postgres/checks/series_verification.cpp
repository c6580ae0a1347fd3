#include "postgres/checks/series_verification.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <utility>

#include "core/base/radix_sort.hpp"
#include "core/microdata/attribute_set.hpp"
#include "postgres/checks/edition_verification.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/inspection/series_memory.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

constexpr const char* known_signatures = "every bucket has a signature of the series";
constexpr const char* by_memory = "people have their remembered signatures";
constexpr const char* by_source = "people in the source appear with their signatures";
constexpr const char* as_withheld = "withheld people in the source appear without a value";
constexpr const char* in_former = "former editions show people with the same signatures";
constexpr const char* is_there = "the edition exists";

// Returns the number of known keys without a published key of their own, equal keys counted one by
// one. Keys are pseudorandom and equal if the things that they stand for are equal. A collision,
// for one pair in 2^64, can hide a fault but not make one.
std::size_t missing_of(std::vector<std::uint64_t> known, std::vector<std::uint64_t> published,
                       const Progress& progress) {
  for (std::vector<std::uint64_t>* keys : {&known, &published}) {
    radix_sort(
        std::span(*keys), std::numeric_limits<std::uint64_t>::max(),
        [](std::uint64_t key) { return key; }, progress);
  }
  std::size_t missing = 0;
  std::size_t next = 0;
  for (const std::uint64_t key : known) {
    while (next < published.size() && published[next] < key)
      ++next;
    if (next < published.size() && published[next] == key) {
      ++next;
    } else {
      ++missing;
    }
  }
  return missing;
}

std::uint64_t with_number(std::uint64_t key, std::uint64_t number) {
  key = (key ^ number) * 0x9E3779B97F4A7C15ULL;
  key = (key ^ (key >> 29U)) * 0xBF58476D1CE4E5B9ULL;
  return key ^ (key >> 32U);
}

// An edition with the memory of its series.
class EditionBesideMemory {
 public:
  EditionBesideMemory(const ShownEdition& shown, const SeriesMemory& memory, std::int32_t edition,
                      const Progress& progress)
      : shown_(shown), memory_(memory), edition_(edition), progress_(progress) {
    ValuesOfSeries values = bring_values_together(shown.values, memory.signatures, progress);
    std::map<Signature, std::uint32_t> numbers;
    for (std::uint32_t s = 0; s < values.signatures.size(); ++s)
      numbers.emplace(std::move(values.signatures[s]), s);
    for (std::size_t b = 0; b < shown.edition.buckets.size(); ++b) {
      progress.checkpoint_at(b);
      Signature signature;
      for (const Code value : shown.edition.buckets[b].values)
        signature.push_back(values.of_table[value]);
      std::sort(signature.begin(), signature.end());
      const auto found = numbers.find(signature);
      signature_of_.push_back(found == numbers.end() ? no_signature : found->second);
    }
  }

  std::size_t unknown_buckets() const {
    return static_cast<std::size_t>(
        std::count(signature_of_.begin(), signature_of_.end(), no_signature));
  }

  // Returns the number of people whom the edition lacks, by signature; for the newest edition,
  // surplus people count as well. Former editions may show more people, because memory does not say
  // which editions a person missed before coming back.
  std::size_t missing_by_signature() const {
    std::vector<std::int64_t> surplus(memory_.signatures.size());
    for (const std::uint32_t bucket : shown_.edition.bucket_of) {
      if (signature_of_[bucket] != no_signature) ++surplus[signature_of_[bucket]];
    }
    std::size_t missing = 0;
    for (const RememberedPerson& person : memory_.persons) {
      if (!person.was_in(edition_)) continue;
      if (person.signature < surplus.size()) {
        --surplus[person.signature];
      } else {
        ++missing;
      }
    }
    for (const std::int64_t left : surplus) {
      if (left < 0) missing += static_cast<std::size_t>(-left);
      if (left > 0 && edition_ == memory_.newest()) missing += static_cast<std::size_t>(left);
    }
    return missing;
  }

  // Compares people of the source by attributes and signature. All attributes of a column of the
  // release are compared at once; the column that lacks most people counts.
  Finding persons_of_source(const PersonsOfSource& source) const {
    const auto signature_of = [&](Row row) { return source.recalled.of(row)->signature; };
    std::vector<std::uint32_t> of_rows;
    for (const std::uint32_t bucket : shown_.edition.bucket_of)
      of_rows.push_back(signature_of_[bucket]);
    return compare(
        by_source, source, [&](const RememberedPerson& person) { return person.was_in(edition_); },
        [&](const RememberedPerson& person) { return person.was_shown_in(edition_); }, signature_of,
        {&ShownAttribute::codes, of_rows});
  }

  // Compares withheld people of the source with the people shown without a value, in the same way.
  Finding withheld_of_source(const PersonsOfSource& source) const {
    const auto is_there = [&](const RememberedPerson& person) {
      return person.was_withheld_in(edition_);
    };
    const std::vector<std::uint32_t> of_rows(shown_.valueless_persons());
    return compare(as_withheld, source, is_there, is_there, [](Row) { return 0U; },
                   {&ShownAttribute::codes_of_valueless, of_rows});
  }

 private:
  // Rows that the edition shows, each with the number that its attributes stand with.
  struct ShownRows {
    std::vector<Code> ShownAttribute::*codes;
    std::span<const std::uint32_t> numbers;
  };

  // Compares people of the source with rows of the edition. `is_there` is true for a person whom
  // the edition shows; `as_shown`, if it shows the person with the remembered attributes.
  // `number_of` returns the number that a row of the source stands with.
  template <typename IsThere, typename AsShown, typename NumberOf>
  Finding compare(const char* requirement, const PersonsOfSource& source, const IsThere& is_there,
                  const AsShown& as_shown, const NumberOf& number_of, const ShownRows& rows) const {
    std::vector<Row> known;
    std::size_t changed = 0;
    for (Row row = 0; row < source.shown.size(); ++row) {
      progress_.checkpoint_at(row);
      const RememberedPerson* person = source.recalled.of(row);
      if (person == nullptr || !is_there(*person)) continue;
      if (as_shown(*person) && person->shown == source.shown[row]) {
        known.push_back(row);
      } else {
        ++changed;
      }
    }
    if (known.empty()) return not_checked(requirement, "the source has none of them as published");
    std::vector<std::uint64_t> of_known;
    for (const Row row : known)
      of_known.push_back(with_number(0, number_of(row)));
    std::map<int, std::vector<const ShownAttribute*>> columns;
    for (const ShownAttribute& attribute : shown_.attributes)
      columns[attribute.column].push_back(&attribute);
    std::size_t missing = 0;
    for (const auto& [column, attributes] : columns)
      missing = std::max(missing, missing_in_column(attributes, source, known, of_known, rows));
    Finding finding = none_allowed(requirement, missing);
    finding.worst_case = Json::object().add("compared", known.size()).add("changed", changed);
    return finding;
  }

  std::size_t missing_in_column(const std::vector<const ShownAttribute*>& attributes,
                                const PersonsOfSource& source, const std::vector<Row>& known,
                                std::vector<std::uint64_t> of_known, const ShownRows& rows) const {
    std::vector<std::uint64_t> of_rows;
    for (const std::uint32_t number : rows.numbers)
      of_rows.push_back(with_number(0, number));
    for (const ShownAttribute* attribute : attributes) {
      const std::size_t a = attribute_of(*attribute, source.table.data);
      Dictionary both(source.table.dictionaries[a].type());
      std::vector<Code> of_source = source.table.dictionaries[a].add_to(both);
      std::vector<Code> of_edition = attribute->dictionary.add_to(both);
      both.finish(progress_);
      both.translate(of_source, progress_);
      both.translate(of_edition, progress_);
      const std::vector<Code>& codes = source.table.data.columns[a];
      progress_.in_blocks(known.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          of_known[i] = with_number(of_known[i], of_source[codes[known[i]]]);
      });
      progress_.in_blocks(of_rows.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          of_rows[i] = with_number(of_rows[i], of_edition[(attribute->*rows.codes)[i]]);
      });
    }
    return missing_of(std::move(of_known), std::move(of_rows), progress_);
  }

  static std::size_t attribute_of(const ShownAttribute& shown, const Microdata& data) {
    const auto found = std::find_if(
        data.attributes.begin(), data.attributes.end(),
        [&](const Attribute& attribute) { return attribute.name == shown.source_name; });
    if (found == data.attributes.end()) {
      throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                  "the source no longer has an attribute that the edition shows");
    }
    return static_cast<std::size_t>(found - data.attributes.begin());
  }

  const ShownEdition& shown_;
  const SeriesMemory& memory_;
  std::int32_t edition_;
  const Progress& progress_;
  // Number of the signature, by bucket; no_signature if the series does not have the signature.
  std::vector<std::uint32_t> signature_of_;
};

// A series with its source, for comparison with its editions.
class SeriesBesideSource {
 public:
  SeriesBesideSource(const std::string& name, const Progress& progress)
      : progress_(progress),
        memory_(recall_series(name, progress)),
        source_(read_persons(memory_, reason_, progress)) {}

  const SeriesMemory& memory() const { return memory_; }

  // Returns the findings about an edition beyond those of its tables alone.
  std::vector<Finding> findings_of(const EditionRecord& edition, const ShownEdition& shown) const {
    const std::size_t persons = shown.edition.bucket_of.size() + shown.harmless.persons();
    std::size_t values = shown.harmless.values();
    for (const InvariantBucket& bucket : shown.edition.buckets)
      values += bucket.values.size();
    std::vector<Finding> findings{
        as_recorded("published people match the record", edition.persons, persons),
        as_recorded("counterfeit values match the record", edition.counterfeits,
                    values - std::min(values, persons))};
    if (edition.edition < memory_.series.first_edition) {
      findings.push_back(not_checked(by_memory, begun_anew()));
      return findings;
    }
    const EditionBesideMemory beside(shown, memory_, edition.edition, progress_);
    findings.push_back(none_allowed(known_signatures, beside.unknown_buckets()));
    findings.push_back(none_allowed(by_memory, beside.missing_by_signature()));
    findings.push_back(source_ ? beside.persons_of_source(*source_)
                               : not_checked(by_source, reason_));
    if (shown.valueless.empty()) return findings;
    findings.push_back(as_recorded("people without a value match the withheld people",
                                   edition.withheld, shown.valueless_persons()));
    findings.push_back(source_ ? beside.withheld_of_source(*source_)
                               : not_checked(as_withheld, reason_));
    return findings;
  }

  // Checks that editions before the given one show the remembered signatures, which the given
  // edition is compared with. Returns nothing if there were no such editions.
  std::vector<Finding> former_editions(std::int32_t before) const {
    std::size_t faults = 0;
    Json compared = Json::array();
    Json gone = Json::array();
    Json hidden = Json::array();
    for (const EditionRecord& edition : memory_.editions) {
      if (edition.edition < memory_.series.first_edition || edition.edition >= before) continue;
      const FoundEdition found = find_edition(edition);
      std::string reason;
      const std::optional<ShownEdition> shown = read(found, reason);
      Json& others = found.hidden ? hidden : gone;
      (shown ? compared : others).push_back(edition.edition);
      if (!shown) continue;
      const EditionBesideMemory beside(*shown, memory_, edition.edition, progress_);
      faults += beside.unknown_buckets() + beside.missing_by_signature();
      if (!source_) continue;
      faults += static_cast<std::size_t>(beside.persons_of_source(*source_).achieved.value_or(0));
      if (shown->valueless.empty()) continue;
      faults += static_cast<std::size_t>(beside.withheld_of_source(*source_).achieved.value_or(0));
    }
    const bool are_hidden = !hidden.elements().empty();
    if (compared.elements().empty()) {
      if (gone.elements().empty() && !are_hidden) return {};
      return {not_checked(
          in_former, are_hidden ? "they are gone, or you may not read them" : "they are gone")};
    }
    Finding finding = none_allowed(in_former, faults);
    Json json = Json::object();
    json.add("compared", std::move(compared)).add("gone", std::move(gone));
    if (are_hidden) json.add("not_readable", std::move(hidden));
    finding.worst_case = std::move(json);
    return {finding};
  }

  // Reads an edition. Returns nothing, with the reason in `reason`, if the edition does not exist
  // or is incomplete.
  std::optional<ShownEdition> read(const FoundEdition& found, std::string& reason) const {
    reason = found.reason;
    if (!found.release) return std::nullopt;
    try {
      progress_.phase("read");
      ShownEdition shown = read_edition(*found.release, progress_);
      progress_.phase("verify");
      return shown;
    } catch (const Error& error) {
      // Some tables or attributes of the edition might not exist any more.
      reason = error.what();
      return std::nullopt;
    }
  }

  // Returns the findings about the memory by itself, and about the source's values.
  std::vector<Finding> findings_of_series() const {
    if (memory_.newest() == 0) return {};
    const EditionRecord& newest = memory_.editions.back();
    std::size_t withheld = 0;
    std::size_t waiting = 0;
    // A blank person is recorded as waiting but remembered like a person who is gone.
    std::size_t missing = 0;
    for (const RememberedPerson& person : memory_.persons) {
      withheld += person.withheld != 0 && person.gone == 0 ? 1U : 0U;
      waiting += person.signature == no_signature ? 1U : 0U;
      missing += person.gone == newest.edition ? 1U : 0U;
    }
    const std::size_t at_most = std::clamp(newest.waiting, waiting, waiting + missing);
    return {none_allowed("the memory of the series is consistent", count_faults()),
            as_recorded("withheld people match the record", newest.withheld, withheld),
            as_recorded("waiting people match the record", newest.waiting, at_most),
            values_of_source()};
  }

 private:
  std::string begun_anew() const {
    return "the series began anew with edition " + std::to_string(memory_.series.first_edition);
  }

  // Returns the number of faults in memory: signatures shorter than m, people who are remembered
  // twice, and people with an invalid signature or edition number.
  std::size_t count_faults() const {
    std::size_t faults = 0;
    for (const SignatureTexts& signature : memory_.signatures)
      faults += signature.size() < memory_.series.m ? 1U : 0U;
    const std::int32_t first = memory_.series.first_edition;
    const std::int32_t newest = memory_.newest();
    std::vector<std::uint64_t> hashes;
    for (const RememberedPerson& person : memory_.persons) {
      hashes.push_back(person.hash.low);
      const bool known =
          person.signature == no_signature || person.signature < memory_.signatures.size();
      const bool in_time = person.arrived >= first && person.since >= person.arrived &&
                           std::max({person.since, person.gone, person.withheld}) <= newest;
      faults += known && in_time ? 0U : 1U;
    }
    std::sort(hashes.begin(), hashes.end());
    for (std::size_t i = 1; i < hashes.size(); ++i)
      faults += hashes[i] == hashes[i - 1] ? 1U : 0U;
    return faults;
  }

  // Compares the source's values with the signatures. A value may have changed since the newest
  // edition; the next edition then withholds the person, so a difference is not a fault.
  Finding values_of_source() const {
    const char* const requirement = "values of people are in their signatures or withheld";
    if (!source_) return not_checked(requirement, reason_);
    const Table& table = source_->table;
    const std::size_t sensitive = attributes_with_role(table.data, Role::sensitive).front();
    const ValuesOfSeries values =
        bring_values_together(table.dictionaries[sensitive], memory_.signatures, progress_);
    std::size_t outside = 0;
    for (Row row = 0; row < table.data.rows; ++row) {
      progress_.checkpoint_at(row);
      const RememberedPerson* person = source_->recalled.of(row);
      if (person == nullptr || !person->was_in(memory_.newest()) ||
          person->signature >= values.signatures.size())
        continue;
      const Signature& signature = values.signatures[person->signature];
      const Code value = values.of_table[table.data.columns[sensitive][row]];
      outside += std::binary_search(signature.begin(), signature.end(), value) ? 0U : 1U;
    }
    Finding finding = none_allowed(requirement, outside);
    if (outside == 0) return finding;
    finding.holds = std::nullopt;
    finding.worst_case = because(
        "values may have changed since the newest edition; the next one withholds these persons");
    return finding;
  }

  const Progress& progress_;
  SeriesMemory memory_;
  std::string reason_;
  std::optional<PersonsOfSource> source_;
};

}  // namespace

std::vector<Finding> verify_in_series(const std::string& series, const Release& release,
                                      const ShownEdition& shown, const Progress& progress) {
  const SeriesBesideSource beside(series, progress);
  const std::vector<EditionRecord>& editions = beside.memory().editions;
  const auto edition =
      std::find_if(editions.begin(), editions.end(),
                   [&](const EditionRecord& candidate) { return candidate.release == release.id; });
  if (edition == editions.end()) return {};
  std::vector<Finding> findings = beside.findings_of(*edition, shown);
  if (edition->edition >= beside.memory().series.first_edition) {
    const std::vector<Finding> former = beside.former_editions(edition->edition);
    findings.insert(findings.end(), former.begin(), former.end());
  }
  return findings;
}

std::vector<Finding> without_series(const Release& release) {
  if (!release.source || !compat::owns_relation(*release.source, GetUserId())) return {};
  return {not_checked(by_memory, "the series is gone")};
}

std::vector<SeriesFinding> verify_series(const std::string& name, const Progress& progress) {
  if (auto of_cohorts = verify_series_of_cohorts(name, progress)) return std::move(*of_cohorts);
  const SeriesBesideSource beside(name, progress);
  std::vector<SeriesFinding> findings;
  const auto add = [&](std::optional<std::int32_t> edition, std::vector<Finding> found) {
    for (Finding& finding : found)
      findings.push_back({edition, std::move(finding)});
  };
  for (const EditionRecord& edition : beside.memory().editions) {
    const FoundEdition found = find_edition(edition);
    std::string reason;
    const std::optional<ShownEdition> shown = beside.read(found, reason);
    if (shown) {
      add(edition.edition, verify_uniqueness(*found.release, *shown, progress));
      add(edition.edition, beside.findings_of(edition, *shown));
    } else {
      add(edition.edition, {not_checked(is_there, reason)});
    }
    std::vector<Finding> of_any;
    if (shown) {
      add_findings_of_any(*found.release, of_any, progress);
    } else if (found.release) {
      add_dropped_attributes(*found.release, of_any);
    }
    add(edition.edition, std::move(of_any));
  }
  add(std::nullopt, beside.findings_of_series());
  return findings;
}

}  // namespace microdata::postgres
