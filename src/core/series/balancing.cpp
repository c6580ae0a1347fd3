#include "core/series/balancing.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace microdata {

namespace {

// Share that no value may exceed among the arrivals left over.
struct ShareBound {
  std::uint64_t of = 1;
  std::uint64_t in = 1;

  std::uint64_t most(std::uint64_t left) const { return left * of / in; }
};

class Balancing {
 public:
  Balancing(std::span<const std::uint32_t> arrivals, std::span<const std::uint64_t> lacking)
      : arrivals_(arrivals), fewest_left_(arrivals.size()) {
    for (std::size_t v = 0; v < arrivals.size(); ++v) {
      fewest_left_[v] = arrivals[v] - static_cast<std::uint32_t>(
                                          std::min<std::uint64_t>(arrivals[v], lacking[v]));
      all_ += arrivals[v];
      least_ += fewest_left_[v];
      most_frequent_ = std::max(most_frequent_, arrivals[v]);
      least_of_a_value_ = std::max(least_of_a_value_, fewest_left_[v]);
    }
    add_up_cut();
  }

  // Returns the balance. All arrivals stay within the second bound if no place is filled, so that a
  // solution exists.
  Balance run(std::uint32_t m) const {
    const ShareBound eligible{1, m};
    if (const std::optional<std::uint64_t> left = fewest(eligible)) return leave(*left, eligible);
    const ShareBound as_it_was{most_frequent_, all_};
    Balance result = leave(*fewest(as_it_was), as_it_was);
    result.left_wait = true;
    return result;
  }

 private:
  // Sets cut_[t] to the number of arrivals that are left if at most t of every value are left.
  void add_up_cut() {
    std::vector<std::uint64_t> values_with(std::size_t{most_frequent_} + 2);
    for (const std::uint32_t count : arrivals_)
      ++values_with[count];
    cut_.assign(std::size_t{most_frequent_} + 1, 0);
    std::uint64_t with_more = arrivals_.size() - values_with[0];
    for (std::size_t t = 1; t < cut_.size(); ++t) {
      cut_[t] = cut_[t - 1] + with_more;
      with_more -= values_with[t];
    }
  }

  // True if numbers of each value within the bound add up to `left`, and the other arrivals fit
  // into the lacking places.
  bool can_leave(std::uint64_t left, const ShareBound& bound) const {
    const std::uint64_t most = bound.most(left);
    return most >= least_of_a_value_ && cut_[std::min<std::uint64_t>(most, most_frequent_)] >= left;
  }

  std::optional<std::uint64_t> fewest(const ShareBound& bound) const {
    for (std::uint64_t left = least_; left <= all_; ++left) {
      if (can_leave(left, bound)) return left;
    }
    return std::nullopt;
  }

  // Returns the balance that leaves `left` arrivals over. Frequent values come first among those
  // beyond the fewest, because more of them arrive next time to fill the places that are still
  // lacking.
  Balance leave(std::uint64_t left, const ShareBound& bound) const {
    Balance result{{arrivals_.begin(), arrivals_.end()}, fewest_left_, false};
    std::vector<std::uint32_t> order(arrivals_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return arrivals_[a] > arrivals_[b]; });
    std::uint64_t missing = left - least_;
    for (const std::uint32_t v : order) {
      const std::uint64_t most = std::min<std::uint64_t>(arrivals_[v], bound.most(left));
      const std::uint64_t more = std::min<std::uint64_t>(missing, most - fewest_left_[v]);
      result.left[v] += static_cast<std::uint32_t>(more);
      missing -= more;
    }
    for (std::size_t v = 0; v < order.size(); ++v)
      result.filling[v] -= result.left[v];
    return result;
  }

  std::span<const std::uint32_t> arrivals_;
  // Number of arrivals of each value that are left if every possible place is filled.
  std::vector<std::uint32_t> fewest_left_;
  std::vector<std::uint64_t> cut_;
  std::uint64_t all_ = 0;
  std::uint64_t least_ = 0;
  std::uint32_t most_frequent_ = 0;
  std::uint32_t least_of_a_value_ = 0;
};

}  // namespace

Balance balance(std::span<const std::uint32_t> arrivals, std::span<const std::uint64_t> lacking,
                std::uint32_t m) {
  return Balancing(arrivals, lacking).run(m);
}

}  // namespace microdata
