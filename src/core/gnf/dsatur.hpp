#pragma once

#include <cstddef>
#include <vector>

#include "core/microdata/progress.hpp"

namespace microdata {

// adjacent[i][j]: whether vertices i and j are joined; symmetric, false on the diagonal.
using Adjacency = std::vector<std::vector<bool>>;

// Colours of the vertices, from 0, no two joined ones the same (Brelaz, "New methods to color the
// vertices of a graph", 1979): next comes the vertex with the most colours around it, of these the
// one with the most uncoloured neighbours, of these the first; it gets the lowest colour that it
// can have.
std::vector<std::size_t> dsatur(const Adjacency& adjacent, const Progress& progress = {});

}  // namespace microdata
