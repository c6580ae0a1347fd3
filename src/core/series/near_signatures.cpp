#include "core/series/near_signatures.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/microdata/tuple_partition.hpp"
#include "core/series/near_arrivals.hpp"
#include "core/series/new_buckets.hpp"

namespace microdata {

namespace {

// Most persons, for each of the m values, of a region in which signatures are first searched.
constexpr std::size_t persons_of_leaf = 8;
// Largest number of regions from which new signatures are drawn, and the fewest persons of a region
// divided by m * m * m. Pools with more values need to be larger.
constexpr std::size_t drawing_regions = 32;
constexpr std::size_t persons_of_drawing = 10;
// Signatures of a smaller part of a region's buckets are not kept, because their pools would be
// small.
constexpr std::uint64_t parts_of_drawing = 12;

class NearSignatureChoice {
 public:
  NearSignatureChoice(std::span<const Code> values, Code distinct, std::span<const Signature> known,
                      std::uint32_t m, Random& random, const Progress& progress)
      : values_(values),
        m_(m),
        random_(random),
        progress_(progress),
        with_least_(distinct),
        local_(distinct, absent) {
    for (const Signature& signature : known)
      number_of(signature);
  }

  // Draws signatures from arrivals without giving them to the arrivals yet.
  void draw_from(std::span<const Row> rows) {
    const Region region = make_region({rows.begin(), rows.end()});
    for (const SignatureUse& use : draw(region, NewSignatures::of_m_values)) {
      if (use.buckets * parts_of_drawing * m_ >= rows.size())
        number_of(global(region, use.signature));
    }
  }

  // Gives signatures to arrivals and returns those left over, none if any signature may be drawn.
  std::vector<Row> give(std::vector<Row> rows, NewSignatures anew) {
    if (rows.empty()) return rows;
    random_.shuffle(std::span(rows));
    const Region region = make_region(std::move(rows));
    std::vector<std::size_t> next(region.begin.begin(), region.begin.end() - 1);
    for (const SignatureUse& use : draw(region, anew)) {
      progress_.checkpoint();
      const std::uint32_t number = number_of(global(region, use.signature));
      for (const Code value : use.signature) {
        for (std::uint32_t i = 0; i < use.buckets; ++i) {
          chosen_.rows.push_back(region.rows[next[value]++]);
          chosen_.signature_of.push_back(number);
        }
      }
    }
    std::vector<Row> left;
    for (std::size_t v = 0; v < next.size(); ++v) {
      left.insert(left.end(), region.rows.begin() + static_cast<std::ptrdiff_t>(next[v]),
                  region.rows.begin() + static_cast<std::ptrdiff_t>(region.begin[v + 1]));
    }
    return left;
  }

  ChosenSignatures take() && { return std::move(chosen_); }

 private:
  // Persons by value. Values are numbered within the region, ascending, because a region has few of
  // them.
  struct Region {
    std::vector<Row> rows;
    std::vector<Code> value;
    // Places at which each value's persons begin, followed by the end of the last.
    std::vector<std::size_t> begin{0};
  };

  Region make_region(std::vector<Row> rows) const {
    Region region;
    region.rows = std::move(rows);
    progress_.checkpoint();
    std::stable_sort(region.rows.begin(), region.rows.end(),
                     [&](Row a, Row b) { return values_[a] < values_[b]; });
    for (std::size_t i = 0; i < region.rows.size(); ++i) {
      const Code value = values_[region.rows[i]];
      if (region.value.empty() || region.value.back() != value) {
        if (i > 0) region.begin.push_back(i);
        region.value.push_back(value);
      }
    }
    if (!region.rows.empty()) region.begin.push_back(region.rows.size());
    return region;
  }

  std::vector<SignatureUse> draw(const Region& region, NewSignatures anew) {
    std::vector<std::uint32_t> counts;
    for (std::size_t v = 0; v < region.value.size(); ++v) {
      counts.push_back(static_cast<std::uint32_t>(region.begin[v + 1] - region.begin[v]));
      local_[region.value[v]] = static_cast<Code>(v);
    }
    const std::vector<Signature> suitable = suitable_signatures(region, anew);
    for (const Code value : region.value)
      local_[value] = absent;
    return draw_signatures(counts, suitable, m_, anew, progress_);
  }

