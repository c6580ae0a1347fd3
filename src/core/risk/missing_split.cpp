#include "core/risk/missing_split.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace microdata {

namespace {

// Limits of the size of a side. A larger side discloses less, because l allows it more of a value.
constexpr std::size_t most_times_fewest = 4;
constexpr std::size_t largest_side = 64;
// Largest region whose numbers of ways are within the range of floating point.
constexpr std::size_t largest_region = 4096;

// Search for the most telling side of a region.
class SideSearch {
 public:
  SideSearch(const ClosedRegion& region, std::size_t fewest,
             const std::function<std::optional<UncutBelief>(std::size_t)>& belief_of)
      : region_(region), fewest_(fewest), belief_of_(belief_of) {}

  void try_attribute(const KnownAttribute& attribute) {
    order_ = region_.persons;
    std::stable_sort(order_.begin(), order_.end(),
                     [&](Row a, Row b) { return attribute.codes[a] < attribute.codes[b]; });
    const std::size_t n = order_.size();
    const std::size_t most = std::min({n - fewest_, most_times_fewest * fewest_, largest_side});
    for (std::size_t m = fewest_; m <= most; ++m) {
      const auto is_cut = [&](std::size_t at) {
        return attribute.codes[order_[at - 1]] != attribute.codes[order_[at]];
      };
      if (is_cut(m)) try_cut(attribute, m, false);
      if (is_cut(n - m)) try_cut(attribute, m, true);
    }
  }

  TellingSide take() { return std::move(best_); }

 private:
  // Tries the split behind the first m persons of the order, or before the last m persons.
  void try_cut(const KnownAttribute& attribute, std::size_t m, bool last) {
    const std::optional<UncutBelief>& belief = known_belief(m);
    if (!belief) return;
    const auto middle = last ? order_.end() - static_cast<std::ptrdiff_t>(m)
                             : order_.begin() + static_cast<std::ptrdiff_t>(m);
    const auto take = [&](double of_side, bool upper, bool is_first) {
      if (of_side <= best_.belief + rounding_of_shares) return;
      best_ = {
          of_side,
          upper ? std::vector<Row>(middle, order_.end()) : std::vector<Row>(order_.begin(), middle),
          &attribute,
          attribute.codes[*(middle - 1)],
          upper,
          m,
          is_first};
    };
    take(belief->first, last, true);
    take(belief->other, !last, false);
  }

  // Returns the belief, which depends only on the side's size.
  const std::optional<UncutBelief>& known_belief(std::size_t m) {
    const auto found = of_side_.find(m);
    if (found != of_side_.end()) return found->second;
    return of_side_[m] = belief_of_(m);
  }

  const ClosedRegion& region_;
  std::size_t fewest_;
  const std::function<std::optional<UncutBelief>(std::size_t)>& belief_of_;
  std::map<std::size_t, std::optional<UncutBelief>> of_side_;
  std::vector<Row> order_;
  TellingSide best_;
};

// Returns the excess of right guesses over the expectation, in standard deviations.
double deviations(const MinimalityFigures& figures, double expected) {
  return figures.variance > 0
             ? (static_cast<double>(figures.right) - expected) / std::sqrt(figures.variance)
             : 0;
}

}  // namespace

std::vector<ClosedRegion> closed_regions(const PlacedPersons& placed,
                                         const MinimalityOptions& options, Random& random,
                                         const Progress& progress) {
  std::map<std::size_t, ClosedRegion> by_slot;
  for (std::size_t i = 0; i < placed.persons.size(); ++i) {
    progress.checkpoint_at(i);
    const auto places = placed.of(i);
    if (places.size() != 1) continue;
    ClosedRegion& region = by_slot[places.front().first_slot];
    region.first_slot = places.front().first_slot;
    region.slots = std::span(placed.slots).subspan(places.front().first_slot, places.front().slots);
    region.persons.push_back(placed.persons[i]);
  }
  std::vector<ClosedRegion> regions;
  for (auto& [slot, region] : by_slot) {
    const std::size_t rows = region.rows();
    if (region.persons.size() == rows && rows >= 2 * options.fewest && rows <= largest_region)
      regions.push_back(std::move(region));
  }
  if (regions.size() > options.most_regions) {
    random.shuffle(std::span(regions));
    regions.resize(options.most_regions);
  }
  return regions;
}

TellingSide most_telling_side(
    const ClosedRegion& region, std::span<const KnownAttribute> known, std::size_t fewest,
    const std::function<std::optional<UncutBelief>(std::size_t)>& belief_of) {
  SideSearch search(region, fewest, belief_of);
  for (const KnownAttribute& attribute : known)
    search.try_attribute(attribute);
  return search.take();
}

OutsidersOfRegions outsiders_of_regions(const PlacedPersons& outside) {
  OutsidersOfRegions result;
  for (std::size_t i = 0; i < outside.persons.size(); ++i) {
    const auto places = outside.of(i);
    if (places.size() == 1) result[places.front().first_slot].push_back(outside.persons[i]);
  }
  return result;
}

double hypergeometric_variance(std::size_t n, std::size_t with_value, std::size_t m) {
  const auto all = static_cast<double>(n);
  const auto side = static_cast<double>(m);
  const double p = static_cast<double>(with_value) / all;
  return side * p * (1 - p) * (all - side) / (all - 1);
}

void finish(MinimalityFigures& figures) {
  figures.z = deviations(figures, figures.share);
  if (figures.persons > 0) {
    figures.believed /= static_cast<double>(figures.persons);
    figures.share /= static_cast<double>(figures.persons);
  }
}

void add(MinimalityFigures& figures, const MinimalityFigures& others) {
  const auto persons = static_cast<double>(figures.persons);
  const auto other_persons = static_cast<double>(others.persons);
  const double all = persons + other_persons;
  const auto mean = [&](double of_figures, double of_others) {
    return all > 0 ? (persons * of_figures + other_persons * of_others) / all : 0;
  };
  figures.believed = mean(figures.believed, others.believed);
  figures.share = mean(figures.share, others.share);
  figures.regions += others.regions;
  figures.telling += others.telling;
  figures.persons += others.persons;
  figures.right += others.right;
  figures.control.attacks += others.control.attacks;
  figures.control.successes += others.control.successes;
  figures.variance += others.variance;
  figures.z = deviations(figures, figures.share * all);
}

}  // namespace microdata
