#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "core/gnf/decomposition.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/utility/join_tree.hpp"
#include "core/utility/part_entropy.hpp"

namespace microdata {

namespace {

// Divergences that differ by less are a tie.
constexpr double tie = 1e-9;

struct Bounds {
  double low = 0;
  double high = 0;
};

// Terms of a divergence in closed form. A term is, for a part and some of its attributes, the mean
// of -log of the part's marginal over these attributes. Each term is computed once; before that it
// has bounds from other computed terms.
class Terms {
 public:
  Terms(const Microdata& data, const Progress& progress)
      : data_(&data), progress_(&progress), most_(std::log(static_cast<double>(data.rows))) {}

  // Buckets of a part, null for a plain part. Parts that publish the same buckets have the same
  // terms.
  using Buckets = std::shared_ptr<const BucketedAttributes>;

  double of(const Buckets& buckets, const AttributeSet& attributes) {
    const Key key = key_of(buckets, attributes);
    const auto known = terms_.find(key);
    if (known != terms_.end()) return known->second;
    ++computed_;
    const double term = compute(buckets.get(), key);
    terms_.emplace(key, term);
    return term;
  }

  // Returns bounds of a term. Marginals with more attributes are finer, and so their terms larger.
  // Marginals of buckets are coarser than those of the data from which they were made. No tuple is
  // rarer than once in the data, nor in the buckets than once by the share that its bucket takes
  // from it.
  Bounds bounds(const Buckets& buckets, const AttributeSet& attributes) {
    const Key key = key_of(buckets, attributes);
    const auto known = terms_.find(key);
    if (known != terms_.end()) return {known->second, known->second};
    Bounds bounds{0, most_};
    if (key.first != nullptr) bounds.high += lost_[key.first];
    for (const auto& [other, term] : terms_) {
      const bool same = other.first == key.first;
      if (!same && other.first != nullptr) continue;
      if (is_subset(other.second, attributes) &&
          (same || intersection(other.second, key.first->attributes).empty()))
        bounds.low = std::max(bounds.low, term);
      if (same && is_subset(attributes, other.second)) bounds.high = std::min(bounds.high, term);
    }
    if (key.first == nullptr) {
      double by_itself = 0;
      for (const std::size_t a : attributes)
        by_itself += of(nullptr, {a});
      bounds.high = std::min(bounds.high, by_itself);
    }
    return bounds;
  }

  // Stores the combinations of a part's open attributes, which speed up finding those with one more
  // attribute.
  void remember(const AttributeSet& open) {
    combinations_[open] = combine(*data_, open, *progress_);
  }
  void forget(const AttributeSet& open) { combinations_.erase(open); }

  // Computes the loss of each row by the buckets alone. Bounds of a part with buckets require this
  // call first.
  void introduce(const Buckets& buckets) {
    if (!buckets || shares_.contains(buckets.get())) return;
    const BucketShares& shares =
        shares_
            .emplace(buckets.get(), BucketShares(*data_, *buckets, buckets->attributes, *progress_))
            .first->second;
    double lost = 0;
    for (Row row = 0; row < data_->rows; ++row) {
      progress_->checkpoint_at(row);
      lost -= std::log(shares.share_in(shares.bucket_of_row(row), shares.value_of_row(row)));
    }
    lost_[buckets.get()] = lost / data_->rows;
  }

  std::size_t computed() const { return computed_; }

 private:
  // Buckets and attributes of a term; null if none of the attributes is bucketed.
  using Key = std::pair<const BucketedAttributes*, AttributeSet>;

  static Key key_of(const Buckets& buckets, const AttributeSet& attributes) {
    if (!buckets) return {nullptr, attributes};
    const bool open = intersection(attributes, buckets->attributes).empty();
    return {open ? nullptr : buckets.get(), attributes};
  }

