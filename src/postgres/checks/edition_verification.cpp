#include "postgres/checks/edition_verification.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "core/series/valueless.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/checks/series_verification.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/view_code.hpp"

namespace microdata::postgres {

FoundEdition find_edition(const EditionRecord& edition) {
  FoundEdition gone{.reason = "its tables are gone"};
  const std::vector<ResultRow> rows = [&] {
    const CatalogScope scope;
    return query(
        "SELECT r.relations[1]::pg_catalog.oid FROM microdata.release_record r "
        "WHERE r.release_id = $1::pg_catalog.int8",
        {std::to_string(edition.release)});
  }();
  if (rows.empty() || !rows.front().front()) return gone;
  std::optional<Release> release =
      locked_release(static_cast<Oid>(std::stoul(*rows.front().front())), AccessShareLock);
  if (!release || release->id != edition.release) return gone;
  if (!may_read_all(release->relations))
    return {.reason = "you may not read its tables", .hidden = true};
  // The owner of the series, which the caller named, might have replaced a table by a view.
  for (const Oid relation : release->relations) {
    require_no_code_of_others(relation,
                              "relation " + in_quotes(relation_name(relation)) + " of edition " +
                                  std::to_string(edition.edition),
                              Tables::left_out);
  }
  return {.release = std::move(release)};
}

namespace {

// Returns 1 for each row with a known attribute that is not NULL, and 0 for each other row.
std::vector<std::uint8_t> find_persons(std::span<ReadAttribute* const> known, std::size_t rows,
                                       const Progress& progress) {
  std::vector<std::uint8_t> is_person(rows);
  for (ReadAttribute* one : known) {
    progress.in_blocks(rows, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
        is_person[row] |= one->labels().is_null(one->published[row]) ? 0U : 1U;
    });
  }
  return is_person;
}

std::vector<Code> only(const std::vector<std::uint8_t>& chosen, const std::vector<Code>& codes) {
  std::vector<Code> result;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (chosen[row] != 0) result.push_back(codes[row]);
  }
  return result;
}

void add_persons(std::span<const Code> bucket_of, std::span<ReadAttribute* const> known,
                 ShownEdition& shown, const Progress& progress) {
  const std::vector<std::uint8_t> is_person = find_persons(known, bucket_of.size(), progress);
  for (std::size_t row = 0; row < bucket_of.size(); ++row) {
    progress.checkpoint_at(row);
    if (is_person[row] == 0) continue;
    ++shown.edition.buckets[bucket_of[row]].persons;
    shown.edition.bucket_of.push_back(bucket_of[row]);
  }
  for (ReadAttribute* one : known) {
    progress.checkpoint();
    if (one->attribute->generalized) continue;
    shown.attributes.push_back({one->attribute->source_name, one->attribute->column,
                                std::move(one->values()), only(is_person, one->published)});
  }
}

// Returns the number for each code of a count, at most `most`; 2 for an invalid code.
std::vector<std::size_t> numbers_of(const Dictionary& counts, std::size_t most) {
  std::vector<std::size_t> numbers;
  for (Code code = 0; code < counts.distinct(); ++code) {
    const double number = counts.is_null(code) ? 0 : counts.projection()[code];
    numbers.push_back(
        number >= 1 ? static_cast<std::size_t>(std::min(number, static_cast<double>(most))) : 2);
  }
  return numbers;
}

// Adds the sensitive values to their buckets. A value of the anatomy format with a count other than
// 1 is added twice, or as often as counted if it is harmless. This includes NULL, which stands for
// persons without a value.
void add_values(std::span<const Code> bucket_of, const ReadAttribute& sensitive,
                ShownEdition& shown, const Progress& progress) {
  std::vector<InvariantBucket>& buckets = shown.edition.buckets;
  const CountedColumn* const counted = sensitive.counted ? &*sensitive.counted : nullptr;
  const std::vector<Code>& values = counted != nullptr ? counted->values : sensitive.published;
  std::vector<std::size_t> persons(buckets.size());
  for (const Code bucket : bucket_of)
    ++persons[bucket];
  const std::vector<std::size_t> numbers =
      counted != nullptr ? numbers_of(counted->numbers.front(), bucket_of.size() + 1)
                         : std::vector<std::size_t>{};
  for (std::size_t row = 0; row < values.size(); ++row) {
    progress.checkpoint();
    const Code bucket = counted != nullptr ? counted->buckets[row] : bucket_of[row];
    std::size_t times = counted != nullptr ? numbers[counted->counts[row]] : 1;
    std::vector<Code>& of_bucket = buckets[bucket].values;
    // One value more than the bucket has persons shows that a count is too large.
    const std::size_t most = std::max(persons[bucket] + 1, of_bucket.size() + 1) - of_bucket.size();
    times = std::min<std::size_t>(times, shown.harmless.has(values[row]) ? most : 2);
    of_bucket.insert(of_bucket.end(), times, values[row]);
  }
}

