#include "core/risk/membership_audit.hpp"

#include <algorithm>
#include <cmath>

#include "core/risk/match_in_turn.hpp"
#include "core/risk/table_tuples.hpp"

namespace microdata {

namespace {

// Returns the rank sum of Mann and Whitney as a share. It is the share of pairs in which a member
// has a greater lift than an outsider, plus half the share of ties.
double area_under_curve(std::span<const PersonMatch> members,
                        std::span<const PersonMatch> outsiders) {
  const auto scores = [](std::span<const PersonMatch> persons) {
    std::vector<double> lifts;
    lifts.reserve(persons.size());
    for (const PersonMatch& person : persons)
      lifts.push_back(person.lift);
    std::sort(lifts.begin(), lifts.end());
    return lifts;
  };
  const std::vector<double> inside = scores(members);
  const std::vector<double> outside = scores(outsiders);
  double wins = 0;
  std::size_t below = 0;
  std::size_t up_to = 0;
  for (const double score : inside) {
    while (below < outside.size() && outside[below] < score)
      ++below;
    up_to = std::max(up_to, below);
    while (up_to < outside.size() && outside[up_to] <= score)
      ++up_to;
    wins += (static_cast<double>(below) + static_cast<double>(up_to)) / 2;
  }
  return wins / static_cast<double>(inside.size()) / static_cast<double>(outside.size());
}

// Pairs of a bucket and a tuple that can arise in it: a combination of the bucket's values of all
// columns.
class ArisingPairs {
 public:
  explicit ArisingPairs(const MatchingBuckets& buckets, std::uint32_t count) : buckets_(buckets) {
    double sum = 0;
    for (std::uint32_t b = 0; b < count; ++b) {
      double pairs = 1;
      for (std::size_t c = 0; c < buckets.columns(); ++c)
        pairs *= static_cast<double>(buckets.column(c).in_bucket(b).size());
      sum += pairs;
      up_to_.push_back(sum);
    }
  }

  double count() const { return up_to_.empty() ? 0 : up_to_.back(); }

  template <typename Body>
  void each(const Body& body) const {
    std::vector<std::uint32_t> tuple(buckets_.columns());
    for (std::uint32_t b = 0; b < up_to_.size(); ++b)
      each_of(b, 0, tuple, body);
  }

  void draw(Random& random, std::vector<std::uint32_t>& tuple) const {
    constexpr double of_53_bits = 0x1p-53;
    const double place = static_cast<double>(random.next() >> 11U) * of_53_bits * count();
    const auto found = std::upper_bound(up_to_.begin(), up_to_.end(), place);
    const auto bucket = static_cast<std::uint32_t>(
        std::min(found - up_to_.begin(), static_cast<std::ptrdiff_t>(up_to_.size()) - 1));
    tuple.resize(buckets_.columns());
    for (std::size_t c = 0; c < tuple.size(); ++c) {
      const auto entries = buckets_.column(c).in_bucket(bucket);
      tuple[c] = entries[random.below(static_cast<std::uint32_t>(entries.size()))].value;
    }
  }

 private:
  template <typename Body>
  void each_of(std::uint32_t bucket, std::size_t column, std::vector<std::uint32_t>& tuple,
               const Body& body) const {
    if (column == tuple.size()) return body(tuple);
    for (const BucketCounts::Entry& entry : buckets_.column(column).in_bucket(bucket)) {
      tuple[column] = entry.value;
      each_of(bucket, column + 1, tuple, body);
    }
  }

