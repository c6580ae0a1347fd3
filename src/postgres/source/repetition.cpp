#include "postgres/source/repetition.hpp"

#include <numeric>

namespace microdata::postgres {

namespace {

// So many values are counted before the sample is halved.
constexpr std::size_t most_values = 4096;

// Steele, Lea and Flood's mix of 64 bits (SplitMix, 2014), a bijection.
std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9E3779B97F4A7C15ULL;
  bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBULL;
  return bits ^ (bits >> 31U);
}

std::uint64_t hash_of(const Key& key, bool by_value) {
  if (by_value) return mixed(static_cast<std::uint64_t>(key.fixed));
  return hash_bytes_extended(reinterpret_cast<const unsigned char*>(key.bytes.data()),
                             static_cast<int>(key.bytes.size()), 0);
}

}  // namespace

bool is_repeating(std::uint64_t rows, std::uint64_t values) {
  constexpr double repeating = 1.05;
  return static_cast<double>(rows) > repeating * static_cast<double>(values);
}

void Repetition::add(const Key& key) {
  if (key.is_null) return;
  const std::uint64_t hash = hash_of(key, type_.by_value);
  if ((hash & outside_) != 0) return;
  ++rows_of_value_[hash];
  while (rows_of_value_.size() > most_values)
    halve();
}

// Values whose next bit is set leave the sample.
void Repetition::halve() {
  outside_ = outside_ << 1U | 1U;
  std::erase_if(rows_of_value_, [&](const auto& entry) { return (entry.first & outside_) != 0; });
}

std::uint64_t Repetition::rows() const {
  return std::accumulate(rows_of_value_.begin(), rows_of_value_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& entry) { return sum + entry.second; });
}

std::uint64_t Repetition::shared_rows() const {
  return std::accumulate(rows_of_value_.begin(), rows_of_value_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& entry) {
                           return sum + (entry.second > 1 ? entry.second : 0);
                         });
}

double Repetition::rows_per_value() const {
  return values() == 0 ? 0 : static_cast<double>(rows()) / static_cast<double>(values());
}

bool Repetition::tells_persons_apart() const {
  const double all_values = static_cast<double>(values()) * static_cast<double>(outside_ + 1);
  return is_repeating(rows(), values()) && rows_per_value() <= all_values;
}

}  // namespace microdata::postgres
