#pragma once

#include "postgres/server/api.hpp"

#include <functional>
#include <string>
#include <utility>

#include "postgres/server/error.hpp"

namespace microdata::postgres {

// HINTs name arguments of the function that makes a release. Within its scope, another function was
// called, and they are put in words that fit its call; also those of functions that it calls.
class HintWords {
 public:
  using Words = std::function<std::string(const std::string& hint)>;

  explicit HintWords(Words words);
  HintWords(const HintWords&) = delete;
  HintWords& operator=(const HintWords&) = delete;
  ~HintWords();

  // Returns the hint in the words of the innermost scope; as it is if there is none.
  static std::string of(const std::string& hint);

 private:
  Words words_;
  const HintWords* outer_;
};

// Calls `body`, with its HINTs, and that of its error, in these words.
template <typename Body>
auto in_hint_words(HintWords::Words words, const Body& body) {
  const HintWords scope(std::move(words));
  try {
    return body();
  } catch (const Error& error) {
    throw Error(error.sqlstate(), error.what())
        .detail(error.detail())
        .hint(HintWords::of(error.hint()));
  }
}

}  // namespace microdata::postgres
