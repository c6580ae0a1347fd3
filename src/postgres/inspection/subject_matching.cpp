#include "postgres/inspection/subject_matching.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

namespace {

// Those of a table's attributes that are read, with their values.
struct MatchedTable {
  std::vector<const ReleaseAttribute*> attributes;
  std::vector<Dictionary> dictionaries;
  SubjectTable read;

  MatchedTable(const Source& table, std::vector<const ReleaseAttribute*> wanted)
      : attributes(std::move(wanted)) {
    for (const ReleaseAttribute* attribute : attributes)
      dictionaries.emplace_back(require_column(table, attribute->name).type);
  }

  void read_from(const Source& table, const SubjectRelations& relations, Dictionary& buckets,
                 Dictionary* members) {
    std::vector<Dictionary*> pointers;
    for (Dictionary& dictionary : dictionaries)
      pointers.push_back(&dictionary);
    read = read_subject_table(table, relations, attributes, pointers, buckets, members);
  }
};

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

std::vector<PersonTally> tally_persons(const MatchedTable& persons, const std::vector<Code>& known,
                                       Code buckets, const Progress& progress) {
  std::vector<PersonTally> tallies(buckets);
  for (std::size_t row = 0; row < persons.read.bucket_of.size(); ++row) {
    progress.checkpoint_at(row);
    PersonTally& tally = tallies[persons.read.bucket_of[row]];
    ++tally.persons;
    std::map<int, bool> matches;
    for (std::size_t i = 0; i < known.size(); ++i) {
      bool& column = matches.emplace(persons.attributes[i]->column, true).first->second;
      column = column && persons.read.attributes[i][row] == known[i];
    }
    for (const auto& [column, match] : matches)
      tally.matching[column] += match ? 1 : 0;
  }
  return tallies;
}

// For each sensitive attribute and bucket, how many members have each value.
std::vector<std::vector<std::map<Code, std::uint32_t>>> tally_values(const MatchedTable& values,
                                                                     Code buckets,
                                                                     const Progress& progress) {
  std::vector<std::vector<std::map<Code, std::uint32_t>>> result;
  for (const std::vector<Code>& codes : values.read.attributes) {
    std::vector<std::set<std::pair<Code, Code>>> members(buckets);
    for (std::size_t row = 0; row < codes.size(); ++row) {
      progress.checkpoint_at(row);
      members[values.read.bucket_of[row]].emplace(codes[row], values.read.member_of[row]);
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
  const SubjectRelations relations = open_subject_relations(release);
  if (!relations.values) fail_incomplete(release);
  check_of_persons(release, relations.persons, tuple);
  progress.phase("read");
  std::vector<const ReleaseAttribute*> known_attributes;
  for (const ReleaseAttribute* attribute : attributes_in(release, relations.persons)) {
    if (tuple.contains(attribute->name)) known_attributes.push_back(attribute);
  }
  Dictionary buckets(require_column(relations.persons, relations.bucket_column).type);
  Dictionary members(member_type(relations));
  MatchedTable persons(relations.persons, known_attributes);
  MatchedTable values(*relations.values, attributes_in(release, *relations.values));
  persons.read_from(relations.persons, relations, buckets, nullptr);
  values.read_from(*relations.values, relations, buckets, &members);
  buckets.finish(progress);
  members.finish(progress);
  check_bucket_numbers(buckets);
  std::vector<Code> known;
  for (std::size_t i = 0; i < known_attributes.size(); ++i) {
    Dictionary& dictionary = persons.dictionaries[i];
    std::vector<Code> given{encode_known(dictionary, tuple.at(known_attributes[i]->name))};
    dictionary.finish(progress);
    dictionary.translate(given, progress);
    dictionary.translate(persons.read.attributes[i], progress);
    known.push_back(given.front());
  }
  for (std::size_t j = 0; j < values.attributes.size(); ++j) {
    values.dictionaries[j].finish(progress);
    values.dictionaries[j].translate(values.read.attributes[j], progress);
  }
  translate_places(persons.read, buckets, members, progress);
  translate_places(values.read, buckets, members, progress);

  progress.phase("match");
  const std::vector<PersonTally> tallies =
      tally_persons(persons, known, buckets.distinct(), progress);
  const auto shown = tally_values(values, buckets.distinct(), progress);
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
      only = distribution_json(values.dictionaries[j], shown[j][b], tally.persons);
      distributions.add(values.attributes[j]->name, only);
    }
    result.push_back({buckets.text(b), degree, degree * tally.persons, 0, 0,
                      shown.size() == 1 ? only : distributions});
  }
  rank_matches(result);
  return result;
}

}  // namespace microdata::postgres
