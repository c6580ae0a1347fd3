#include "postgres/server/subtransaction.hpp"

#include <string>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

// What a subtransaction is begun in, and ended for.
struct Surroundings {
  MemoryContext context = CurrentMemoryContext;
  ResourceOwner owner = CurrentResourceOwner;

  void restore() const {
    MemoryContextSwitchTo(context);
    CurrentResourceOwner = owner;
  }
};

std::string text_of(const char* text) {
  return text == nullptr ? std::string() : std::string(text);
}

// The server's copy is in the subtransaction's memory.
Error kept(const ErrorData& error) {
  return Error(error.sqlerrcode, text_of(error.message))
      .detail(text_of(error.detail))
      .hint(text_of(error.hint));
}

}  // namespace

std::optional<Error> in_subtransaction(const std::function<void()>& body) {
  const Surroundings surroundings;
  std::optional<Error> failed;
  guarded([&] {
    BeginInternalSubTransaction(nullptr);
    MemoryContextSwitchTo(surroundings.context);
  });
  try {
    body();
    guarded([] { ReleaseCurrentSubTransaction(); });
  } catch (const PostgresError& error) {
    failed = kept(*error.data);
  } catch (const Error& error) {
    failed = error;
  } catch (...) {
    guarded([] { RollbackAndReleaseCurrentSubTransaction(); });
    surroundings.restore();
    throw;
  }
  if (failed) guarded([] { RollbackAndReleaseCurrentSubTransaction(); });
  surroundings.restore();
  return failed;
}

}  // namespace microdata::postgres
