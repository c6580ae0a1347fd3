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

// Judge of parts of classes for one thread. A counted part of the requirement costs constant time
// for each tuple that joins a part. The other models need the whole part.
class CutJudge {
 public:
  CutJudge() = default;
  CutJudge(const CutJudge&) = delete;
  CutJudge& operator=(const CutJudge&) = delete;
  virtual ~CutJudge() = default;

  // Begins a class with these rows. The following calls judge its parts.
  virtual void begin_class(std::span<const Row> rows) = 0;
  // True if the counted part holds for some rows.
  virtual bool counted_part_holds(std::span<const Row> rows) = 0;
  // Sets allowed[p], for p from 0 to rows.size(), to 1 if the counted part holds for the first p
  // rows and for the rest. `rows` are the rows of the class, in any order.
  virtual void mark_allowed(std::span<const Row> rows, std::vector<std::uint8_t>& allowed) = 0;
  // True if all models hold for some rows.
  virtual bool models_hold(std::span<const Row> rows) = 0;
};

// Requirement for every part of a split. Several threads call it concurrently.
class CutRequirement {
 public:
  CutRequirement() = default;
  CutRequirement(const CutRequirement&) = delete;
  CutRequirement& operator=(const CutRequirement&) = delete;
  virtual ~CutRequirement() = default;

  // Returns the smallest number of tuples that can satisfy the requirement, at least 1.
  virtual std::size_t fewest() const = 0;
  // True if the counted part is the whole requirement.
  virtual bool is_counted() const = 0;
  virtual std::unique_ptr<CutJudge> make_judge() const = 0;
};

// Returns the requirement for tuples with one value of each sensitive attribute: no value has a
// share above 1/l, and `privacy` holds. `strata` are the ungrouped strata of the sensitive
// attributes. Both must outlive the requirement.
std::unique_ptr<const CutRequirement> cut_requirement(std::span<const Strata> strata,
                                                      const PrivacyRequirement& privacy, double l);

}  // namespace microdata