enum class BucketKind : std::uint8_t { of_signature, valueless, harmless };

// Returns the kind of each bucket. Several values that are all NULL are those of persons without a
// value; where NULL is harmless, only in an edition that was published with such persons.
std::vector<BucketKind> kinds_of(const Release& release, const ShownEdition& shown) {
  const auto all = [](const InvariantBucket& bucket, const auto& is) {
    return std::all_of(bucket.values.begin(), bucket.values.end(), is);
  };
  std::vector<BucketKind> kinds;
  for (const InvariantBucket& bucket : shown.edition.buckets) {
    const bool only_null = all(bucket, [&](Code value) { return shown.values.is_null(value); });
    const bool only_harmless = all(bucket, [&](Code value) { return shown.harmless.has(value); });
    const bool withheld =
        only_null && bucket.values.size() > 1 && (!only_harmless || valueless_of(release) > 0);
    kinds.push_back(withheld                                  ? BucketKind::valueless
                    : only_harmless && !bucket.values.empty() ? BucketKind::harmless
                                                              : BucketKind::of_signature);
  }
  return kinds;
}

// Moves the buckets without a signature, and their persons, out of the edition.
void take_others(const Release& release, ShownEdition& shown, const Progress& progress) {
  const std::vector<BucketKind> kinds = kinds_of(release, shown);
  if (std::all_of(kinds.begin(), kinds.end(),
                  [](BucketKind kind) { return kind == BucketKind::of_signature; }))
    return;
  std::vector<InvariantBucket> buckets;
  std::vector<std::uint32_t> number;
  for (std::size_t b = 0; b < kinds.size(); ++b) {
    progress.checkpoint_at(b);
    number.push_back(static_cast<std::uint32_t>(buckets.size()));
    InvariantBucket& bucket = shown.edition.buckets[b];
    if (kinds[b] == BucketKind::valueless) {
      shown.valueless.push_back(bucket.persons);
    } else {
      (kinds[b] == BucketKind::harmless ? shown.harmless.buckets : buckets)
          .push_back(std::move(bucket));
    }
  }
  shown.edition.buckets = std::move(buckets);
  std::vector<std::uint8_t> in_bucket;
  std::vector<std::uint8_t> in_group;
  std::vector<std::uint32_t> bucket_of;
  for (const std::uint32_t bucket : shown.edition.bucket_of) {
    in_group.push_back(kinds[bucket] == BucketKind::valueless ? 1 : 0);
    in_bucket.push_back(kinds[bucket] == BucketKind::of_signature ? 1 : 0);
    if (in_bucket.back() != 0) bucket_of.push_back(number[bucket]);
  }
  shown.edition.bucket_of = std::move(bucket_of);
  for (ShownAttribute& attribute : shown.attributes) {
    progress.checkpoint();
    attribute.codes_of_valueless = only(in_group, attribute.codes);
    attribute.codes = only(in_bucket, attribute.codes);
  }
}

}  // namespace

std::size_t ShownEdition::valueless_persons() const {
  return std::accumulate(valueless.begin(), valueless.end(), std::size_t{0});
}

std::size_t ShownHarmless::persons() const {
  return std::accumulate(
      buckets.begin(), buckets.end(), std::size_t{0},
      [](std::size_t sum, const InvariantBucket& bucket) { return sum + bucket.persons; });
}

std::size_t ShownHarmless::values() const {
  return std::accumulate(
      buckets.begin(), buckets.end(), std::size_t{0},
      [](std::size_t sum, const InvariantBucket& bucket) { return sum + bucket.values.size(); });
}

ShownEdition read_edition(const Release& release, const Progress& progress) {
  ReadRelease read = read_release(release, {.as_it_is = true, .source = false}, progress);
  std::vector<ReadAttribute*> known;
  ReadAttribute* sensitive = nullptr;
  for (ReadAttribute& one : read.attributes) {
    if (one.attribute->role == Role::sensitive) {
      sensitive = &one;
    } else {
      known.push_back(&one);
    }
  }
  if (sensitive == nullptr || known.empty()) fail_incomplete(release);
  ShownEdition shown{{}, std::move(sensitive->values()), {}, {}, {}};
  shown.harmless.attribute = sensitive->attribute->name;
  shown.harmless.is_harmless =
      harmless_codes(release, shown.harmless.attribute, shown.values, progress);
  // Rows without a bucket form a bucket of their own.
  shown.edition.buckets.resize(read.bucket_numbers.front().distinct());
  add_values(read.bucket_of, *sensitive, shown, progress);
  add_persons(read.bucket_of, known, shown, progress);
  take_others(release, shown, progress);
  return shown;
}

