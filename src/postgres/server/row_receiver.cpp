#include "postgres/server/row_receiver.hpp"

namespace microdata::postgres {

namespace {

void nothing_more(DestReceiver* /*self*/) {}

}  // namespace

DestReceiver row_receiver(bool (*receive)(TupleTableSlot* slot, DestReceiver* self),
                          void (*begin)(DestReceiver* self, int operation, TupleDesc type)) {
  DestReceiver receiver{};
  receiver.receiveSlot = receive;
  receiver.rStartup = begin;
  receiver.rShutdown = nothing_more;
  receiver.rDestroy = nothing_more;
  receiver.mydest = DestNone;
  return receiver;
}

}  // namespace microdata::postgres