  const MatchingBuckets& buckets_;
  // Number of pairs of all buckets up to and including each.
  std::vector<double> up_to_;
};

void add_side(std::vector<PersonMatch>& all, const std::vector<PersonMatch>& region) {
  if (all.empty()) {
    all = region;
    return;
  }
  all.resize(std::min(all.size(), region.size()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].rows += region[i].rows;
    all[i].buckets += region[i].buckets;
  }
}

void set_lifts_of(std::vector<PersonMatch>& side, std::size_t first, const ValueChances& chances) {
  for (std::size_t i = 0; i < side.size(); ++i)
    side[i].lift = side[i].rows > 0 ? side[i].rows / chances.of(static_cast<Row>(first + i)) : 0;
}

}  // namespace

std::size_t class_of_buckets(std::uint32_t buckets) {
  return static_cast<std::size_t>(
      std::lower_bound(last_buckets.begin(), last_buckets.end(), buckets) - last_buckets.begin());
}

MembershipFigures judge_membership(std::span<const PersonMatch> members,
                                   std::span<const PersonMatch> outsiders) {
  MembershipFigures figures;
  figures.members = members.size();
  figures.outsiders = outsiders.size();
  for (const PersonMatch& member : members) {
    figures.members_nowhere += member.buckets == 0 ? 1 : 0;
    ++figures.members_by_buckets[class_of_buckets(member.buckets)];
  }
  for (const PersonMatch& outsider : outsiders)
    figures.outsiders_nowhere += outsider.buckets == 0 ? 1 : 0;
  if (members.empty() || outsiders.empty()) return figures;
  figures.auc = area_under_curve(members, outsiders);
  // The variance is at most that of a share of as many trials as the smaller side has persons (Z.
  // W. Birnbaum, O. M. Klose, "Bounds for the variance of the Mann-Whitney statistic", 1957).
  figures.interval = interval_of_share(
      figures.auc, static_cast<double>(std::min(members.size(), outsiders.size())));
  return figures;
}

SidesMatched match_persons(const SlicedView& view, const MatchingBuckets& buckets,
                           MatchingBuckets::Over over, const ValueChances& chances,
                           std::span<const Row> members, std::span<const Row> outsiders,
                           std::size_t most_entries, const Progress& progress) {
  std::vector<std::uint32_t> values(view.columns.size());
  std::vector<Match> matches;
  const auto read = [&](Row person) {
    for (std::size_t c = 0; c < values.size(); ++c)
      values[c] = values_of(view.columns[c], over).tuples[person];
  };
  const auto match_of = [&](Row person) {
    read(person);
    buckets.find(values, matches);
    PersonMatch found;
    found.buckets = static_cast<std::uint32_t>(matches.size());
    for (const Match& match : matches)
      found.rows += match.alike * buckets.bucket_size(match.bucket);
    return found;
  };
  const auto entries_of = [&](Row person) {
    read(person);
    return buckets.entries_to_find(values);
  };
  return match_in_turn(chances, members, outsiders, most_entries, match_of, entries_of, progress);
}

SidesMatched match_persons(const ClassCover& cover, const SlicedView::Values* rest,
                           const ValueChances& chances, std::span<const Row> members,
                           std::span<const Row> outsiders, std::size_t most_entries,
                           const Progress& progress) {
  std::vector<std::vector<std::uint32_t>> rest_of_class(cover.classes);
  for (std::size_t row = 0; row < cover.class_of_row.size(); ++row) {
    progress.checkpoint_at(row);
    const std::uint32_t c = cover.class_of_row[row];
    rest_of_class[c].push_back(rest == nullptr ? 0 : rest->published[row]);
  }
  for (std::vector<std::uint32_t>& values : rest_of_class) {
    progress.checkpoint();
    std::sort(values.begin(), values.end());
  }
  const auto match_of = [&](Row person) {
    PersonMatch found;
    const std::uint32_t kind = cover.kind_of_tuple[person];
    for (std::size_t at = cover.offsets[kind]; at < cover.offsets[kind + std::size_t{1}]; ++at) {
      const std::vector<std::uint32_t>& values = rest_of_class[cover.covering[at]];
      const auto [first, last] = std::equal_range(values.begin(), values.end(),
                                                  rest == nullptr ? 0 : rest->tuples[person]);
      if (first == last) continue;
      found.rows += static_cast<double>(last - first) * cover.chance(at);
      ++found.buckets;
    }
    return found;
  };
  const auto entries_of = [&](Row person) {
    return cover.of_kind(cover.kind_of_tuple[person]).size();
  };
  return match_in_turn(chances, members, outsiders, most_entries, match_of, entries_of, progress);
}

void add_region(SidesMatched& all, const SidesMatched& region) {
  add_side(all.members, region.members);
  add_side(all.outsiders, region.outsiders);
}

void set_lifts(SidesMatched& all, std::size_t members, const ValueChances& chances) {
  set_lifts_of(all.members, 0, chances);
  set_lifts_of(all.outsiders, members, chances);
}

void add_region(ArisingTuples& all, const ArisingTuples& region) {
  all.original += region.original;
  all.fake += region.fake;
  all.error = std::hypot(all.error, region.error);
  for (std::size_t i = 0; i < all.fake_by_buckets.size(); ++i)
    all.fake_by_buckets[i] += region.fake_by_buckets[i];
}

ArisingTuples count_arising_tuples(const SlicedView& view, const MatchingBuckets& buckets,
                                   MatchingBuckets::Over over, std::size_t members,
                                   std::size_t most_pairs, std::size_t sample, Random& random,
                                   const Progress& progress) {
  const TableTuples table(view, buckets, over, members, progress);
  // A value that is generalized bucket by bucket arises only in one bucket.
  const bool by_bucket = generalized_in_buckets(view, over);
  const ArisingPairs pairs(buckets, view.buckets);
  ArisingTuples counted;
  std::vector<Match> matches;
  double squares = 0;
  // A tuple is in as many pairs as it matches buckets.
  const auto count = [&](const std::vector<std::uint32_t>& tuple, double stands_for) {
    progress.checkpoint();
    std::size_t found = 1;
    if (!by_bucket) {
      buckets.find(tuple, matches);
      found = matches.size();
    }
    const double share = stands_for / static_cast<double>(found);
    if (table.contain(tuple)) {
      counted.original += share;
      return;
    }
    counted.fake += share;
    squares += share * share;
    counted.fake_by_buckets[class_of_buckets(static_cast<std::uint32_t>(found))] += share;
  };
  if (pairs.count() <= static_cast<double>(most_pairs)) {
    pairs.each([&](const std::vector<std::uint32_t>& tuple) { count(tuple, 1); });
    // Sums of 1/2, 1/3 and so on are whole numbers, except for rounding.
    counted.original = std::round(counted.original);
    counted.fake = std::round(counted.fake);
    for (double& number : counted.fake_by_buckets)
      number = std::round(number);
    return counted;
  }
  std::vector<std::uint32_t> tuple;
  const auto drawn = static_cast<double>(sample);
  for (std::size_t i = 0; i < sample; ++i) {
    pairs.draw(random, tuple);
    count(tuple, pairs.count() / drawn);
  }
  counted.error = std::sqrt(std::max(0.0, squares - counted.fake * counted.fake / drawn));
  return counted;
}

}  // namespace microdata
