#include "postgres/server/touched_relations.hpp"

#include <algorithm>

namespace microdata::postgres {

namespace {

// The command that loads the library may have touched anything.
TouchedRelations touched;

// The server calls it in the middle of whatever it does: it must not fail, nor look anything up.
void on_relation(Datum /*unused*/, Oid relation) {
  if (relation == InvalidOid) {
    touched.any = true;
    return;
  }
  if (relation < FirstNormalObjectId || touched.any) return;
  const auto end = touched.relations.begin() + touched.count;
  if (std::find(touched.relations.begin(), end, relation) != end) return;
  if (touched.count == TouchedRelations::most) {
    touched.any = true;
    return;
  }
  touched.relations[static_cast<std::size_t>(touched.count++)] = relation;
}

}  // namespace

void watch_relations() {
  CacheRegisterRelcacheCallback(on_relation, 0);
}

TouchedRelations take_touched_relations() {
  const TouchedRelations taken = touched;
  touched.any = false;
  touched.count = 0;
  return taken;
}

}  // namespace microdata::postgres
