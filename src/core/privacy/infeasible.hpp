#pragma once

#include <cstdint>
#include <exception>
#include <optional>

#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

// Exception with the reason why no release can meet a requirement, and the evidence.
struct Infeasible : std::exception {
  enum class Reason {
    // `count` of the `total` tuples with one value of the attributes `known` have the value `code`
    // of `attribute`: more than 1/l. If `known` is empty, `total` counts all tuples.
    share,
    // The number of tuples, `total`, is below k: of `model`, if there is one.
    too_few_rows,
    // `model` fails for `attribute` on the table as a whole, reaching only `reached`.
    privacy,
    // `model` fails in joins of fragments, even if each fragment is one class.
    joined,
    // The nearest transformation of a full domain suppresses `to_suppress` of the `total` rows, but
    // only `count` may be suppressed.
    no_transformation,
    // No other column can take the quasi-identifiers of the sensitive column.
    no_other_column,
    // `count` of the `total` rows of persons would be suppressed, and `model` is about them.
    rows_left_out,
    // The share is too large, as for `share`, with oblivious splits. They divide the tuples with
    // one value of `known`, quasi-identifiers of several columns, separately.
    oblivious_share,
    // `count` of the `total` rows have a sensitive value that fewer than k rows of their bucket
    // have.
    rare_values,
    // `to_suppress` of the `total` rows fit into no group that protects every sensitive attribute.
    no_groups,
  };
  Reason reason = Reason::share;
  std::size_t attribute = 0;
  Code code = 0;
  std::uint32_t count = 0;
  std::uint32_t total = 0;
  AttributeSet known;
  // Number of rows published for each person if the tuples are the persons of a single stratum;
  // otherwise 0.
  std::uint32_t rows_each = 0;
  // Number of tuples whose suppression would help; 0 if suppression would not help.
  std::uint32_t to_suppress = 0;
  std::optional<PrivacyModel> model;
  double reached = 0;

  double largest_l() const { return static_cast<double>(total) / count; }
  const char* what() const noexcept override { return "no release can meet the requirement"; }
};

}  // namespace microdata