  Combinations combined(const AttributeSet& attributes) const {
    for (const auto& [fewer, combinations] : combinations_) {
      if (fewer.size() + 1 < attributes.size() || !is_subset(fewer, attributes)) continue;
      std::vector<std::span<const Code>> columns{combinations.of_row};
      std::vector<Code> domains{combinations.distinct};
      for (const std::size_t a : without(attributes, fewer)) {
        columns.emplace_back(data_->columns[a]);
        domains.push_back(data_->attributes[a].distinct);
      }
      return combine(data_->rows, columns, domains, *progress_);
    }
    return combine(*data_, attributes, *progress_);
  }

  double compute(const BucketedAttributes* buckets, const Key& key) const {
    progress_->checkpoint();
    if (key.first == nullptr) return entropy(combined(key.second));
    const AttributeSet sensitive = intersection(key.second, buckets->attributes);
    const Combinations known = combined(without(key.second, sensitive));
    if (sensitive.size() == buckets->attributes.size())
      return bucketed_cross_entropy(known, shares_.at(buckets), *progress_);
    const BucketShares some(*data_, *buckets, sensitive, *progress_);
    return bucketed_cross_entropy(known, some, *progress_);
  }

  const Microdata* data_;
  const Progress* progress_;
  double most_;
  std::map<Key, double> terms_;
  std::map<const BucketedAttributes*, BucketShares> shares_;
  std::map<const BucketedAttributes*, double> lost_;
  std::map<AttributeSet, Combinations> combinations_;
  std::size_t computed_ = 0;
};

struct Term {
  std::size_t part = 0;
  AttributeSet attributes;
  bool added = true;
};

std::vector<AttributeSet> edges_of(const std::vector<Part>& parts) {
  std::vector<AttributeSet> edges;
  for (const Part& part : parts)
    edges.push_back(part.attributes);
  return edges;
}

// Returns the terms of the closed form; nothing if there is none.
std::optional<std::vector<Term>> terms_of(const std::vector<Part>& parts,
                                          const Progress& progress) {
  const std::vector<AttributeSet> edges = edges_of(parts);
  const JoinTree tree = join_tree(edges, progress);
  if (!tree.acyclic()) return std::nullopt;
  std::vector<Term> terms;
  for (std::size_t i = 0; i < edges.size(); ++i)
    terms.push_back({i, edges[i], true});
  for (const JoinTree::Ear& ear : tree.ears)
    terms.push_back({ear.edge, ear.separator, false});
  return terms;
}

Part with_attribute(Part part, std::size_t attribute) {
  part.attributes = united(part.attributes, {attribute});
  if (part.enforced) part.enforced->known = united(part.enforced->known, {attribute});
  return part;
}

// Attribute that can be added to a part.
struct Addition {
  std::size_t attribute = 0;
  std::size_t part = 0;
};

struct Candidate {
  Addition addition;
  std::vector<Term> terms;
  // Lower bound of the resulting divergence, up to a constant.
  double at_least = 0;
};

class GreedyAddition {
 public:
  GreedyAddition(const Microdata& data, std::span<const PrivacyRule> rules, std::vector<Part> parts,
                 const Bucketize& bucketize, const Progress& progress)
      : rules_(rules), parts_(std::move(parts)), terms_(data, progress), progress_(&progress) {
    for (const PublishedPart& part : published(parts_, bucketize)) {
      buckets_.push_back(part.bucketed);
      terms_.introduce(part.bucketed);
    }
    for (const Part& part : parts_)
      terms_.remember(open_of(part));
  }

  AddedBack run(const AttributeSet& attributes) {
    AddedBack result;
    std::vector<Addition> additions;
    for (const std::size_t a : attributes) {
      for (std::size_t p = 0; p < parts_.size(); ++p) {
        if (!contains(parts_[p].attributes, a)) additions.push_back({a, p});
      }
    }
    const std::optional<std::vector<Term>> first = terms_of(parts_, *progress_);
    double divergence = first ? exactly(*first) : 0;
    while (first) {
      const auto [best, reached] = best_of(additions, divergence);
      if (!best) break;
      divergence = reached;
      Part& part = parts_[best->part];
      terms_.forget(open_of(part));
      part = with_attribute(part, best->attribute);
      terms_.remember(open_of(part));
      std::erase_if(additions, [done = *best](const Addition& addition) {
        return addition.attribute == done.attribute && addition.part == done.part;
      });
      ++result.added;
    }
    keep_plain_what_can_be();
    result.parts = parts_;
    result.computed = terms_.computed();
    return result;
  }

