#include "core/series/pools.hpp"

#include <algorithm>
#include <utility>

namespace microdata {

Pools::Pools(std::span<const Signature> known) {
  for (const Signature& signature : known)
    append(signature);
}

void Pools::append(Signature signature) {
  numbers_.emplace(signature, signatures_.size());
  first_place_.push_back(counts_.size());
  counts_.resize(counts_.size() + signature.size());
  signatures_.push_back(std::move(signature));
}

std::optional<std::size_t> Pools::place(std::size_t pool, Code value) const {
  const Signature& signature = signatures_[pool];
  const auto at = std::lower_bound(signature.begin(), signature.end(), value);
  if (at == signature.end() || *at != value) return std::nullopt;
  return first_place_[pool] + static_cast<std::size_t>(at - signature.begin());
}

std::uint32_t Pools::buckets(std::size_t pool) const {
  const auto first = counts_.begin() + static_cast<std::ptrdiff_t>(first_place_[pool]);
  return *std::max_element(first, first + static_cast<std::ptrdiff_t>(signatures_[pool].size()));
}

std::size_t Pools::find_or_add(const Signature& signature) {
  const auto known = numbers_.find(signature);
  if (known != numbers_.end()) return known->second;
  append(signature);
  return signatures_.size() - 1;
}

}  // namespace microdata
