#pragma once

#include "postgres/server/api.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/sliced_view.hpp"
#include "core/risk/value_chances.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/json.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// A release in buckets, read back from its table beside its source.
struct PublishedBuckets {
  SlicedView view;
  bool has_source = false;
  // Names and values of the sensitive attributes, in the order of view.sensitive. The names in the
  // source are empty if the source is gone.
  std::vector<std::string> sensitive_names;
  std::vector<std::string> sensitive_source_names;
  std::vector<std::shared_ptr<const Dictionary>> sensitive_values;
  // Number of outsiders, persons who are not in the release; they are the last tuples of the view.
  std::size_t outsiders = 0;
  std::size_t members() const { return view.tuples - outsiders; }
  // Quasi-identifiers of the tuples; empty if the source is gone.
  std::vector<KnownAttribute> known;
  std::vector<Dictionary> known_values;
  // Chances by all attributes and by the quasi-identifiers, if they were asked for.
  std::optional<ValueChances> chances_of_all;
  std::optional<ValueChances> chances_of_known;
  // Numbers of the buckets.
  std::vector<Dictionary> bucket_numbers;  // one
  // Number of misfits in the anatomy format: counts that the rows of their bucket cannot hold, and
  // rows without a counted value.
  std::size_t misfits = 0;
  // Number of tuples of the source that lie in several regions of a generalized column.
  std::size_t ambiguous_tuples = 0;

  Json bucket_number(std::uint32_t bucket) const {
    return Json::parse(bucket_numbers.front().text(bucket));
  }
};

// Probabilities of tuples' values to find, attribute by attribute: for all tuples, or by a region
// for outsiders alone (ValueChances::of_region()).
enum class Chances { none, of_all, of_region };

// Reads a release and its source with the caller's privileges. The source is left out if it is
// gone.
PublishedBuckets read_published_buckets(const Release& release, const Progress& progress,
                                        const ReadScope& scope = {},
                                        Chances chances = Chances::none);

// A bucket that can contain a person, with the matching degree f(t, B), the probability of
// containing the person, and the distribution D(t, B).
struct MatchingBucket {
  std::string bucket;
  double degree = 0;
  double rows = 0;               // |B| f(t, B), the expected number of rows with the tuple
  double probability = 0;        // row-weighted
  double paper_probability = 0;  // p(t, B), with buckets weighted by f(t, B) alone
  Json sensitive_distribution;
};

// Returns the provisional code of a tuple's value, given as text and compared by the type's
// equality; nullopt is NULL. Requires a dictionary that is not finished.
Code encode_known(Dictionary& dictionary, const std::optional<std::string>& value);

// Returns the buckets of a sliced release that match a tuple, the most probable first, from the
// published rows alone. `json` is an object of the known values of the tuple's quasi-identifiers,
// as text.
std::vector<MatchingBucket> find_matching_buckets(const Release& release, const Json& json,
                                                  const Progress& progress);

// Returns the buckets of a release of people with several rows that match a tuple of people's
// attributes, the most probable first. The distribution has, for each sensitive value, the share of
// the bucket's people with the value in any published row. The shares add up to more than 1 if
// people have several values. Uses only the published tables.
std::vector<MatchingBucket> match_subjects(const Release& release, const Json& json,
                                           const Progress& progress);

}  // namespace microdata::postgres
