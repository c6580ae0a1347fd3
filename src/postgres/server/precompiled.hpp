#pragma once

// Headers that most of the adapter includes, compiled once; see core/base/precompiled.hpp.
#include "postgres/server/api.hpp"

#include "core/base/precompiled.hpp"
