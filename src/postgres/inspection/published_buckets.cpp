#include "postgres/inspection/published_buckets.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "core/risk/drawn_labels.hpp"
#include "core/risk/label_cover.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/label_meanings.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

// Returns the number of rows by code: the sum over the labels that cover the code of the label's
// rows, divided by the label's number of values.
std::vector<double> rows_of_values(const std::vector<CodeSet>& covers,
                                   std::span<const std::uint64_t> rows, Code values,
                                   const Progress& progress) {
  std::vector<double> change(values + std::size_t{1});
  for (std::size_t label = 0; label < covers.size(); ++label) {
    progress.checkpoint_at(label);
    const double each =
        static_cast<double>(rows[label]) / static_cast<double>(covers[label].size());
    covers[label].for_each_run([&](Code from, Code to) {
      change[from] += each;
      change[to] -= each;
    });
  }
  std::partial_sum(change.begin(), change.end(), change.begin());
  return change;
}

// Returns the value of a label with the most rows, the first of equal ones.
Code likeliest_of(const CodeSet& cover, std::span<const double> rows, const Progress& progress) {
  Code best = cover.front();
  cover.for_each([&](Code code) {
    progress.checkpoint_at(code);
    if (rows[code] > rows[best]) best = code;
  });
  return best;
}

// Replaces published labels of a generalized attribute that is guessed by the likeliest value of
// each label. The likeliest value has the most rows; a label's rows are divided among its values.
// Requires finished dictionaries. Fails if a label covers no value.
void guess_values_of_labels(ReadAttribute& reading, const Progress& progress) {
  const Dictionary& labels = reading.labels();
  const std::vector<CodeSet> covers =
      covered_values(labels, reading.values(), generalized_type(reading.values().type()), progress);
  if (std::any_of(covers.begin(), covers.end(),
                  [](const CodeSet& cover) { return cover.empty(); })) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "attribute " + in_quotes(reading.attribute->name) +
                    " has labels that cover no value of the source")
        .hint("verify_release() shows more.");
  }
  std::vector<std::uint64_t> rows(covers.size());
  for (const Code label : reading.published)
    ++rows[label];
  const std::vector<double> likely =
      rows_of_values(covers, rows, reading.values().distinct(), progress);
  std::vector<Code> guesses;
  for (const CodeSet& cover : covers)
    guesses.push_back(likeliest_of(cover, likely, progress));
  for (Code& code : reading.published)
    code = guesses[code];
  reading.dictionaries.pop_back();
}

RegionAttribute region_attribute(ReadAttribute& reading, const Progress& progress) {
  RegionAttribute result{reading.published,
                         reading.labels().distinct(),
                         reading.tuples,
                         reading.values().distinct(),
                         {}};
  if (!reading.attribute->generalized) {
    for (Code label = 0; label < result.labels; ++label)
      result.covers.push_back(CodeSet::range(label, label + 1));
    return result;
  }
  result.covers = covered_values(reading.labels(), reading.values(),
                                 generalized_type(reading.values().type()), progress);
  return result;
}

// Returns the codes of rows that are not counterfeits, for an attribute of which counterfeits show
// nothing.
std::vector<Code> shown_codes(const std::vector<Code>& published,
                              std::span<const std::uint8_t> counterfeit) {
  std::vector<Code> shown;
  for (std::size_t row = 0; row < published.size(); ++row) {
    if (counterfeit[row] == 0) shown.push_back(published[row]);
  }
  return shown;
}

void find_chances(std::vector<ReadAttribute>& readings, std::span<const std::uint8_t> counterfeit,
                  bool of_region, PublishedBuckets& result, const Progress& progress) {
  const ValueChances nothing =
      of_region ? ValueChances::of_region(result.members()) : ValueChances(result.view.tuples);
  ValueChances& all = result.chances_of_all.emplace(nothing);
  ValueChances& known = result.chances_of_known.emplace(nothing);
  for (ReadAttribute& reading : readings) {
    RegionAttribute attribute = region_attribute(reading, progress);
    if (!counterfeit.empty() && reading.attribute->role != Role::sensitive)
      attribute.published = shown_codes(attribute.published, counterfeit);
    all.add(attribute, progress);
    if (reading.attribute->role == Role::quasi_identifier) known.add(attribute, progress);
  }
}

