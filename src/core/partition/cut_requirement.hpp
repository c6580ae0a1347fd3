#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/partition/strata.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// Judges parts of classes for one thread. Some of what is required can be counted as tuples join a
// part, at constant cost each; the rest takes a look at a part as a whole.
class CutJudge {
 public:
  CutJudge() = default;
  CutJudge(const CutJudge&) = delete;
  CutJudge& operator=(const CutJudge&) = delete;
  virtual ~CutJudge() = default;

  // All rows of the class whose parts are judged until the next is begun.
  virtual void begin_class(std::span<const Row> rows) = 0;
  // Whether what is counted holds for some rows.
  virtual bool counted_part_holds(std::span<const Row> rows) = 0;
  // allowed[p], for p from 0 to rows.size(): whether it holds for the first p rows and for the
  // rest. `rows` are those of the class, in any order.
  virtual void mark_allowed(std::span<const Row> rows, std::vector<std::uint8_t>& allowed) = 0;
  // Whether all models hold for some rows.
  virtual bool models_hold(std::span<const Row> rows) = 0;
};

// What every part of a cut must satisfy. Called by several threads at once.
class CutRequirement {
 public:
  CutRequirement() = default;
  CutRequirement(const CutRequirement&) = delete;
  CutRequirement& operator=(const CutRequirement&) = delete;
  virtual ~CutRequirement() = default;

  // No part of fewer tuples can satisfy it; at least 1.
  virtual std::size_t fewest() const = 0;
  // Whether what is counted is all there is.
  virtual bool is_counted() const = 0;
  virtual std::unique_ptr<CutJudge> make_judge() const = 0;
};

// For tuples with one value of each sensitive attribute: no value has a share above 1/l, and
// `privacy` holds. `strata` are those of the sensitive attributes, ungrouped; both outlive the
// requirement.
std::unique_ptr<const CutRequirement> cut_requirement(std::span<const Strata> strata,
                                                      const PrivacyRequirement& privacy, double l);

}  // namespace microdata
