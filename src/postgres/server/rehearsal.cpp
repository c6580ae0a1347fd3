#include "postgres/server/rehearsal.hpp"

#include <utility>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

Rehearsal* innermost_rehearsal = nullptr;

}  // namespace

Rehearsal::Rehearsal() : outer_(std::exchange(innermost_rehearsal, this)) {}

Rehearsal::~Rehearsal() {
  innermost_rehearsal = outer_;
}

bool Rehearsal::is_on() {
  return innermost_rehearsal != nullptr;
}

void Rehearsal::end() {
  if (innermost_rehearsal == nullptr) return;
  innermost_rehearsal->passed_ = true;
  throw Error(ERRCODE_SUCCESSFUL_COMPLETION, "the rehearsal is over");
}

}  // namespace microdata::postgres