// Marks the rows of counterfeits in a column without sensitive attributes, which shows nothing of
// them.
void leave_out(std::span<const std::uint8_t> counterfeit, SlicedView::Column& column) {
  for (std::size_t row = 0; row < counterfeit.size(); ++row) {
    if (counterfeit[row] == 0) continue;
    column.known.published[row] = nowhere;
    column.whole.published[row] = nowhere;
  }
}

SlicedView::Column make_column(const std::vector<ReadAttribute*>& attributes, bool has_source,
                               bool in_buckets, std::span<const std::uint8_t> counterfeit,
                               PublishedBuckets& result, const Progress& progress) {
  const std::size_t rows = result.view.bucket_of.size();
  const std::size_t tuples = result.view.tuples;
  std::vector<RegionAttribute> regions;
  std::vector<std::vector<Code>> known_published;
  std::vector<std::vector<Code>> known_tuples;
  std::vector<std::vector<Code>> rest_published;
  std::vector<std::vector<Code>> rest_tuples;
  bool generalized = false;
  for (ReadAttribute* reading : attributes) {
    if (reading->attribute->role == Role::quasi_identifier) {
      generalized = generalized || (has_source && reading->attribute->generalized);
      known_published.push_back(reading->published);
      known_tuples.push_back(reading->tuples);
    } else {
      rest_published.push_back(reading->published);
      rest_tuples.push_back(reading->tuples);
    }
  }
  SlicedView::Column column;
  if (generalized) {
    for (ReadAttribute* reading : attributes) {
      if (reading->attribute->role == Role::quasi_identifier) {
        regions.push_back(region_attribute(*reading, progress));
      }
    }
    Regions found = in_buckets ? find_regions_in_buckets(regions, result.view.bucket_of,
                                                         result.view.buckets, progress)
                               : find_regions(regions, progress);
    column.known = std::move(found.values);
    result.ambiguous_tuples += found.ambiguous;
  } else {
    column.known = number_values(known_published, known_tuples, rows, tuples, progress);
  }
  if (column.known.covering) {
    column.whole = with_rest(
        column.known, number_values(rest_published, rest_tuples, rows, tuples, progress), progress);
    return column;
  }
  // A tuple that lies in no region has a value that no published row has.
  rest_published.push_back(column.known.published);
  rest_tuples.push_back(column.known.tuples);
  for (std::uint32_t& value : rest_tuples.back()) {
    if (value == nowhere) value = column.known.distinct;
  }
  column.whole = number_values(rest_published, rest_tuples, rows, tuples, progress);
  const bool shows_sensitive = std::any_of(
      attributes.begin(), attributes.end(),
      [](const ReadAttribute* reading) { return reading->attribute->role == Role::sensitive; });
  if (!shows_sensitive) leave_out(counterfeit, column);
  return column;
}

}  // namespace

