#include "postgres/inspection/subject_matching.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/inspection/subject_reader.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

namespace {

void check_of_persons(const Release& release, const Source& persons, const KnownTuple& tuple) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (!tuple.contains(attribute.name) || attribute.relation == persons.relation) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "attribute " + in_quotes(attribute.name) + " is an attribute of rows")
        .hint("The tuple holds values of attributes of persons, which stand in " +
              in_quotes(persons.name) + ".");
  }
}

// Persons of every bucket, and those that match in each column.
struct PersonTally {
  std::uint32_t persons = 0;
  std::map<int, std::uint32_t> matching;
};

// Of every attribute that was read, the tuple's value is known.
std::vector<PersonTally> tally_persons(const ReadTable& persons, Code buckets,
                                       const Progress& progress) {
  std::vector<PersonTally> tallies(buckets);
  for (std::size_t row = 0; row < persons.rows(); ++row) {
    progress.checkpoint_at(row);
    PersonTally& tally = tallies[persons.bucket_of[row]];
    ++tally.persons;
    std::map<int, bool> matches;
    for (const ReadAttribute& one : persons.attributes) {
      bool& column = matches.emplace(one.attribute->column, true).first->second;
      column = column && (one.tuples.empty() || one.published[row] == one.tuples.front());
    }
    for (const auto& [column, match] : matches)
      tally.matching[column] += match ? 1 : 0;
  }
  return tallies;
}

// For each sensitive attribute and bucket, how many members have each value.
std::vector<std::vector<std::map<Code, std::uint32_t>>> tally_values(const ReadTable& values,
                                                                     Code buckets,
                                                                     const Progress& progress) {
  std::vector<std::vector<std::map<Code, std::uint32_t>>> result;
  for (const ReadAttribute& one : values.attributes) {
    const std::vector<Code>& codes = one.published;
    std::vector<std::set<std::pair<Code, Code>>> members(buckets);
    for (std::size_t row = 0; row < codes.size(); ++row) {
      progress.checkpoint_at(row);
      members[values.bucket_of[row]].emplace(codes[row], values.member_of[row]);
    }
    result.emplace_back(buckets);
    for (Code b = 0; b < buckets; ++b) {
      progress.checkpoint_at(std::size_t{b} * 64);
      for (const auto& [value, member] : members[b])
        ++result.back()[b][value];
    }
  }
  return result;
}

}  // namespace

std::vector<MatchingBucket> match_subjects(const Release& release, const Json& json,
                                           const Progress& progress) {
  const KnownTuple tuple = read_tuple(json);
  check_tuple(release, tuple);
  SubjectRelations relations = open_subject_relations(release);
  if (!relations.values) fail_incomplete(release);
  check_of_persons(release, relations.persons, tuple);
  progress.phase("read");
  relations.rows.reset();
  std::vector<std::string> names;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (tuple.contains(attribute.name) || attribute.role == Role::sensitive)
      names.push_back(attribute.name);
  }
  ReadSubjects read = read_subjects(
      release, relations, {.attributes = names, .source = false, .person = &tuple}, progress);
  const Dictionary& buckets = read.bucket_numbers.front();
  std::vector<ReadAttribute>& sensitive = read.values->attributes;

  progress.phase("match");
  const std::vector<PersonTally> tallies =
      tally_persons(read.persons, buckets.distinct(), progress);
  const auto shown = tally_values(*read.values, buckets.distinct(), progress);
  std::vector<MatchingBucket> result;
  for (Code b = 0; b < buckets.distinct(); ++b) {
    progress.checkpoint_at(std::size_t{b} * 64);
    const PersonTally& tally = tallies[b];
    if (tally.persons == 0) continue;
    double degree = 1;
    for (const auto& [column, matching] : tally.matching)
      degree *= static_cast<double>(matching) / tally.persons;
    if (degree == 0) continue;
    Json distributions = Json::object();
    Json only;
    for (std::size_t j = 0; j < shown.size(); ++j) {
      only = distribution_json(sensitive[j].values(), shown[j][b], tally.persons);
      distributions.add(sensitive[j].attribute->name, only);
    }
    result.push_back({buckets.text(b), degree, degree * tally.persons, 0, 0,
                      shown.size() == 1 ? only : distributions});
  }
  rank_matches(result);
  return result;
}

}  // namespace microdata::postgres
