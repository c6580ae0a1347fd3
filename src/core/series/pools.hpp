#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/series/signature.hpp"

namespace microdata {

// Counts of persons by signature and value.
class Pools {
 public:
  explicit Pools(std::span<const Signature> known);

  std::size_t size() const { return signatures_.size(); }
  std::span<const Signature> signatures() const { return signatures_; }
  const Signature& signature(std::size_t pool) const { return signatures_[pool]; }

  // Returns the number of places, one for every value of every signature, numbered pool by pool.
  std::size_t places() const { return counts_.size(); }
  std::size_t first_place(std::size_t pool) const { return first_place_[pool]; }
  // Returns the place of a value in a pool, nothing if the signature lacks the value.
  std::optional<std::size_t> place(std::size_t pool, Code value) const;

  std::uint32_t persons_at(std::size_t place) const { return counts_[place]; }
  void add(std::size_t place, std::uint32_t persons) { counts_[place] += persons; }

  // Returns the fewest buckets that keep persons of the same value apart.
  std::uint32_t buckets(std::size_t pool) const;

  // Returns the number of the signature's pool, a new one if there is none.
  std::size_t find_or_add(const Signature& signature);

  std::vector<Signature> take_signatures() && { return std::move(signatures_); }

 private:
  void append(Signature signature);

  std::vector<Signature> signatures_;
  std::map<Signature, std::size_t> numbers_;
  std::vector<std::size_t> first_place_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace microdata
