#include "core/risk/disclosure.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/microdata/combination.hpp"
#include "core/risk/candidate_values.hpp"
#include "core/risk/matching_buckets.hpp"

namespace microdata {

namespace {

// Weights of a bucket that a tuple matches: f(t, B), and |B| f(t, B).
struct Weights {
  double degree = 0;
  double rows = 0;
};

struct WeighedMatch {
  std::uint32_t bucket;
  Weights weights;
};

// The distinct tuples of the source by their known values.
struct KnownTuples {
  Combinations combinations;
  std::vector<Row> representative;
  std::vector<std::uint32_t> frequency;
};

KnownTuples known_tuples(const SlicedView& view, const Progress& progress) {
  // A value that occurs nowhere in the release gets a number of its own.
  std::vector<std::vector<std::uint32_t>> values;
  std::vector<Code> domains;
  for (const SlicedView::Column& column : view.columns) {
    values.push_back(column.known.tuples);
    for (std::uint32_t& value : values.back()) {
      if (value == nowhere) value = column.known.values_of_tuples();
    }
    domains.push_back(column.known.values_of_tuples() + 1);
  }
  const std::vector<std::span<const Code>> columns(values.begin(), values.end());
  KnownTuples known;
  known.combinations = combine(static_cast<Row>(view.tuples), columns, domains, progress);
  known.representative = representatives(known.combinations);
  known.frequency = frequencies(known.combinations);
  return known;
}

// Beliefs about one sensitive attribute by the buckets that a tuple matches.
class Beliefs {
 public:
  Beliefs(const SlicedView& view, const SlicedView::Sensitive& sensitive, const Progress& progress)
      : sensitive_(sensitive), candidates_(view, sensitive, progress), sums_(sensitive.distinct) {}

  // Adds the beliefs about a tuple to `disclosure`, and returns the largest row-weighted
  // probability of a value that is not harmless. `known_in` returns, for each bucket, the published
  // value for the tuple's value in the attribute's column.
  template <typename KnownIn>
  double add(std::span<const WeighedMatch> matches, const KnownIn& known_in,
             AttributeDisclosure& disclosure) {
    Weights total;
    for (const WeighedMatch& match : matches) {
      total.degree += match.weights.degree;
      total.rows += match.weights.rows;
      const auto possible = candidates_.of(match.bucket, known_in(match.bucket));
      const double with_known = sum_of_rows(possible);
      for (const auto& candidate : possible) {
        Weights& sum = sums_[candidate.value];
        if (sum.degree == 0) seen_.push_back(candidate.value);
        sum.degree += match.weights.degree * candidate.rows / with_known;
        sum.rows += match.weights.rows * candidate.rows / with_known;
      }
    }
    double largest = 0;
    for (const Code s : seen_) {
      const Weights sum = std::exchange(sums_[s], {});
      if (sensitive_.is_harmless(s)) continue;
      largest = std::max(largest, sum.rows / total.rows);
      take(disclosure.by_degree, sum.degree / total.degree, s, matches, &Weights::degree);
      take(disclosure.by_count, sum.rows / total.rows, s, matches, &Weights::rows);
    }
    seen_.clear();
    return largest;
  }

 private:
  static void take(WorstDisclosure& worst, double probability, Code value,
                   std::span<const WeighedMatch> matches, double Weights::*weight) {
    if (probability <= worst.probability) return;
    const auto best = std::max_element(matches.begin(), matches.end(),
                                       [&](const WeighedMatch& a, const WeighedMatch& b) {
                                         return a.weights.*weight < b.weights.*weight;
                                       });
    worst = {probability, value, matches.size(), best->bucket};
  }

  const SlicedView::Sensitive& sensitive_;
  CandidateValues candidates_;
  std::vector<Weights> sums_;  // by value
  std::vector<Code> seen_;
};

}  // namespace

Disclosure measure_disclosure(const SlicedView& view, const Progress& progress) {
  Disclosure disclosure;
  disclosure.tuples = view.tuples;
  disclosure.attributes.resize(view.sensitive.size());
  const MatchingBuckets buckets(view, MatchingBuckets::Over::known, progress);
  std::vector<Beliefs> beliefs;
  for (const SlicedView::Sensitive& sensitive : view.sensitive)
    beliefs.emplace_back(view, sensitive, progress);
  const KnownTuples known = known_tuples(view, progress);
  std::vector<std::uint32_t> values(view.columns.size());
  std::vector<Match> matches;
  std::vector<WeighedMatch> weighed;
  double matched = 0;
  for (std::size_t k = 0; k < known.representative.size(); ++k) {
    progress.checkpoint_at(k * 64);
    const Row tuple = known.representative[k];
    for (std::size_t c = 0; c < values.size(); ++c) {
      values[c] = view.columns[c].known.tuples[tuple];
    }
    buckets.find(values, matches);
    const double frequency = known.frequency[k];
    if (matches.empty()) {
      disclosure.unmatched += known.frequency[k];
      continue;
    }
    matched += frequency;
    weighed.clear();
    for (const Match& match : matches) {
      weighed.push_back(
          {match.bucket, {match.degree, match.degree * buckets.bucket_size(match.bucket)}});
    }
    double largest = 0;
    for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
      const std::size_t c = view.sensitive[j].column;
      const auto known_in = [&](std::uint32_t bucket) {
        return buckets.shown(c, bucket, values[c]);
      };
      largest = std::max(largest, beliefs[j].add(weighed, known_in, disclosure.attributes[j]));
    }
    disclosure.mean_probability += frequency * largest;
  }
  if (matched > 0) disclosure.mean_probability /= matched;
  return disclosure;
}

Disclosure measure_bucket_disclosure(const SlicedView& view, const Progress& progress) {
  Disclosure disclosure;
  disclosure.attributes.resize(view.sensitive.size());
  for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
    WorstDisclosure worst;
    const CandidateValues candidates(view, view.sensitive[j], progress);
    for (std::uint32_t b = 0; b < view.buckets; ++b) {
      progress.checkpoint_at(b);
      for (const auto& candidate : candidates.of_bucket(b)) {
        if (view.sensitive[j].is_harmless(candidate.value)) continue;
        const double share = candidate.rows / sum_of_rows(candidates.of(b, candidate.known));
        if (share > worst.probability) worst = {share, candidate.value, 1, b};
      }
    }
    disclosure.attributes[j] = {worst, worst};
  }
  return disclosure;
}

}  // namespace microdata
