#include "postgres/server/hint_words.hpp"

#include <utility>

namespace microdata::postgres {

namespace {

const HintWords* innermost = nullptr;

}  // namespace

HintWords::HintWords(Words words) : words_(std::move(words)), outer_(innermost) {
  innermost = this;
}

HintWords::~HintWords() {
  innermost = outer_;
}

std::string HintWords::of(const std::string& hint) {
  return innermost == nullptr || hint.empty() ? hint : innermost->words_(hint);
}

}  // namespace microdata::postgres
