#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/privacy/privacy_requirement.hpp"

namespace microdata {

// The rows that are still to be published, and the number that can still be suppressed.
class PublishedRows {
 public:
  // Starts with all rows. `suppress` is the largest fraction of the rows that can be suppressed.
  PublishedRows(Row rows, double suppress, Random& random);
  // Starts with the `chosen` ones of `rows` rows, ascending. The other rows count as suppressed,
  // and no more can be.
  PublishedRows(Row rows, std::span<const Row> chosen, Random& random);

  // Returns the rows in table order, in which the columns of the table are read sequentially.
  std::span<const Row> rows() const { return rows_; }
  std::span<const Row> in_random_order() const { return in_random_order_; }
  Row suppressed() const { return suppressed_; }

  // Suppresses quota[g] rows of every group g, the first in the random order. Throws `infeasible`,
  // with the necessary number of rows, if more rows than allowed would be suppressed.
  void suppress(std::span<const std::uint32_t> group_of_row, std::vector<std::uint32_t> quota,
                Infeasible infeasible);
  // Suppresses all rows except `kept`, which must be a subset. Throws `infeasible` as suppress()
  // does.
  void keep(std::span<const Row> kept, Infeasible infeasible);

 private:
  // Throws `infeasible` if `needed` more rows must not be suppressed.
  void require_allowed(std::size_t needed, Infeasible infeasible) const;

  std::vector<Row> rows_;
  std::vector<Row> in_random_order_;
  Row allowed_;
  Row suppressed_ = 0;
};

// Throws Infeasible if the rows, as one group, are fewer than k or fail the models, because then
// every division of the rows fails. The evidence is about the first model that fails, for the
// attribute that is worst for it.
void check_feasible(const Microdata& data, const PrivacyRequirement& privacy, std::uint32_t k,
                    std::span<const Row> rows, const Progress& progress);

}  // namespace microdata
