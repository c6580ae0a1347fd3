#include "postgres/inspection/bucket_matching.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>

#include "core/privacy/privacy_model.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

namespace {

struct Published {
  const ReleaseAttribute* attribute;
  Dictionary dictionary;
  std::vector<Code> codes;
  // For a known quasi-identifier, whether each code matches.
  std::vector<std::uint8_t> matches;
  std::optional<Code> given;
  // The number of its group among those of the release.
  std::size_t place = 0;
};

// The published rows, as far as the tuple and the sensitive attributes need them.
struct PublishedRows {
  Dictionary buckets;
  std::vector<Code> bucket_of;
  std::vector<Published> attributes;
  // By row, where there are some. They show what is sensitive alone.
  std::vector<std::uint8_t> counterfeit;

  bool is_counterfeit(std::size_t row) const { return !counterfeit.empty() && counterfeit[row]; }
};

bool is_known(const Published& published) {
  return published.attribute->role != Role::sensitive;
}

// Of the anatomy format, the relation of the quasi-identifiers.
Oid relation_of_rows(const Release& release, bool counted) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (!counted || attribute.role != Role::sensitive) return attribute.relation;
  }
  return release.relations.front();
}

PublishedRows read_rows(const Release& release, const KnownTuple& tuple, const Progress& progress) {
  const std::string bucket_column = release.layout.bucket.name;
  const std::string count_column = release.layout.count.name;
  const bool counted = release.layout.counted;
  const std::size_t counterfeits = counterfeits_of(release);
  const bool shows_counterfeits = counterfeits > 0 && !counted;
  const Source relation = open_source(relation_of_rows(release, counted));
  PublishedRows rows{Dictionary(require_column(relation, bucket_column).type), {}, {}, {}};
  std::vector<Source> others;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (!tuple.contains(attribute.name) && attribute.role != Role::sensitive &&
        !shows_counterfeits) {
      continue;
    }
    if (attribute.relation != relation.relation) others.push_back(open_source(attribute.relation));
    const Source& in = attribute.relation == relation.relation ? relation : others.back();
    rows.attributes.push_back(
        {&attribute, Dictionary(require_column(in, attribute.name).type), {}, {}, {}});
  }
  std::vector<std::string> names{bucket_column};
  std::vector<Dictionary*> dictionaries{&rows.buckets};
  std::vector<Published*> read;
  for (Published& published : rows.attributes) {
    if (published.attribute->relation != relation.relation) continue;
    read.push_back(&published);
    names.push_back(published.attribute->name);
    dictionaries.push_back(&published.dictionary);
  }
  std::vector<std::vector<Code>> codes = read_columns(relation.relation, names, dictionaries);
  rows.bucket_of = std::move(codes[0]);
  for (std::size_t i = 0; i < read.size(); ++i)
    read[i]->codes = std::move(codes[i + 1]);
  std::vector<CountedColumn> columns;
  std::size_t next = 0;
  for (Published& published : rows.attributes) {
    if (published.attribute->relation == relation.relation) continue;
    columns.push_back(read_counted(others[next++], published.attribute->name, bucket_column,
                                   count_column, rows.buckets, published.dictionary));
  }
  rows.buckets.finish(progress);
  rows.buckets.translate(rows.bucket_of, progress);
  next = 0;
  const std::size_t rows_shown = rows.bucket_of.size();
  CounterfeitRows found(rows_shown);
  for (Published& published : rows.attributes) {
    const bool known = tuple.contains(published.attribute->name);
    std::vector<Code> given;
    if (known && !published.attribute->generalized) {
      given.push_back(encode_known(published.dictionary, tuple.at(published.attribute->name)));
    }
    published.dictionary.finish(progress);
    if (published.attribute->relation == relation.relation) {
      published.dictionary.translate(published.codes, progress);
      if (is_known(published)) found.add(published.codes, published.dictionary, progress);
    } else {
      CountedColumn& column = columns[next++];
      finish_counted(column, rows.buckets, published.dictionary, progress);
      add_counterfeits(column, counterfeits, rows_shown, rows.bucket_of, progress);
    }
    if (!given.empty()) {
      published.dictionary.translate(given, progress);
      published.matches.assign(published.dictionary.distinct(), 0);
      published.matches[given.front()] = 1;
    } else if (known) {
      published.matches = covering_labels(published.attribute->name, published.dictionary,
                                          tuple.at(published.attribute->name));
    }
  }
  next = 0;
  for (Published& published : rows.attributes) {
    if (published.attribute->relation == relation.relation) continue;
    std::size_t misfits = 0;
    published.codes =
        spread_values(columns[next++], rows.buckets.distinct(), rows.bucket_of, misfits, progress);
    if (misfits > 0) throw counts_do_not_fit(published.attribute->name);
  }
  if (shows_counterfeits) rows.counterfeit = found.found(release);
  if (rows.bucket_of.size() > rows_shown) {
    rows.counterfeit.assign(rows.bucket_of.size(), 1);
    std::fill_n(rows.counterfeit.begin(), rows_shown, 0);
  }
  return rows;
}

