#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <utility>
#include <vector>

namespace microdata::fuzz {

// Returns the seed of a scene or description, which can therefore be played alone.
inline std::uint64_t seed_of(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t z = seed + (number + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

// The fuzzer's random choices. Distributions of the standard library are not used, because they
// differ between libraries, and a seed must have the same effect everywhere.
class Choice {
 public:
  explicit Choice(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t number() { return engine_(); }
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : engine_() % bound; }
  int between(int least, int greatest) {
    return least + static_cast<int>(below(static_cast<std::size_t>(greatest - least + 1)));
  }
  // Returns true once in `times` calls on average.
  bool one_in(std::size_t times) { return below(times) == 0; }
  bool percent(std::size_t share) { return below(100) < share; }

  template <typename Value>
  const Value& of(const std::vector<Value>& values) {
    return values[below(values.size())];
  }
  template <typename Value>
  Value of(std::initializer_list<Value> values) {
    return *(values.begin() + below(values.size()));
  }

  template <typename Value>
  void shuffle(std::vector<Value>& values) {
    for (std::size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(i)]);
  }
  template <typename Value>
  std::vector<Value> some(std::vector<Value> values, std::size_t count) {
    shuffle(values);
    if (values.size() > count)
      values.erase(values.begin() + static_cast<std::ptrdiff_t>(count), values.end());
    return values;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace microdata::fuzz
