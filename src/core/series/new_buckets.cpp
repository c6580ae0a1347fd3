#include "core/series/new_buckets.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

namespace microdata {

namespace {

class SignatureDrawing {
 public:
  SignatureDrawing(std::span<const std::uint32_t> counts, std::uint32_t m)
      : counts_(counts.begin(), counts.end()), m_(m) {
    std::uint64_t all = 0;
    for (Code v = 0; v < counts.size(); ++v) {
      all += counts[v];
      if (counts[v] > 0) by_count_.emplace(counts[v], v);
    }
    buckets_ = all / m;
    beyond_m_ = all % m;
  }

  bool done() const { return buckets_ == 0; }

  // Returns the number of buckets that can have the signature so that the rest can still be drawn.
  // No value may remain more often than there are buckets left. Signatures of more than m values
  // must leave m values to each other bucket. The number never grows as buckets are drawn.
  std::uint64_t most(const Signature& signature) const {
    std::uint64_t most = buckets_;
    for (const Code v : signature)
      most = std::min<std::uint64_t>(most, counts_[v]);
    if (most == 0) return 0;
    if (signature.size() > m_) most = std::min(most, beyond_m_ / (signature.size() - m_));
    return std::min(most, buckets_ - most_frequent_besides(signature));
  }

  // Returns the number of values that a bucket must have so that all arrivals find a place. It is
  // above m if some arrivals are beyond m, shared out over the buckets.
  std::size_t size_for_all() const { return m_ + (beyond_m_ + buckets_ - 1) / buckets_; }

  Signature most_frequent(std::size_t size) const {
    Signature signature;
    for (auto at = by_count_.begin(); signature.size() < size; ++at)
      signature.push_back(at->second);
    std::sort(signature.begin(), signature.end());
    return signature;
  }

  void draw(const Signature& signature, std::uint64_t buckets) {
    for (const Code v : signature) {
      by_count_.erase({counts_[v], v});
      counts_[v] -= static_cast<std::uint32_t>(buckets);
      if (counts_[v] > 0) by_count_.emplace(counts_[v], v);
    }
    buckets_ -= buckets;
    beyond_m_ -= buckets * (signature.size() - m_);
  }

 private:
  std::uint32_t most_frequent_besides(const Signature& signature) const {
    for (const auto& [count, v] : by_count_) {
      if (!std::binary_search(signature.begin(), signature.end(), v)) return count;
    }
    return 0;
  }

  // Invariant: the counts sum to m * buckets_ + beyond_m_, and no count is above buckets_.
  std::vector<std::uint32_t> counts_;
  std::set<std::pair<std::uint32_t, Code>, std::greater<>> by_count_;
  std::uint64_t m_;
  std::uint64_t buckets_ = 0;
  std::uint64_t beyond_m_ = 0;
};

}  // namespace

std::vector<SignatureUse> draw_signatures(std::span<const std::uint32_t> counts,
                                          std::span<const Signature> known, std::uint32_t m,
                                          NewSignatures anew, const Progress& progress) {
  SignatureDrawing drawing(counts, m);
  std::vector<SignatureUse> uses;
  const auto draw = [&](const Signature& signature, std::uint64_t buckets) {
    drawing.draw(signature, buckets);
    uses.push_back({signature, static_cast<std::uint32_t>(buckets)});
  };

  // The number that a signature can get never grows: a signature that is still first when its
  // number is recomputed is the best.
  std::priority_queue<std::pair<std::uint64_t, std::size_t>> candidates;
  for (std::size_t s = 0; s < known.size(); ++s) {
    progress.checkpoint_at(s);
    if (const std::uint64_t most = drawing.most(known[s]); most > 0) candidates.emplace(most, s);
  }
  while (!candidates.empty()) {
    progress.checkpoint();
    const auto [before, s] = candidates.top();
    candidates.pop();
    const std::uint64_t most = drawing.most(known[s]);
    if (most == before) {
      draw(known[s], most);
    } else if (most > 0) {
      candidates.emplace(most, s);
    }
  }
  while (anew != NewSignatures::none && !drawing.done()) {
    progress.checkpoint();
    const bool any = anew == NewSignatures::any;
    const Signature signature = drawing.most_frequent(any ? drawing.size_for_all() : m);
    const std::uint64_t most = drawing.most(signature);
    if (most == 0) break;
    draw(signature, most);
  }
  return uses;
}

}  // namespace microdata