  // Returns the signatures whose values all occur in the region, in the order of their numbers.
  // Signatures of more than m values are excluded unless any may be drawn: they serve persons whose
  // number m does not divide.
  std::vector<Signature> suitable_signatures(const Region& region, NewSignatures anew) const {
    std::vector<std::uint32_t> numbers;
    for (const Code least : region.value) {
      progress_.checkpoint();
      for (const std::uint32_t number : with_least_[least]) {
        const Signature& signature = chosen_.signatures[number];
        if (anew != NewSignatures::any && signature.size() > m_) continue;
        if (std::all_of(signature.begin(), signature.end(),
                        [&](Code value) { return local_[value] != absent; }))
          numbers.push_back(number);
      }
    }
    std::sort(numbers.begin(), numbers.end());
    std::vector<Signature> suitable;
    for (const std::uint32_t number : numbers) {
      Signature& signature = suitable.emplace_back(chosen_.signatures[number]);
      for (Code& value : signature)
        value = local_[value];
    }
    return suitable;
  }

  static Signature global(const Region& region, Signature signature) {
    for (Code& value : signature)
      value = region.value[value];
    return signature;
  }

  std::uint32_t number_of(const Signature& signature) {
    const auto next = static_cast<std::uint32_t>(chosen_.signatures.size());
    const auto [at, is_new] = numbers_.emplace(signature, next);
    if (is_new) {
      with_least_[signature.front()].push_back(next);
      chosen_.signatures.push_back(signature);
    }
    return at->second;
  }

  static constexpr Code absent = std::numeric_limits<Code>::max();

  std::span<const Code> values_;
  std::uint32_t m_;
  Random& random_;
  const Progress& progress_;
  ChosenSignatures chosen_;
  std::map<Signature, std::uint32_t> numbers_;
  // Signatures by their least value.
  std::vector<std::vector<std::uint32_t>> with_least_;
  // Number of each value in the current region.
  std::vector<Code> local_;
};

// Draws signatures from neighbouring leaves, each time from the next leaves with at least `fewest`
// persons together.
void draw_new(const TuplePartition& leaves, std::size_t fewest, NearSignatureChoice& choice) {
  std::size_t begin = 0;
  for (std::size_t leaf = 0; leaf < leaves.buckets(); ++leaf) {
    const std::size_t end = leaves.offsets[leaf + 1];
    const bool last = leaf + 1 == leaves.buckets();
    if (end - begin < fewest && !last) continue;
    choice.draw_from(std::span(leaves.rows).subspan(begin, end - begin));
    begin = end;
  }
}

}  // namespace

ChosenSignatures choose_near_signatures(const Microdata& data, const std::vector<Axis>& axes,
                                        std::span<const Code> values, Code distinct,
                                        std::vector<Row> arrivals, std::span<const Signature> known,
                                        const NearSignatureOptions& options, Random& random,
                                        const Progress& progress) {
  progress.checkpoint();
  random.shuffle(std::span(arrivals));
  NearSignatureChoice choice(values, distinct, known, options.m, random, progress);
  const TuplePartition leaves = near_arrivals(data, axes, values, distinct, arrivals, options.m,
                                              persons_of_leaf * std::size_t{options.m}, progress);
  const std::size_t m = options.m;
  const std::size_t of_drawing =
      std::max(arrivals.size() / drawing_regions, persons_of_drawing * m * m * m);
  draw_new(leaves, options.region > 0 ? options.region : of_drawing, choice);
  std::vector<std::vector<Row>> regions;
  for (std::size_t leaf = 0; leaf < leaves.buckets(); ++leaf)
    regions.emplace_back(leaves.bucket(leaf).begin(), leaves.bucket(leaf).end());
  while (regions.size() > 1) {
    std::vector<std::vector<Row>> pairs((regions.size() + 1) / 2);
    for (std::size_t i = 0; i < regions.size(); ++i) {
      const std::vector<Row> left = choice.give(std::move(regions[i]), NewSignatures::none);
      pairs[i / 2].insert(pairs[i / 2].end(), left.begin(), left.end());
    }
    regions = std::move(pairs);
  }
  if (!regions.empty()) choice.give(std::move(regions.front()), NewSignatures::any);
  return std::move(choice).take();
}

}  // namespace microdata
