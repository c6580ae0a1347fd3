#include "postgres/server/touched_relations.hpp"

#include <utility>

namespace microdata::postgres {

// Returns the slot of the relation, or the free slot for it; there is always one.
std::size_t TouchedRelations::slot_of(Oid relation) const {
  constexpr std::uint32_t golden = 2654435769U;
  std::size_t slot = (relation * golden >> 8U) % slots;
  while (places_[slot] != 0 && relations_[places_[slot] - 1U] != relation)
    slot = (slot + 1) % slots;
  return slot;
}

bool TouchedRelations::has(Oid relation) const {
  return any_ || places_[slot_of(relation)] != 0;
}

void TouchedRelations::add(Oid relation) {
  if (any_) return;
  const std::size_t slot = slot_of(relation);
  if (places_[slot] != 0) return;
  if (count_ == most) {
    any_ = true;
    return;
  }
  relations_[count_++] = relation;
  places_[slot] = static_cast<std::uint16_t>(count_);
}

void TouchedRelations::clear() {
  constexpr std::size_t few = 64;
  any_ = false;
  if (count_ > few) {
    places_.fill(0);
    count_ = 0;
  }
  // The last relation is removed first, because the slots that were passed over for a relation must
  // still be taken.
  while (count_ > 0) {
    places_[slot_of(relations_[count_ - 1])] = 0;
    --count_;
  }
}

namespace {

// Commands touch relations while those that were touched before are looked at.
TouchedRelations touched;
TouchedRelations taken;
TouchedRelations* now = &touched;
TouchedRelations* before = &taken;

// The server calls it in the middle of whatever it does: it must not fail, nor look anything up.
void on_relation(Datum /*unused*/, Oid relation) {
  if (relation == InvalidOid) {
    now->add_any();
  } else if (relation >= FirstNormalObjectId) {
    now->add(relation);
  }
}

}  // namespace

void watch_relations() {
  CacheRegisterRelcacheCallback(on_relation, 0);
}

const TouchedRelations& take_touched_relations() {
  std::swap(now, before);
  now->clear();
  return *before;
}

}  // namespace microdata::postgres
