#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/risk/published_table.hpp"

namespace microdata {

// Returns the hull of some rows of a release: by attribute, the values that the rows' labels ask
// for. Many runs of values become one run, so that predicates stay small. The hull of an attribute
// is empty if the labels cover nothing.
std::vector<CodeSet> hull_of(const PublishedTable& table, std::span<const std::uint32_t> rows);

// Returns the share of the codes of `covered` that `within` also has, 0 .. 1; 0 if `covered` is
// empty.
double shared_part(const CodeSet& covered, const CodeSet& within);

// Keeps the `most` candidates whose predicates most probably fit one person alone, in descending
// order of that probability.
template <typename Candidate>
void keep_likeliest(std::vector<Candidate>& candidates, std::size_t most) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.chance() > b.chance(); });
  if (candidates.size() > most) candidates.resize(most);
}

}  // namespace microdata
