#pragma once

#include <cstdint>
#include <functional>

namespace microdata {

// Draws uniformly from 0 .. bound - 1, for a bound above 0. Where what is drawn decides what a
// release looks like, a test can put every draw in turn in its place and so learn exactly how
// probable each release is.
using UniformDraw = std::function<std::uint32_t(std::uint32_t bound)>;

}  // namespace microdata
