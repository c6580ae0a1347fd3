#pragma once

#include <cstddef>
#include <vector>

#include "core/base/progress.hpp"

namespace microdata {

// adjacent[i][j] is true if vertices i and j are joined; symmetric, false on the diagonal.
using Adjacency = std::vector<std::vector<bool>>;

// Returns colours of the vertices, from 0; joined vertices have different colours (Brelaz, "New
// methods to color the vertices of a graph", 1979). The next vertex is the one with the most
// colours around it, then with the most uncoloured neighbours, then the first. It gets the lowest
// possible colour.
std::vector<std::size_t> dsatur(const Adjacency& adjacent, const Progress& progress = {});

}  // namespace microdata
