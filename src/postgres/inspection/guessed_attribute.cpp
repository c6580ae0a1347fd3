#include "postgres/inspection/guessed_attribute.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <variant>

#include "core/risk/group_gain.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/covered_values.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

bool has_rows_in_buckets(const Release& release, const LayoutOperations& operations) {
  return std::holds_alternative<MatchBuckets*>(operations.matching_buckets) &&
         !is_of_subjects(release) && !has_special_rows(release);
}

// In the anatomy format what is sensitive has a table of its own, of which nothing is read then.
void forget_sensitive(Release& release) {
  if (release.layout.counted) {
    std::erase_if(release.attributes, [](const ReleaseAttribute& attribute) {
      return attribute.role == Role::sensitive;
    });
    return;
  }
  for (ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role == Role::sensitive) attribute.role = Role::insensitive;
  }
}

// By code, the rows whose labels cover it, each divided by the values of its label.
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

Code likeliest_of(const CodeSet& cover, std::span<const double> rows, const Progress& progress) {
  Code best = cover.front();
  cover.for_each([&](Code code) {
    progress.checkpoint_at(code);
    if (rows[code] > rows[best]) best = code;
  });
  return best;
}

}  // namespace

Release release_to_guess(const Release& release, const LayoutOperations& operations,
                         const std::string& attribute) {
  if (!has_rows_in_buckets(release, operations)) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "only sensitive attributes of release " +
                    in_quotes(relation_name(release.relations.front())) + " can be guessed")
        .detail("Other attributes are guessed in releases in buckets with a row for every person.")
        .hint("Leave them out of the argument attributes.");
  }
  (void)require_attribute(release, attribute);
  Release guessed = release;
  for (ReleaseAttribute& one : guessed.attributes) {
    if (one.name == attribute) one.role = Role::quasi_identifier;
  }
  forget_sensitive(guessed);
  for (ReleaseAttribute& one : guessed.attributes) {
    if (one.name == attribute) one.role = Role::sensitive;
  }
  return guessed;
}

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

std::vector<EasyGuess> easiest_to_guess(const Release& release, const LayoutOperations& operations,
                                        std::size_t most, const Progress& progress) {
  constexpr std::int64_t rows_looked_at = 50'000;
  if (!has_rows_in_buckets(release, operations)) return {};
  const Oid of_rows = relation_of_rows(release);
  const Source published = open_source(of_rows);
  const std::string bucket = release.layout.bucket.name;
  std::vector<std::string> names;
  std::vector<int> groups;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.relation != of_rows || attribute.role != Role::quasi_identifier) continue;
    names.push_back(attribute.name);
    groups.push_back(attribute.column);
  }
  std::vector<Dictionary> dictionaries;
  std::vector<Dictionary*> read;
  std::vector<std::string> columns = names;
  columns.push_back(bucket);
  dictionaries.reserve(columns.size());
  for (const std::string& column : columns)
    read.push_back(&dictionaries.emplace_back(require_column(published, column).type));
  const std::int64_t every = release.published_rows.value_or(0) / rows_looked_at + 1;
  const std::string condition = "pg_catalog.abs(pg_catalog.hashint8(" +
                                integer_column(of_rows, bucket, "bucket") +
                                "::pg_catalog.int8)::pg_catalog.int8) OPERATOR(pg_catalog.%) " +
                                std::to_string(every) + " OPERATOR(pg_catalog.=) 0";
  std::vector<std::vector<Code>> codes =
      read_columns(of_rows, columns, read, every > 1 ? condition : "", KeptSnapshot());
  if (codes.back().empty()) return {};
  std::vector<CodedColumn> coded;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    dictionaries[i].finish(progress);
    dictionaries[i].translate(codes[i], progress);
    coded.push_back({codes[i], dictionaries[i].distinct()});
  }
  std::vector<EasyGuess> guesses;
  for (std::size_t a = 0; a < names.size(); ++a) {
    std::vector<CodedColumn> known{coded.back()};
    for (std::size_t b = 0; b < names.size(); ++b) {
      if (b != a && groups[b] == groups[a]) known.push_back(coded[b]);
    }
    guesses.push_back({names[a], group_gain(coded[a], known, progress)});
  }
  std::erase_if(guesses, [](const EasyGuess& guess) { return guess.gain <= 0; });
  std::stable_sort(guesses.begin(), guesses.end(),
                   [](const EasyGuess& a, const EasyGuess& b) { return a.gain > b.gain; });
  guesses.resize(std::min(guesses.size(), most));
  return guesses;
}

}  // namespace microdata::postgres
