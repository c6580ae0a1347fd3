#pragma once

#include "core/choice/release_view.hpp"

namespace microdata::test {

using microdata::make_view;

}  // namespace microdata::test