namespace {

std::size_t count_of_kind(const std::vector<InvarianceFault>& faults, InvarianceFault::Kind kind) {
  return static_cast<std::size_t>(
      std::count_if(faults.begin(), faults.end(),
                    [&](const InvarianceFault& fault) { return fault.kind == kind; }));
}

// Adds the findings on whether persons may be shown without a value.
void add_valueless(const Release& release, const ShownEdition& shown, std::uint32_t m,
                   std::vector<Finding>& findings) {
  const std::size_t recorded = valueless_of(release);
  const std::size_t persons = shown.valueless_persons();
  if (recorded == 0 && persons == 0) return;
  findings.push_back(as_recorded("people without a value match the record", recorded, persons));
  if (persons == 0) return;
  const std::uint32_t fewest = *std::min_element(shown.valueless.begin(), shown.valueless.end());
  findings.push_back({"every bucket without values has m people", static_cast<double>(m),
                      static_cast<double>(fewest), fewest >= m});
  std::set<Signature> signatures;
  std::vector<std::uint64_t> values(shown.values.distinct());
  for (const InvariantBucket& bucket : shown.edition.buckets) {
    Signature signature = bucket.values;
    std::sort(signature.begin(), signature.end());
    signature.erase(std::unique(signature.begin(), signature.end()), signature.end());
    for (const Code value : signature)
      ++values[value];
    signatures.insert(std::move(signature));
  }
  const std::vector<Signature> all(signatures.begin(), signatures.end());
  findings.push_back({"values outside a signature are m-diverse", static_cast<double>(m),
                      diversity_outside(all, values), may_show_valueless(all, values, m)});
}

// Returns the number of buckets in which a harmless value is beside another one, and of those of
// harmless values alone that have not as many of them as persons.
std::size_t faults_of_harmless(const ShownEdition& shown) {
  const ShownHarmless& harmless = shown.harmless;
  std::size_t faults = 0;
  for (const InvariantBucket& bucket : shown.edition.buckets) {
    faults += std::any_of(bucket.values.begin(), bucket.values.end(),
                          [&](Code value) { return harmless.has(value); });
  }
  for (const InvariantBucket& bucket : harmless.buckets)
    faults += bucket.persons != bucket.values.size();
  return faults;
}

void add_harmless(const Release& release, const ShownEdition& shown,
                  std::vector<Finding>& findings) {
  if (shown.harmless.is_harmless.empty()) return;
  findings.push_back(
      none_allowed("buckets of harmless values have one for each person, and others none",
                   faults_of_harmless(shown)));
  findings.push_back(harmless_finding(release, shown.harmless.attribute, shown.harmless.values()));
}

}  // namespace

bool is_edition(const Release& release) {
  return release.layout.series.has_value();
}

std::vector<Finding> verify_uniqueness(const Release& release, const ShownEdition& shown,
                                       const Progress& progress) {
  const InvariantEdition& edition = shown.edition;
  const auto m = static_cast<std::uint32_t>(release.layout.m.value_or(2));
  const std::vector<InvarianceFault> faults = check_invariance({&edition, 1}, m, progress);
  const auto values_of = [&](const InvariantBucket& bucket) {
    return std::count_if(bucket.values.begin(), bucket.values.end(),
                         [&](Code value) { return !shown.harmless.has(value); });
  };
  std::ptrdiff_t fewest = edition.buckets.empty() ? 0 : values_of(edition.buckets.front());
  for (const InvariantBucket& bucket : edition.buckets)
    fewest = std::min(fewest, values_of(bucket));
  const bool only_harmless = edition.buckets.empty() && !shown.harmless.buckets.empty();
  using Kind = InvarianceFault::Kind;
  std::vector<Finding> findings{
      {"every bucket has m sensitive values", static_cast<double>(m), static_cast<double>(fewest),
       fewest >= static_cast<std::ptrdiff_t>(m) || only_harmless},
      none_allowed("buckets do not repeat values", count_of_kind(faults, Kind::repeated_value)),
      none_allowed("every bucket has a person", count_of_kind(faults, Kind::no_person)),
      none_allowed("buckets have at least as many values as people",
                   count_of_kind(faults, Kind::too_many_persons)),
  };
  add_valueless(release, shown, m, findings);
  add_harmless(release, shown, findings);
  return findings;
}

std::vector<Finding> verify_rows_of_edition(const Release& release, const Progress& progress) {
  progress.phase("read");
  const ShownEdition shown = read_edition(release, progress);
  progress.phase("verify");
  return verify_uniqueness(release, shown, progress);
}

std::vector<Finding> verify_edition(const Release& release, const Progress& progress) {
  if (release.layout.cohorts) return verify_cohorts(release, progress);
  progress.phase("read");
  const ShownEdition shown = read_edition(release, progress);
  progress.phase("verify");
  std::vector<Finding> findings = verify_uniqueness(release, shown, progress);
  const std::optional<std::string> series = series_of_release(release.id);
  const std::vector<Finding> further =
      series ? verify_in_series(*series, release, shown, progress) : without_series(release);
  findings.insert(findings.end(), further.begin(), further.end());
  return findings;
}

}  // namespace microdata::postgres
