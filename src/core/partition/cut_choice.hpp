#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/partition/class_penalty.hpp"
#include "core/partition/class_tuples.hpp"
#include "core/partition/cut_requirement.hpp"
#include "core/partition/gain_cuts.hpp"
#include "core/partition/value_order.hpp"

namespace microdata {

// What the classes of a table are cut on, and what every part of a cut must satisfy.
struct CutRules {
  const Microdata* data = nullptr;
  // The quasi-identifiers of more than one value, each with its penalty and order.
  AttributeSet attributes;
  std::vector<AttributePenalty> penalties;
  std::vector<ValueOrder> orders;
  const CutRequirement* requirement = nullptr;
  GainCutOptions options;
};

// `data` and `requirement` outlive the rules.
CutRules cut_rules(const Microdata& data, const AttributeSet& quasi_identifiers,
                   const CutRequirement& requirement, const GainCutOptions& options,
                   const Progress& progress = {});

// A class in parts, which end at `ends`, ascending, the last one at order.size().
struct CutClass {
  // The tuples' places before.
  std::vector<std::uint32_t> order;
  // Their rows, in the new order.
  std::vector<Row> rows;
  std::vector<std::size_t> ends;
};

// Working memory of one thread. The rules outlive it.
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

// The cut of a class whose parts have the least penalty and all satisfy the requirement,
// or nullptr where there is none. `codes` has those of rules.attributes, tuple by tuple. What it
// returns lies in the scratch and holds until the next call.
const CutClass* choose_cut(const CutRules& rules, std::span<const Row> rows,
                           std::span<const Code> codes, CutScratch& scratch,
                           const Progress& progress);

}  // namespace microdata
