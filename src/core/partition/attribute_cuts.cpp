#include "core/partition/attribute_cuts.hpp"

#include <algorithm>

namespace microdata {

void forbid_ties(const Attribute& attribute, const OrderedTuples& tuples, std::size_t v,
                 std::span<std::uint8_t> allowed) {
  for (std::size_t p = 1; p < tuples.size(); ++p) {
    if (allowed[p] != 0 && attribute.end_of_range(tuples.code_at(p - 1, v)) ==
                               attribute.end_of_range(tuples.code_at(p, v))) {
      allowed[p] = 0;
    }
  }
}

std::vector<AttributeCut> best_cuts_in_two(const OrderedTuples& tuples, std::size_t v,
                                           std::span<const std::uint8_t> allowed, std::size_t parts,
                                           GrowingClass& growing, std::vector<double>& of_first,
                                           const Progress& progress) {
  const std::size_t n = tuples.size();
  of_first.assign(n + 1, 0);
  growing.clear();
  for (std::size_t i = 0; i < n; ++i) {
    progress.checkpoint_at(i);
    growing.add(tuples.codes_at(i));
    of_first[i + 1] = static_cast<double>(i + 1) * growing.penalty();
  }
  std::vector<AttributeCut> best(parts, AttributeCut{0, v, 0});
  const auto balance = [&](std::size_t left) { return std::min(left, n - left); };
  growing.clear();
  for (std::size_t p = n; p-- > 1;) {
    progress.checkpoint_at(p);
    growing.add(tuples.codes_at(p));
    if (allowed[p] == 0) continue;
    const double penalty = of_first[p] + static_cast<double>(n - p) * growing.penalty();
    AttributeCut& cut = best[p * parts / n];
    if (cut.left == 0 || penalty < cut.penalty ||
        (penalty == cut.penalty && balance(p) > balance(cut.left))) {
      cut = {penalty, v, p};
    }
  }
  best.erase(std::remove_if(best.begin(), best.end(),
                            [](const AttributeCut& cut) { return cut.left == 0; }),
             best.end());
  return best;
}

std::vector<std::size_t> ends_of_labels(const Hierarchy& hierarchy, const OrderedTuples& tuples,
                                        std::size_t v) {
  const Code first = tuples.code_at(0, v);
  std::size_t level = 0;
  for (std::size_t p = 1; p < tuples.size(); ++p) {
    const Code code = tuples.code_at(p, v);
    while (hierarchy.label_of_code[level][code] != hierarchy.label_of_code[level][first])
      ++level;
  }
  const std::vector<std::uint32_t>& label = hierarchy.label_of_code[level - 1];
  std::vector<std::size_t> ends;
  for (std::size_t p = 1; p < tuples.size(); ++p) {
    if (label[tuples.code_at(p, v)] != label[tuples.code_at(p - 1, v)]) ends.push_back(p);
  }
  ends.push_back(tuples.size());
  return ends;
}

double penalty_of_parts(const OrderedTuples& tuples, std::span<const std::size_t> ends,
                        GrowingClass& growing, const Progress& progress) {
  double penalty = 0;
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    growing.clear();
    for (std::size_t p = begin; p < end; ++p) {
      progress.checkpoint_at(p);
      growing.add(tuples.codes_at(p));
    }
    penalty += static_cast<double>(end - begin) * growing.penalty();
    begin = end;
  }
  return penalty;
}

}  // namespace microdata