 private:
  static AttributeSet open_of(const Part& part) {
    return part.enforced ? without(part.attributes, part.enforced->sensitive) : part.attributes;
  }

  // Makes each part plain that no rule needs as an enforcing part.
  void keep_plain_what_can_be() {
    for (Part& part : parts_) {
      if (!part.enforced) continue;
      std::optional<PrivacyRule> enforced;
      std::swap(enforced, part.enforced);
      if (!is_guardian_normal_form(parts_, rules_, Protection::declared, *progress_))
        part.enforced = std::move(enforced);
    }
  }

  double exactly(const std::vector<Term>& terms) {
    double sum = 0;
    for (const Term& term : terms)
      sum += (term.added ? 1 : -1) * terms_.of(buckets_[term.part], term.attributes);
    return sum;
  }

  double at_least(const std::vector<Term>& terms) {
    double sum = 0;
    for (const Term& term : terms) {
      const Bounds bounds = terms_.bounds(buckets_[term.part], term.attributes);
      sum += term.added ? bounds.low : -bounds.high;
    }
    return sum;
  }

  // Returns the allowed additions and drops those that break the normal form for good, because
  // parts only grow.
  std::vector<Candidate> candidates(std::vector<Addition>& additions) {
    std::vector<Candidate> result;
    std::erase_if(additions, [&](const Addition& addition) {
      progress_->checkpoint();
      Part& part = parts_[addition.part];
      const Part before = part;
      part = with_attribute(part, addition.attribute);
      const bool allowed =
          is_guardian_normal_form(parts_, rules_, Protection::declared, *progress_);
      std::optional<std::vector<Term>> terms =
          allowed ? terms_of(parts_, *progress_) : std::nullopt;
      part = before;
      if (terms) result.push_back({addition, std::move(*terms), 0});
      return !allowed;
    });
    for (Candidate& candidate : result)
      candidate.at_least = at_least(candidate.terms);
    return result;
  }

  // Returns the addition that lowers the divergence most, and the resulting divergence. Computes
  // only candidates that might be the best.
  std::pair<std::optional<Addition>, double> best_of(std::vector<Addition>& additions,
                                                     double divergence) {
    std::vector<Candidate> all = candidates(additions);
    std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
      return a.at_least < b.at_least;
    });
    std::vector<std::pair<double, Addition>> reached;
    double lowest = divergence - tie;
    for (const Candidate& candidate : all) {
      if (candidate.at_least > lowest + tie) break;
      reached.emplace_back(exactly(candidate.terms), candidate.addition);
      lowest = std::min(lowest, reached.back().first);
    }
    std::optional<Addition> best;
    for (const auto& [value, addition] : reached) {
      if (value > lowest + tie || value >= divergence - tie) continue;
      if (!best ||
          std::pair(addition.attribute, addition.part) < std::pair(best->attribute, best->part))
        best = addition;
    }
    return {best, best ? lowest : divergence};
  }

  std::span<const PrivacyRule> rules_;
  std::vector<Part> parts_;
  std::vector<std::shared_ptr<const BucketedAttributes>> buckets_;
  Terms terms_;
  const Progress* progress_;
};

}  // namespace

std::vector<PublishedPart> published(std::span<const Part> parts, const Bucketize& bucketize) {
  std::vector<PublishedPart> result;
  for (const Part& part : parts)
    result.push_back({part.attributes, part.enforced ? bucketize(*part.enforced) : nullptr});
  return result;
}

AddedBack add_back(const Microdata& data, const AttributeSet& attributes,
                   std::span<const PrivacyRule> rules, std::vector<Part> parts,
                   const Bucketize& bucketize, const Progress& progress) {
  GreedyAddition greedy(data, rules, std::move(parts), bucketize, progress);
  return greedy.run(attributes);
}

}  // namespace microdata
