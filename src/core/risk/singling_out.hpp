#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/attack_risk.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/singling_predicate.hpp"

// The singling-out attack (M. Giomi et al., "A unified framework for quantifying privacy risk in
// synthetic data", PETS 2023), for releases in buckets or classes: predicates that fit
// one published row at most, and are hoped to fit exactly one person of the source.

namespace microdata {

// By one attribute: values that one published row has and no other can have, and the least and the
// greatest number where only one row can have it. All of them; of more than `most`, a random
// selection.
std::vector<SinglingPredicate> univariate_predicates(const PublishedTable& table, std::size_t most,
                                                     Random& random, const Progress& progress);

// By two attributes or more: a published row is drawn, a column, and the column's attributes in
// random order are taken with what the row shows of them, until no other published row can have all
// of it; then those of further columns, as one row can have them at most that has all of it in some
// linking of its bucket. Rows that others are like in everything give no predicate. Up to `most`,
// each another one, from a bounded number of draws; of large tables as many as looking at
// `most_looked_at` rows makes, which are a random part of them as well.
std::vector<SinglingPredicate> multivariate_predicates(const PublishedTable& table,
                                                       std::size_t most, Random& random,
                                                       const Progress& progress,
                                                       std::size_t most_looked_at = 1'500'000'000);

// The naive attack: for every predicate one about the same attributes, of about the weight of a
// single published row where all values were equally likely. A number is between two that are drawn
// from the published extent; any other value is one of those published.
std::vector<SinglingPredicate> naive_predicates(const PublishedTable& table,
                                                std::span<const SinglingPredicate> like,
                                                Random& random);

// How many of the predicates fit exactly one person.
AttackOutcome judge_predicates(std::span<const SinglingPredicate> predicates,
                               const PredicateCounter& persons, const Progress& progress);

// The control: how many of the predicates would fit exactly one person in a population of `size`
// such persons, estimated from these.
AttackOutcome judge_for_size(std::span<const SinglingPredicate> predicates,
                             const PredicateCounter& persons, std::size_t size,
                             const Progress& progress);

}  // namespace microdata
