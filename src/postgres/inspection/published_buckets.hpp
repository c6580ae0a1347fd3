#pragma once

#include "postgres/server/api.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/sliced_view.hpp"
#include "core/risk/value_chances.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// A release read back from its table, beside its source.
struct PublishedBuckets {
  SlicedView view;
  bool has_source = false;
  // In the order of view.sensitive. The names in the source are empty where it is gone.
  std::vector<std::string> sensitive_names;
  std::vector<std::string> sensitive_source_names;
  std::vector<std::shared_ptr<const Dictionary>> sensitive_values;
  // The last tuples of the view: persons who are not in the release, beside those of the source.
  std::size_t outsiders = 0;
  std::size_t members() const { return view.tuples - outsiders; }
  // The quasi-identifiers of the tuples; none where the source is gone.
  std::vector<KnownAttribute> known;
  std::vector<Dictionary> known_values;
  // Where they are asked for: of all attributes, and of the quasi-identifiers.
  std::optional<ValueChances> chances_of_all;
  std::optional<ValueChances> chances_of_known;
  // The numbers of the buckets.
  std::vector<Dictionary> bucket_numbers;  // one
  // Of the anatomy format: sensitive values counted for a bucket that has no row for them, and rows
  // for which none is counted.
  std::size_t misfits = 0;
  // Tuples of the source that lie in several regions of a generalized column.
  std::size_t ambiguous_tuples = 0;

  Json bucket_number(std::uint32_t bucket) const {
    return Json::parse(bucket_numbers.front().text(bucket));
  }
};

// How probable the tuples' values are, attribute by attribute: of all tuples, or in a region of
// what was read after the source's alone (ValueChances::of_region()).
enum class Chances { none, of_all, of_region };

// Reads both with the caller's privileges. The source is left out where it is gone.
PublishedBuckets read_published_buckets(const Release& release, const Progress& progress,
                                        const ReadScope& scope = {},
                                        Chances chances = Chances::none);

}  // namespace microdata::postgres
