#include "postgres/server/memory_scope.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

MemoryScope::MemoryScope()
    : around_(CurrentMemoryContext), own_(guarded([] {
        return AllocSetContextCreate(CurrentMemoryContext, "pg_microdata scope",
                                     ALLOCSET_DEFAULT_SIZES);
      })) {
  MemoryContextSwitchTo(own_);
}

MemoryScope::~MemoryScope() {
  MemoryContextSwitchTo(around_);
  MemoryContextDelete(own_);
}

}  // namespace microdata::postgres