// What there is of one bucket.
struct BucketTally {
  // Rows of persons, and of counterfeits.
  std::uint32_t rows = 0;
  std::uint32_t counterfeits = 0;
  // Rows that match in each column.
  std::vector<std::uint32_t> matching;
  // For each sensitive attribute, values of the rows that match in its column.
  std::vector<std::map<Code, std::uint32_t>> candidates;
};

}  // namespace

Json distribution_json(const Dictionary& values, const std::map<Code, std::uint32_t>& counts,
                       std::uint32_t total) {
  Json json = Json::object();
  for (const auto& [value, count] : counts) {
    // The text NULL differs from NULL as in an array.
    const std::string text = values.text(value);
    const bool quoted = text == "NULL" && !values.is_null(value);
    json.add(quoted ? in_quotes(text) : text, static_cast<double>(count) / total);
  }
  return json;
}

Code encode_known(Dictionary& dictionary, const std::optional<std::string>& value) {
  const AttributeType& type = dictionary.type();
  return dictionary.encode(value ? make_key(type, read_value(type, *value)) : Key{true, 0, {}});
}

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

namespace {

// Of the rows that are read, adds the buckets that match.
void add_matches(const Release& release, const KnownTuple& tuple, const Progress& progress,
                 std::vector<MatchingBucket>& result) {
  progress.phase("read");
  PublishedRows rows = read_rows(release, tuple, progress);
  const Dictionary& buckets = rows.buckets;
  const std::vector<Code>& bucket_of = rows.bucket_of;
  const std::vector<Published>& attributes = rows.attributes;

  progress.phase("match");
  // By group, its place among those that are there.
  std::map<int, std::size_t> place_of;
  for (const ReleaseAttribute& attribute : release.attributes)
    place_of.try_emplace(attribute.column, place_of.size());
  const std::size_t columns = place_of.size();
  for (Published& published : rows.attributes)
    published.place = place_of.at(published.attribute->column);
  std::vector<const Published*> sensitive;
  for (const Published& published : attributes) {
    if (published.attribute->role == Role::sensitive) sensitive.push_back(&published);
  }
  // Persons without a value may have what all others are shown with.
  std::vector<std::uint8_t> valueless;
  std::map<Code, std::uint32_t> all_values;
  std::uint32_t with_value = 0;
  if (!sensitive.empty()) {
    const Published& shown = *sensitive.front();
    valueless =
        valueless_buckets(release, bucket_of, buckets.distinct(), shown.codes, shown.dictionary);
    for (std::size_t row = 0; row < bucket_of.size() && !valueless.empty(); ++row) {
      if (valueless[bucket_of[row]] != 0) continue;
      ++all_values[shown.codes[row]];
      ++with_value;
    }
  }
  std::vector<BucketTally> tallies(buckets.distinct());
  for (BucketTally& tally : tallies) {
    tally.matching.resize(columns);
    tally.candidates.resize(sensitive.size());
  }
  const std::vector<std::uint8_t> everything(columns, 1);
  std::vector<std::uint8_t> shows_sensitive(columns);
  for (const Published* published : sensitive)
    shows_sensitive[published->place] = 1;
  std::vector<std::uint8_t> matching;
  for (std::size_t row = 0; row < bucket_of.size(); ++row) {
    progress.checkpoint_at(row);
    BucketTally& tally = tallies[bucket_of[row]];
    ++(rows.is_counterfeit(row) ? tally.counterfeits : tally.rows);
    matching = rows.is_counterfeit(row) ? shows_sensitive : everything;
    for (const Published& published : attributes) {
      if (published.matches.empty() || rows.is_counterfeit(row)) continue;
      matching[published.place] &= published.matches[published.codes[row]];
    }
    for (std::size_t c = 0; c < matching.size(); ++c)
      tally.matching[c] += matching[c];
    for (std::size_t j = 0; j < sensitive.size(); ++j) {
      if (matching[sensitive[j]->place] != 0) {
        ++tally.candidates[j][sensitive[j]->codes[row]];
      }
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
      const std::size_t column = sensitive[j]->place;
      only = !valueless.empty() && valueless[b] != 0
                 ? distribution_json(sensitive[j]->dictionary, all_values, with_value)
                 : distribution_json(sensitive[j]->dictionary, tally.candidates[j],
                                     tally.matching[column]);
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

}  // namespace microdata::postgres
