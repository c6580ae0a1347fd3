#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/count_query.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/label_shares.hpp"
#include "postgres/values/dictionary.hpp"

// Estimation by a release that was read as far as some attributes go: read(release, names,
// progress) returns an estimator whose attributes[i].meaning is what the i-th of them was published
// as, and whose estimate(asked, share, progress) is the count where asked[j] is an attribute and
// share[j] has, by label, how much of it satisfies the predicate.

namespace microdata::postgres {

template <auto* read>
CountEstimate estimate_of_queries_by(const Release& release,
                                     const std::vector<std::string>& attributes,
                                     const std::vector<Dictionary>& domains,
                                     const Progress& progress) {
  struct Prepared {
    decltype(read(release, attributes, progress)) estimator;
    std::vector<DomainShares> shares;
  };
  const auto prepared =
      std::make_shared<Prepared>(Prepared{read(release, attributes, progress), {}});
  for (std::size_t a = 0; a < attributes.size(); ++a)
    prepared->shares.emplace_back(prepared->estimator.attributes[a].meaning, domains[a], progress);
  return [prepared, progress](std::span<const ValueSet> predicate) {
    std::vector<std::size_t> asked;
    std::vector<std::vector<double>> share;
    for (const ValueSet& set : predicate) {
      asked.push_back(set.attribute);
      share.push_back(prepared->shares[set.attribute].of(set.contains));
    }
    return prepared->estimator.estimate(asked, share, progress);
  };
}

template <auto* read>
inline constexpr CountEstimation estimation_by{estimate_of_queries_by<read>};

}  // namespace microdata::postgres
