#include "postgres/inspection/edition_verification.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

#include "core/series/invariance_check.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// Columns of a relation of an edition, the bucket first.
struct EditionColumns {
  std::vector<Dictionary> dictionaries;
  std::vector<std::vector<Code>> codes;
};

EditionColumns read_edition(Oid relation, const std::vector<std::string>& names,
                            const Progress& progress) {
  const Source source = open_source(relation);
  EditionColumns columns;
  for (const std::string& name : names)
    columns.dictionaries.emplace_back(require_column(source, name).type);
  check_is_integer(require_column(source, names.front()), "bucket");
  std::vector<Dictionary*> pointers;
  for (Dictionary& dictionary : columns.dictionaries)
    pointers.push_back(&dictionary);
  columns.codes = read_columns(relation, names, pointers);
  for (std::size_t i = 0; i < names.size(); ++i) {
    columns.dictionaries[i].finish(progress);
    columns.dictionaries[i].translate(columns.codes[i], progress);
  }
  return columns;
}

// Buckets by their numbers as they are shown.
class ShownBuckets {
 public:
  std::uint32_t number(const Dictionary& buckets, Code code) {
    const auto [found, is_new] =
        numbers_.emplace(buckets.text(code), static_cast<std::uint32_t>(edition.buckets.size()));
    if (is_new) edition.buckets.emplace_back();
    return found->second;
  }

  InvariantEdition edition;

 private:
  std::map<std::string, std::uint32_t> numbers_;
};

std::vector<std::uint32_t> by_code(const Dictionary& dictionary, ShownBuckets& buckets) {
  std::vector<std::uint32_t> numbers;
  for (Code code = 0; code < dictionary.distinct(); ++code)
    numbers.push_back(buckets.number(dictionary, code));
  return numbers;
}

// Rows that are not NULL throughout are persons.
void add_persons(const EditionColumns& columns, ShownBuckets& buckets, const Progress& progress) {
  const std::vector<std::uint32_t> numbers = by_code(columns.dictionaries.front(), buckets);
  for (std::size_t row = 0; row < columns.codes.front().size(); ++row) {
    progress.checkpoint_at(row);
    bool is_person = false;
    for (std::size_t c = 1; c < columns.codes.size(); ++c)
      is_person = is_person || !columns.dictionaries[c].is_null(columns.codes[c][row]);
    if (!is_person) continue;
    const std::uint32_t bucket = numbers[columns.codes.front()[row]];
    ++buckets.edition.buckets[bucket].persons;
    buckets.edition.bucket_of.push_back(bucket);
  }
}

// `counted`: there is a column of counts, as in the anatomy format.
void add_values(const EditionColumns& columns, bool counted, ShownBuckets& buckets,
                const Progress& progress) {
  const std::vector<std::uint32_t> numbers = by_code(columns.dictionaries.front(), buckets);
  for (std::size_t row = 0; row < columns.codes.front().size(); ++row) {
    progress.checkpoint_at(row);
    std::vector<Code>& values = buckets.edition.buckets[numbers[columns.codes.front()[row]]].values;
    values.push_back(columns.codes[1][row]);
    const bool once = !counted || columns.dictionaries[2].text(columns.codes[2][row]) == "1";
    if (!once) values.push_back(columns.codes[1][row]);
  }
}

std::size_t count_of_kind(const std::vector<InvarianceFault>& faults, InvarianceFault::Kind kind) {
  return static_cast<std::size_t>(
      std::count_if(faults.begin(), faults.end(),
                    [&](const InvarianceFault& fault) { return fault.kind == kind; }));
}

InvariantEdition read_invariant(const Release& release, const Progress& progress) {
  const bool anatomy = release_parameter(release, "format") == "anatomy";
  const std::string bucket = release_parameter(release, "bucket_column").value_or("bucket");
  ShownBuckets buckets;
  std::vector<std::string> known{bucket};
  Oid of_known = InvalidOid;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role != Role::sensitive) {
      known.push_back(attribute.name);
      of_known = attribute.relation;
      continue;
    }
    std::vector<std::string> shown{bucket, attribute.name};
    if (anatomy) shown.push_back(release_parameter(release, "count_column").value_or("count"));
    add_values(read_edition(attribute.relation, shown, progress), anatomy, buckets, progress);
  }
  add_persons(read_edition(of_known, known, progress), buckets, progress);
  return std::move(buckets.edition);
}

}  // namespace

bool is_edition(const Release& release) {
  return release_parameter(release, "series").has_value();
}

std::vector<Finding> verify_edition(const Release& release, const Progress& progress) {
  progress.phase("read");
  const InvariantEdition edition = read_invariant(release, progress);
  progress.phase("verify");
  const std::uint32_t m =
      static_cast<std::uint32_t>(std::stoul(release_parameter(release, "m").value_or("2")));
  const std::vector<InvarianceFault> faults = check_invariance({&edition, 1}, m, progress);
  std::size_t fewest = edition.buckets.empty() ? 0 : edition.buckets.front().values.size();
  for (const InvariantBucket& bucket : edition.buckets)
    fewest = std::min(fewest, bucket.values.size());
  using Kind = InvarianceFault::Kind;
  return {
      {"every bucket has m sensitive values", static_cast<double>(m), static_cast<double>(fewest),
       fewest >= m, std::nullopt},
      none_allowed("no bucket has a value twice", count_of_kind(faults, Kind::repeated_value)),
      none_allowed("every bucket has a person", count_of_kind(faults, Kind::no_person)),
      none_allowed("no bucket has more persons than values",
                   count_of_kind(faults, Kind::too_many_persons)),
  };
}

}  // namespace microdata::postgres