PublishedBuckets read_published_buckets(const Release& release, const Progress& progress,
                                        const ReadScope& scope, Chances chances) {
  progress.phase("read");
  ReadRelease read = read_release(release, scope, progress);
  std::vector<ReadAttribute>& readings = read.attributes;
  PublishedBuckets result;
  result.has_source = read.has_source();
  result.view.bucket_of = std::move(read.bucket_of);
  result.view.buckets = read.bucket_numbers.front().distinct();
  result.view.tuples = read.tuples();
  result.outsiders = read.outsiders;
  result.bucket_numbers = std::move(read.bucket_numbers);
  const std::span<const std::uint8_t> counterfeit = read.counterfeit;
  for (ReadAttribute& reading : readings) {
    result.misfits += reading.misfits;
    // Rows need at least one sensitive value that they can stand for.
    if (reading.attribute->role == Role::sensitive && read.rows > 0 &&
        reading.labels().distinct() == 0)
      throw counts_do_not_fit(reading.attribute->name);
    if (!read.has_source() || !reading.attribute->generalized) continue;
    check_generalized_type(reading.attribute->name, reading.labels().type(),
                           reading.values().type());
  }
  if (chances != Chances::none)
    find_chances(readings, counterfeit, chances == Chances::of_region, result, progress);
  for (ReadAttribute& reading : readings) {
    if (read.has_source() && reading.attribute->generalized &&
        reading.attribute->role == Role::sensitive)
      guess_values_of_labels(reading, progress);
  }

  progress.phase("compare");
  std::map<int, std::vector<ReadAttribute*>> columns;
  for (ReadAttribute& reading : readings)
    columns[reading.attribute->column].push_back(&reading);
  for (const auto& [number, attributes] : columns) {
    for (ReadAttribute* reading : attributes) {
      if (reading->attribute->role != Role::sensitive) continue;
      if (result.view.valueless.empty()) {
        result.view.valueless =
            valueless_buckets(release, result.view.bucket_of, result.view.buckets,
                              reading->published, reading->shared());
      }
      result.view.sensitive.push_back(
          {result.view.columns.size(), reading->shared().distinct(), reading->published,
           reading->tuples,
           harmless_codes(release, reading->attribute->name, reading->shared(), progress)});
      result.sensitive_names.push_back(reading->attribute->name);
      result.sensitive_source_names.push_back(reading->attribute->source_name);
    }
    result.view.columns.push_back(make_column(
        attributes, result.has_source, release.layout.k_in_buckets, counterfeit, result, progress));
  }
  for (ReadAttribute& reading : readings) {
    if (!read.has_source() || reading.attribute->role != Role::quasi_identifier) continue;
    result.known.push_back({std::move(reading.tuples), reading.values().distinct(),
                            !reading.values().projection().empty()});
    result.known_values.push_back(std::move(reading.values()));
  }
  for (const auto& [number, attributes] : columns) {
    for (ReadAttribute* reading : attributes) {
      if (reading->attribute->role == Role::sensitive) {
        result.sensitive_values.push_back(
            std::make_shared<const Dictionary>(std::move(reading->values())));
      }
    }
  }
  return result;
}

namespace {

// Reads the rows of the attributes that the tuple has and of the sensitive attributes.
ReadRelease read_known_rows(const Release& release, const KnownTuple& tuple,
                            const Progress& progress) {
  std::vector<std::string> names;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (tuple.contains(attribute.name) || attribute.role == Role::sensitive)
      names.push_back(attribute.name);
  }
  return read_release(release, {.attributes = names, .source = false, .person = &tuple}, progress);
}

// Returns by code 1 if the tuple can have the code; empty if the tuple's value is unknown.
std::vector<std::uint8_t> matching_codes(ReadAttribute& read, const KnownTuple& tuple) {
  const auto known = tuple.find(read.attribute->name);
  if (known == tuple.end()) return {};
  if (read.attribute->generalized)
    return covering_labels(read.attribute->name, read.labels(), known->second);
  std::vector<std::uint8_t> matches(read.values().distinct());
  matches[read.tuples.front()] = 1;
  return matches;
}

// Counts of the rows of one bucket.
struct BucketTally {
  // Number of rows of persons, and number of counterfeits.
  std::uint32_t rows = 0;
  std::uint32_t counterfeits = 0;
  // Number of matching rows by column.
  std::vector<std::uint32_t> matching;
  // Number of rows by value for each sensitive attribute, among the rows that match in its column.
  std::vector<std::map<Code, std::uint32_t>> candidates;
};

// Returns D(t, B) of one sensitive attribute: the count of each value as a share of `total`.
Json distribution_json(const Dictionary& values, const std::map<Code, std::uint32_t>& counts,
                       std::uint32_t total) {
  Json json = Json::object();
  for (const auto& [value, count] : counts) {
    // The text NULL is quoted, as in an array, to differ from NULL.
    const std::string text = values.text(value);
    const bool quoted = text == "NULL" && !values.is_null(value);
    json.add(quoted ? in_quotes(text) : text, static_cast<double>(count) / total);
  }
  return json;
}

}  // namespace

