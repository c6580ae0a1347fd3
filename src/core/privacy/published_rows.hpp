#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/random.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// The rows still to be published, and what may yet be left out of them.
class PublishedRows {
 public:
  // `suppress` is the largest fraction of the rows that may be left out.
  PublishedRows(Row rows, double suppress, Random& random);
  // Those of `rows` rows that `chosen` has, ascending; the others count as suppressed.
  PublishedRows(Row rows, std::span<const Row> chosen, Random& random);

  // As they lie: what goes through the columns of the table goes along with them.
  std::span<const Row> rows() const { return rows_; }
  std::span<const Row> in_random_order() const { return in_random_order_; }
  Row suppressed() const { return suppressed_; }

  // Leaves out quota[g] rows of every group g, the first in the random order. Throws `infeasible`,
  // with the number of rows needed, where that is more than may be.
  void suppress(std::span<const std::uint32_t> group_of_row, std::vector<std::uint32_t> quota,
                Infeasible infeasible);
  // Leaves out all rows but `kept`, which are some of them. Throws `infeasible` as suppress() does.
  void keep(std::span<const Row> kept, Infeasible infeasible);

 private:
  // Throws `infeasible` where so many more rows must not be left out.
  void require_allowed(std::size_t needed, Infeasible infeasible) const;

  std::vector<Row> rows_;
  std::vector<Row> in_random_order_;
  Row allowed_;
  Row suppressed_ = 0;
};

// Throws Infeasible where the rows, as one group, are fewer than k or do not meet the models:
// nothing they are divided into can then.
void check_feasible(const Microdata& data, const PrivacyRequirement& privacy, std::uint32_t k,
                    std::span<const Row> rows, const Progress& progress);

}  // namespace microdata
