#include "core/partition/counted_requirement.hpp"

#include <algorithm>
#include <variant>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

bool tally_holds(const CountedRequirement& counted, const ValueTally& tally) {
  return share_holds(tally.largest(), tally.tuples(), counted.l) &&
         (tally.distinct() >= counted.distinct || tally.distinct() == 0);
}

}  // namespace

CountedRequirement counted_part(const PrivacyRequirement& privacy, double l) {
  CountedRequirement counted;
  counted.fewest = std::max<std::size_t>(privacy.fewest(), fewest_tuples(l));
  counted.l = l;
  for (const PrivacyModel& model : privacy.models()) {
    const auto* diversity = std::get_if<LDiversity>(&model);
    const bool is_distinct =
        diversity != nullptr && diversity->variant == LDiversity::Variant::distinct;
    if (is_distinct) counted.distinct = std::max(counted.distinct, diversity->l);
    counted.complete =
        counted.complete && (is_distinct || std::holds_alternative<KAnonymity>(model));
  }
  return counted;
}

bool counted_part_holds(const CountedRequirement& counted, std::span<const Row> rows,
                        std::span<ValueTally> tallies) {
  if (rows.size() < counted.fewest) return false;
  return std::all_of(tallies.begin(), tallies.end(), [&](ValueTally& tally) {
    for (const Row row : rows)
      tally.add(row);
    const bool holds = tally_holds(counted, tally);
    tally.clear(rows);
    return holds;
  });
}

void count_class(std::span<const Row> rows, std::span<ValueTally> tallies,
                 std::vector<std::uint32_t>& largest) {
  largest.clear();
  for (ValueTally& tally : tallies) {
    for (const Row row : rows)
      tally.add(row);
    largest.push_back(tally.largest());
    tally.clear(rows);
  }
}

void mark_allowed(const CountedRequirement& counted, std::span<const Row> rows,
                  std::span<const std::uint32_t> largest, std::span<ValueTally> tallies,
                  std::vector<std::uint8_t>& allowed) {
  const std::size_t n = rows.size();
  allowed.assign(n + 1, 0);
  for (std::size_t p = counted.fewest; p + counted.fewest <= n; ++p)
    allowed[p] = 1;
  for (std::size_t j = 0; j < tallies.size(); ++j) {
    ValueTally& tally = tallies[j];
    // A part keeps holding with more tuples if it has enough different values and enough tuples for
    // the class's most frequent value.
    const auto always_holds = [&] {
      return tally.distinct() >= counted.distinct &&
             share_holds(largest[j], tally.tuples(), counted.l);
    };
    std::size_t i = 0;
    while (i < n && !always_holds()) {
      tally.add(rows[i++]);
      if (!tally_holds(counted, tally)) allowed[i] = 0;
    }
    tally.clear(rows.first(i));
    i = n;
    while (i > 0 && !always_holds()) {
      tally.add(rows[--i]);
      if (!tally_holds(counted, tally)) allowed[i] = 0;
    }
    tally.clear(rows.subspan(i));
  }
}

bool models_hold(const PrivacyRequirement& privacy, std::span<const Row> rows,
                 std::span<ValueTally> tallies) {
  for (std::size_t j = 0; j < tallies.size(); ++j) {
    if (!privacy.holds(j, tallies[j].histogram(rows))) return false;
  }
  return true;
}

}  // namespace microdata
