#pragma once

#include <cstdint>
#include <exception>
#include <optional>

#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

// Why no release can meet a requirement, with the evidence.
struct Infeasible : std::exception {
  enum class Reason {
    // `count` of the `total` tuples with one value of the attributes `known` (of all tuples, where
    // `known` is empty) have the value `code` of `attribute`: more than 1/l.
    share,
    // There are `total` tuples, fewer than k.
    too_few_rows,
    // `model` fails on the table as a whole for `attribute`, reaching only `reached`.
    privacy,
    // The same in joins of fragments, even where each fragment is one class.
    joined,
    // Of a full domain: the transformation that comes nearest leaves out `to_suppress` of the
    // `total`
    // rows, where `count` may be.
    no_transformation,
    // The sensitive column has no other column to give its quasi-identifiers to.
    no_other_column,
    // `count` of the `total` rows of persons would not be published, and `model` asks about these.
    rows_left_out,
    // As `share`, with oblivious cuts, which divide the tuples with one value of `known`,
    // quasi-identifiers of several columns, by themselves.
    oblivious_share,
    // `count` of the `total` rows have a sensitive value that fewer than k rows of their bucket
    // have.
    rare_values,
  };
  Reason reason = Reason::share;
  std::size_t attribute = 0;
  Code code = 0;
  std::uint32_t count = 0;
  std::uint32_t total = 0;
  AttributeSet known;
  // Where not 0: the tuples are the persons of one stratum alone, of whom so many rows each would
  // be published.
  std::uint32_t rows_each = 0;
  // How many tuples would have to be left out, where that would help; otherwise 0.
  std::uint32_t to_suppress = 0;
  std::optional<PrivacyModel> model;
  double reached = 0;

  double largest_l() const { return static_cast<double>(total) / count; }
  const char* what() const noexcept override { return "no release can meet the requirement"; }
};

}  // namespace microdata
