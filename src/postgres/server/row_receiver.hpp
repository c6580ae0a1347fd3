#pragma once

#include "postgres/server/api.hpp"

namespace microdata::postgres {

// What PostgreSQL hands the rows of a query to, as the first member of a plain struct that knows
// what they are for: `begin` gets their type, `receive` each row, until it returns false. Both are
// called within a query: they may fail as PostgreSQL does, and must own nothing.
DestReceiver row_receiver(bool (*receive)(TupleTableSlot* slot, DestReceiver* self),
                          void (*begin)(DestReceiver* self, int operation, TupleDesc type));

}  // namespace microdata::postgres
