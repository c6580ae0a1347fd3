#include "postgres/inspection/sampled_persons.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

// Tuples on their way in, whose dictionaries are not finished.
struct Sample {
  std::vector<std::string> attributes;
  std::vector<Dictionary> dictionaries;
  // By attribute.
  std::vector<std::vector<Code>> codes;

  Sample(const Source& source, std::vector<std::string> names)
      : attributes(std::move(names)), codes(attributes.size()) {
    for (const std::string& attribute : attributes)
      dictionaries.emplace_back(require_column(source, attribute).type);
  }

  SourceTuples finish(const Progress& progress) && {
    return {std::move(attributes), std::move(dictionaries), std::move(codes), progress};
  }
};

// Rows, each as likely as any other.
struct SomeRows {
  // Of the relation, and of those that were read.
  Row all = 0;
  Row read = 0;
  std::vector<std::vector<Code>> codes;
};

// At least so many, or all: each server draws of its own, and again where it drew too few.
SomeRows some_rows(const Source& relation, Sample& sample, std::size_t most) {
  const KeptSnapshot snapshot;
  const std::string table = qualified_name(relation.relation);
  const auto all = std::stoull(
      *query_rows("SELECT pg_catalog.count(*) FROM " + table, snapshot).front().front());
  check_number_of_rows(all);
  std::vector<Dictionary*> dictionaries;
  for (Dictionary& dictionary : sample.dictionaries)
    dictionaries.push_back(&dictionary);
  const auto wanted = static_cast<double>(most);
  double share = (wanted + 6 * std::sqrt(wanted) + 10) / static_cast<double>(std::max(all, 1ULL));
  for (;; share *= 2) {
    const std::string condition =
        share < 1 ? "pg_catalog.random() OPERATOR(pg_catalog.<) " + microdata::to_string(share)
                  : "true";
    SomeRows rows{static_cast<Row>(all), 0, {}};
    rows.codes =
        read_columns(relation.relation, sample.attributes, dictionaries, condition, snapshot);
    rows.read = row_count(rows.codes);
    if (rows.read >= most || share >= 1) return rows;
  }
}

// Returns how many were taken.
std::size_t take(const SomeRows& rows, const RowsToTake& taken, Sample& sample) {
  for (std::size_t a = 0; a < sample.codes.size(); ++a) {
    for (const Row row : taken[a])
      sample.codes[a].push_back(rows.codes[a][row]);
  }
  return taken.front().size();
}

DrawnPersons sample_sides(const Release& release, const std::optional<Oid>& outsiders,
                          bool make_others, std::size_t most, Random& random,
                          const Progress& progress) {
  progress.phase("read");
  const Source source = open_source(*release.source);
  Sample sample(source, attributes_in_source(release));
  const std::size_t attributes = sample.attributes.size();
  const SomeRows rows = some_rows(source, sample, most);
  const std::size_t members = take(rows, whole_rows(attributes, rows.read, most, random), sample);
  if (make_others && rows.read > 0)
    take(rows, values_apart(attributes, rows.read, drawn_outsiders(rows.all), random), sample);
  if (outsiders) {
    check_outsiders_of(release, source, *outsiders);
    const SomeRows others = some_rows(open_source(*outsiders), sample, most);
    take(others, whole_rows(attributes, others.read, most, random), sample);
  }
  return {std::move(sample).finish(progress), members};
}

}  // namespace

SourceTuples sample_tuples(const Source& source, const Source& relation,
                           const std::vector<std::string>& attributes, std::size_t most,
                           Random& random, const Progress& progress) {
  Sample sample(source, attributes);
  const SomeRows rows = some_rows(relation, sample, most);
  take(rows, whole_rows(attributes.size(), rows.read, most, random), sample);
  return std::move(sample).finish(progress);
}

DrawnPersons sample_members_and_outsiders(const Release& release,
                                          const std::optional<Oid>& outsiders, std::size_t most,
                                          Random& random, const Progress& progress) {
  return sample_sides(release, outsiders, !outsiders, most, random, progress);
}

DrawnPersons sample_persons(const Release& release, const std::optional<Oid>& outsiders,
                            std::size_t most, Random& random, const Progress& progress) {
  return sample_sides(release, outsiders, false, most, random, progress);
}

PackedPersons packed_persons(const DrawnPersons& persons, const Progress& progress) {
  return {packed_tuples(persons.tuples, persons.tuples.attributes(), progress), persons.members};
}

DrawnPersons unpacked_persons(const PackedPersons& persons, const Source& relation,
                              const Progress& progress) {
  DrawnPersons unpacked{unpacked_tuples(persons.tuples, relation, progress), persons.members};
  if (unpacked.members > unpacked.tuples.count()) fail_packed();
  return unpacked;
}

}  // namespace microdata::postgres
