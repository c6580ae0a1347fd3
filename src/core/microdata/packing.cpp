#include "core/microdata/packing.hpp"

namespace microdata {

void fail_packed() {
  throw NotPacked();
}

}  // namespace microdata
