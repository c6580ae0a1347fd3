#include "postgres/inspection/published_buckets.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>

#include "core/risk/drawn_labels.hpp"
#include "core/risk/label_cover.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/label_meanings.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
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

}  // namespace microdata::postgres