Code encode_known(Dictionary& dictionary, const std::optional<std::string>& value) {
  const AttributeType& type = dictionary.type();
  return dictionary.encode(value ? make_key(type, read_value(type, *value)) : Key{true, 0, {}});
}

namespace {

// Sets the probabilities from degrees and rows, and sorts the matches, the most probable first.
void rank_matches(std::vector<MatchingBucket>& matches) {
  double total_degree = 0;
  double total_rows = 0;
  for (const MatchingBucket& match : matches) {
    total_degree += match.degree;
    total_rows += match.rows;
  }
  for (MatchingBucket& match : matches) {
    match.probability = match.rows / total_rows;
    match.paper_probability = match.degree / total_degree;
  }
  std::stable_sort(matches.begin(), matches.end(),
                   [](const MatchingBucket& a, const MatchingBucket& b) {
                     return a.probability > b.probability;
                   });
}

// Adds the buckets that match the tuple, of the region that was entered or of the whole release.
void add_matches(const Release& release, const KnownTuple& tuple, const Progress& progress,
                 std::vector<MatchingBucket>& result) {
  progress.phase("read");
  ReadRelease read = read_known_rows(release, tuple, progress);
  std::vector<std::vector<std::uint8_t>> matches;
  for (ReadAttribute& one : read.attributes)
    matches.push_back(matching_codes(one, tuple));
  check_counts(read);
  const Dictionary& buckets = read.bucket_numbers.front();
  const std::vector<Code>& bucket_of = read.bucket_of;

  progress.phase("match");
  // Index of each group among the groups that still exist.
  std::map<int, std::size_t> place_of;
  for (const ReleaseAttribute& attribute : release.attributes)
    place_of.try_emplace(attribute.column, place_of.size());
  const std::size_t columns = place_of.size();
  const auto place = [&](const ReadAttribute& one) { return place_of.at(one.attribute->column); };
  std::vector<ReadAttribute*> sensitive;
  std::vector<std::uint8_t> shows_sensitive(columns);
  for (ReadAttribute& one : read.attributes) {
    if (one.attribute->role != Role::sensitive) continue;
    sensitive.push_back(&one);
    shows_sensitive[place(one)] = 1;
  }
  // A person without a published value can have any value that other people's rows show.
  std::vector<std::uint8_t> valueless;
  std::map<Code, std::uint32_t> all_values;
  std::uint32_t with_value = 0;
  if (!sensitive.empty()) {
    ReadAttribute& shown = *sensitive.front();
    valueless =
        valueless_buckets(release, bucket_of, buckets.distinct(), shown.published, shown.values());
    for (std::size_t row = 0; row < read.rows && !valueless.empty(); ++row) {
      if (valueless[bucket_of[row]] != 0) continue;
      ++all_values[shown.published[row]];
      ++with_value;
    }
  }
  // Index of each attribute with a known value, and index of its column.
  std::vector<std::pair<std::size_t, std::size_t>> known;
  for (std::size_t a = 0; a < matches.size(); ++a) {
    if (!matches[a].empty()) known.emplace_back(a, place(read.attributes[a]));
  }
  std::vector<BucketTally> tallies(buckets.distinct());
  for (BucketTally& tally : tallies) {
    tally.matching.resize(columns);
    tally.candidates.resize(sensitive.size());
  }
  const std::vector<std::uint8_t> everything(columns, 1);
  std::vector<std::uint8_t> matching;
  for (std::size_t row = 0; row < read.rows; ++row) {
    progress.checkpoint_at(row);
    BucketTally& tally = tallies[bucket_of[row]];
    ++(read.is_counterfeit(row) ? tally.counterfeits : tally.rows);
    matching = read.is_counterfeit(row) ? shows_sensitive : everything;
    for (const auto& [a, column] : known) {
      if (!read.is_counterfeit(row))
        matching[column] &= matches[a][read.attributes[a].published[row]];
    }
    for (std::size_t c = 0; c < matching.size(); ++c)
      tally.matching[c] += matching[c];
    for (std::size_t j = 0; j < sensitive.size(); ++j) {
      if (matching[place(*sensitive[j])] != 0) ++tally.candidates[j][sensitive[j]->published[row]];
    }
  }

  for (Code b = 0; b < tallies.size(); ++b) {
    progress.checkpoint_at(std::size_t{b} * 64);
    const BucketTally& tally = tallies[b];
    if (tally.rows == 0) continue;
    double degree = 1;
    for (std::size_t c = 0; c < tally.matching.size(); ++c) {
      const std::uint32_t shown = tally.rows + (shows_sensitive[c] != 0 ? tally.counterfeits : 0);
      degree *= static_cast<double>(tally.matching[c]) / shown;
    }
    if (degree == 0) continue;
    const double expected = degree * tally.rows;
    Json distributions = Json::object();
    Json only;
    for (std::size_t j = 0; j < sensitive.size(); ++j) {
      only = !valueless.empty() && valueless[b] != 0
                 ? distribution_json(sensitive[j]->values(), all_values, with_value)
                 : distribution_json(sensitive[j]->values(), tally.candidates[j],
                                     tally.matching[place(*sensitive[j])]);
      distributions.add(sensitive[j]->attribute->name, only);
    }
    result.push_back(
        {buckets.text(b), degree, expected, 0, 0, sensitive.size() == 1 ? only : distributions});
  }
}

}  // namespace

