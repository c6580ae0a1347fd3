#include "core/partition/cut_choice.hpp"

#include <algorithm>
#include <utility>

#include "core/partition/attribute_cuts.hpp"

namespace microdata {

namespace {

// Number of parts of a class with a candidate split each, and number of all candidates tried. Both
// are for models that are not counted, which might reject the best split.
constexpr std::size_t parts_tried = 8;
constexpr std::size_t cuts_tried = 32;

// Returns the mean penalty of a class's tuples if they showed their values. Only a higher penalty
// is a loss.
double penalty_of_values(const AttributePenalty& penalty, const ClassTuples& tuples,
                         std::size_t v) {
  if (penalty.measure() == LossMeasure::width) return 0;
  const CodeColumn column = tuples.column(v);
  double sum = 0;
  for (std::size_t i = 0; i < tuples.size(); ++i)
    sum += penalty.of_value(column[i]);
  return sum / static_cast<double>(tuples.size());
}

// Returns the attributes that vary in the class and on which it loses most, in descending order of
// loss.
std::vector<std::size_t> attributes_to_try(const CutRules& rules, CutScratch& scratch,
                                           const Progress& progress) {
  const ClassTuples& tuples = scratch.tuples;
  GrowingClass& growing = scratch.growing;
  growing.begin(tuples.varying);
  for (std::size_t i = 0; i < tuples.size(); ++i) {
    progress.checkpoint_at(i);
    growing.add(tuples.codes_of(i));
  }
  std::vector<double> lost(tuples.varying.size());
  for (std::size_t v = 0; v < lost.size(); ++v)
    lost[v] = growing.penalty(v) - penalty_of_values(rules.penalties[tuples.varying[v]], tuples, v);
  std::vector<std::size_t> result;
  for (std::size_t v = 0; v < tuples.varying.size(); ++v) {
    if (rules.data->attributes[rules.attributes[tuples.varying[v]]].divisible) result.push_back(v);
  }
  std::stable_sort(result.begin(), result.end(),
                   [&](std::size_t a, std::size_t b) { return lost[a] > lost[b]; });
  if (result.size() > rules.options.attributes_tried) result.resize(rules.options.attributes_tried);
  return result;
}

// Puts the tuples into the order of the v-th attribute that varies, in scratch.cut.
void order_by(std::size_t v, const CutRules& rules, CutScratch& scratch, const Progress& progress) {
  const ClassTuples& tuples = scratch.tuples;
  sort_by_value(tuples.column(v), rules.orders[tuples.varying[v]], scratch.sort, scratch.cut.order,
                progress);
  scratch.cut.rows.resize(tuples.size());
  for (std::size_t p = 0; p < tuples.size(); ++p)
    scratch.cut.rows[p] = tuples.rows[scratch.cut.order[p]];
}

template <typename Predicate>
bool all_parts(const CutClass& parts, const Predicate& predicate) {
  std::size_t begin = 0;
  return std::all_of(parts.ends.begin(), parts.ends.end(), [&](std::size_t end) {
    const std::size_t size = end - begin;
    return predicate(std::span(parts.rows).subspan(std::exchange(begin, end), size));
  });
}

// Adds the split into the labels below the common label, if the counted part holds for all of them.
// A split in two could leave parts with the same common label as the class, which would overlap.
void add_cut_into_labels(const OrderedTuples& tuples, std::size_t v, const CutRules& rules,
                         CutScratch& scratch, std::vector<AttributeCut>& cuts,
                         const Progress& progress) {
  const AttributePenalty& penalty = rules.penalties[tuples.tuples.varying[v]];
  scratch.cut.ends = ends_of_labels(penalty.hierarchy(), tuples, v);
  const bool hold = all_parts(scratch.cut, [&](std::span<const Row> part) {
    return scratch.judge->counted_part_holds(part);
  });
  if (!hold) return;
  cuts.push_back({penalty_of_parts(tuples, scratch.cut.ends, scratch.growing, progress), v, 0});
}

void add_cuts(std::size_t v, const CutRules& rules, CutScratch& scratch,
              std::vector<AttributeCut>& cuts, const Progress& progress) {
  progress.checkpoint();
  order_by(v, rules, scratch, progress);
  const OrderedTuples tuples{scratch.tuples, scratch.cut.order};
  const std::uint32_t x = scratch.tuples.varying[v];
  const bool strict = rules.options.grouping == Grouping::strict;
  if (strict && rules.penalties[x].kind() == AttributePenalty::Kind::label) {
    add_cut_into_labels(tuples, v, rules, scratch, cuts, progress);
    return;
  }
  scratch.judge->mark_allowed(scratch.cut.rows, scratch.allowed);
  if (strict) forbid_ties(rules.data->attributes[rules.attributes[x]], tuples, v, scratch.allowed);
  const std::vector<AttributeCut> best = best_cuts_in_two(
      tuples, v, scratch.allowed, rules.requirement->is_counted() ? 1 : parts_tried,
      scratch.growing, scratch.of_first, progress);
  cuts.insert(cuts.end(), best.begin(), best.end());
}

// Returns all candidate splits, the least penalty first.
std::vector<AttributeCut> all_cuts(const CutRules& rules, CutScratch& scratch,
                                   const Progress& progress) {
  std::vector<AttributeCut> cuts;
  for (const std::size_t v : attributes_to_try(rules, scratch, progress))
    add_cuts(v, rules, scratch, cuts, progress);
  std::sort(cuts.begin(), cuts.end(), [](const AttributeCut& a, const AttributeCut& b) {
    return std::pair(a.penalty, a.attribute) < std::pair(b.penalty, b.attribute);
  });
  return cuts;
}

void carry_out(const AttributeCut& cut, const CutRules& rules, CutScratch& scratch,
               const Progress& progress) {
  order_by(cut.attribute, rules, scratch, progress);
  if (cut.left > 0) {
    scratch.cut.ends = {cut.left, scratch.cut.order.size()};
  } else {
    const std::uint32_t x = scratch.tuples.varying[cut.attribute];
    scratch.cut.ends = ends_of_labels(rules.penalties[x].hierarchy(),
                                      {scratch.tuples, scratch.cut.order}, cut.attribute);
  }
}

}  // namespace

CutRules cut_rules(const Microdata& data, const AttributeSet& quasi_identifiers,
                   const CutRequirement& requirement, const GainCutOptions& options,
                   const Progress& progress) {
  CutRules rules;
  rules.data = &data;
  for (const std::size_t a : quasi_identifiers) {
    if (data.attributes[a].distinct < 2) continue;
    rules.attributes.push_back(a);
    rules.penalties.emplace_back(data.attributes[a], options.loss, data.columns[a], progress);
    rules.orders.push_back(value_order(data.attributes[a]));
  }
  rules.requirement = &requirement;
  rules.options = options;
  return rules;
}

CutScratch::CutScratch(const CutRules& rules)
    : growing(rules.penalties), judge(rules.requirement->make_judge()) {}

const CutClass* choose_cut(const CutRules& rules, std::span<const Row> rows,
                           std::span<const Code> codes, CutScratch& scratch,
                           const Progress& progress) {
  if (rows.size() < 2 * rules.requirement->fewest()) return nullptr;
  take_class(rows, codes, rules.attributes.size(), scratch.tuples, progress);
  scratch.judge->begin_class(rows);
  std::vector<AttributeCut> cuts = all_cuts(rules, scratch, progress);
  if (!rules.requirement->is_counted() && cuts.size() > cuts_tried) cuts.resize(cuts_tried);
  const bool found = std::any_of(cuts.begin(), cuts.end(), [&](const AttributeCut& cut) {
    carry_out(cut, rules, scratch, progress);
    return rules.requirement->is_counted() ||
           all_parts(scratch.cut,
                     [&](std::span<const Row> part) { return scratch.judge->models_hold(part); });
  });
  return found ? &scratch.cut : nullptr;
}

}  // namespace microdata
