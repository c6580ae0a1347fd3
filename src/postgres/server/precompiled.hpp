#pragma once

// Headers that most of the adapter includes, compiled once; see core/microdata/precompiled.hpp.
#include "postgres/server/api.hpp"

#include "core/microdata/precompiled.hpp"