std::vector<MatchingBucket> find_matching_buckets(const Release& release, const Json& json,
                                                  const Progress& progress) {
  const KnownTuple tuple = read_tuple(json);
  check_tuple(release, tuple);
  std::vector<MatchingBucket> result;
  for_each_region(release, [&](std::uint32_t) { add_matches(release, tuple, progress, result); },
                  {.source = false});
  rank_matches(result);
  return result;
}

namespace {

void check_of_persons(const Release& release, const Source& persons, const KnownTuple& tuple) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (!tuple.contains(attribute.name) || part_of(release, attribute) == SubjectPart::persons)
      continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "attribute " + in_quotes(attribute.name) + " is an attribute of rows")
        .hint("The tuple holds values of attributes of persons, which stand in " +
              in_quotes(persons.name) + ".");
  }
}

// Number of a bucket's persons, and number of matching persons by column.
struct PersonTally {
  std::uint32_t persons = 0;
  std::map<int, std::uint32_t> matching;
};

// Counts the persons of each bucket, and the matching ones by column. A persons' attribute without
// a value in the tuple matches everybody.
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

// Returns the number of members by value, for each sensitive attribute and bucket.
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

// Adds the matching buckets of the region that was entered, or of the whole release.
void add_buckets_of_persons(const Release& release, const SubjectRelations& relations,
                            const KnownTuple& tuple, std::vector<MatchingBucket>& result,
                            const Progress& progress) {
  progress.phase("read");
  std::vector<std::string> names;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (tuple.contains(attribute.name) || attribute.role == Role::sensitive)
      names.push_back(attribute.name);
  }
  ReadSubjects read = read_subjects(
      release, relations, {.attributes = names, .source = false, .person = &tuple}, progress);
  if (!read.values) fail_incomplete(release);
  const Dictionary& buckets = read.bucket_numbers.front();
  std::vector<ReadAttribute>& sensitive = read.values->attributes;

  progress.phase("match");
  const std::vector<PersonTally> tallies =
      tally_persons(read.persons, buckets.distinct(), progress);
  const auto shown = tally_values(*read.values, buckets.distinct(), progress);
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
}

}  // namespace

std::vector<MatchingBucket> match_subjects(const Release& release, const Json& json,
                                           const Progress& progress) {
  const KnownTuple tuple = read_tuple(json);
  check_tuple(release, tuple);
  SubjectRelations relations = open_subject_relations(release);
  check_of_persons(release, relations.persons, tuple);
  relations.rows.reset();
  std::vector<MatchingBucket> result;
  for_each_region(
      release,
      [&](std::uint32_t) { add_buckets_of_persons(release, relations, tuple, result, progress); },
      {.source = false});
  rank_matches(result);
  return result;
}

}  // namespace microdata::postgres
