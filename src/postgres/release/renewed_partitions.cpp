#include <utility>

#include "postgres/release/renewal.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

const RenewedPartitions* renewed_now = nullptr;

}  // namespace

RenewedPartitions::RenewedPartitions(Oid source, std::vector<Oid> partitions,
                                     std::optional<Oid> edition)
    : source_(source), partitions_(std::move(partitions)), edition_(edition), outer_(renewed_now) {
  renewed_now = this;
}

RenewedPartitions::~RenewedPartitions() {
  renewed_now = outer_;
}

const RenewedPartitions* RenewedPartitions::of(Oid source) {
  return renewed_now != nullptr && renewed_now->source_ == source ? renewed_now : nullptr;
}

std::optional<Oid> RenewedPartitions::edition_of(Oid source) {
  const RenewedPartitions* const renewed = of(source);
  return renewed != nullptr ? renewed->edition_ : std::nullopt;
}

const char* RenewedPartitions::hint() {
  return renewed_now != nullptr && renewed_now->edition_
             ? "Publish all partitions of the series."
             : "Publish the whole source again with replace => true.";
}

std::vector<Oid> given_renewed(const Arguments& arguments) {
  std::vector<Oid> partitions = arguments.relations("partitions");
  if (partitions.empty())
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "partitions names no partition");
  return partitions;
}

}  // namespace microdata::postgres
