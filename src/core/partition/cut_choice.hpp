#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/partition/class_penalty.hpp"
#include "core/partition/class_tuples.hpp"
#include "core/partition/cut_requirement.hpp"
#include "core/partition/gain_cuts.hpp"
#include "core/partition/value_order.hpp"

namespace microdata {

// Attributes on which the classes of a table are split, and the requirement for every part.
struct CutRules {
  const Microdata* data = nullptr;
  // Quasi-identifiers with more than one value, each with its penalty and order.
  AttributeSet attributes;
  std::vector<AttributePenalty> penalties;
  std::vector<ValueOrder> orders;
  const CutRequirement* requirement = nullptr;
  GainCutOptions options;
};

// Returns the rules. `data` and `requirement` must outlive them.
CutRules cut_rules(const Microdata& data, const AttributeSet& quasi_identifiers,
                   const CutRequirement& requirement, const GainCutOptions& options,
                   const Progress& progress = {});

// A class in parts with ascending `ends`, the last at order.size().
struct CutClass {
  // Former places of the tuples.
  std::vector<std::uint32_t> order;
  // Rows of the tuples, in the new order.
  std::vector<Row> rows;
  std::vector<std::size_t> ends;
};

// Working memory of one thread. The rules must outlive it.
struct CutScratch {
  explicit CutScratch(const CutRules& rules);

  ClassTuples tuples;
  GrowingClass growing;
  std::unique_ptr<CutJudge> judge;
  ValueSortScratch sort;
  std::vector<std::uint8_t> allowed;
  std::vector<double> of_first;
  CutClass cut;
};

// Returns the split of a class whose parts have the least penalty and all satisfy the requirement,
// or nullptr if no split does. `codes` has the codes of rules.attributes, tuple by tuple. The
// result lies in the scratch and is valid until the next call.
const CutClass* choose_cut(const CutRules& rules, std::span<const Row> rows,
                           std::span<const Code> codes, CutScratch& scratch,
                           const Progress& progress);

}  // namespace microdata
