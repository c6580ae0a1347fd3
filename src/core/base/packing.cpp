#include "core/base/packing.hpp"

namespace microdata {

void fail_packed() {
  throw NotPacked();
}

void fail_packed_size() {
  throw PackedTooLarge();
}

}  // namespace microdata
