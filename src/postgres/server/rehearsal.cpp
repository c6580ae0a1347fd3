#include "postgres/server/rehearsal.hpp"

#include <string_view>
#include <utility>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

Rehearsal* innermost_rehearsal = nullptr;

}  // namespace

Rehearsal::Rehearsal(const Phases* around)
    : around_(around), outer_(std::exchange(innermost_rehearsal, this)) {}

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

void Rehearsal::end_at(const char* phase, const Phases* around) {
  if (innermost_rehearsal == nullptr || phase == nullptr) return;
  if (around != innermost_rehearsal->around_) return;
  const std::string_view name(phase);
  if (name != "plan" && name != "read") end();
}

}  // namespace microdata::postgres
