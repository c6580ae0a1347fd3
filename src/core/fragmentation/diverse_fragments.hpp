#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/fragmentation/fragment_construction.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/local_recoding.hpp"
#include "core/partition/mondrian.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

struct DiverseFragmentOptions {
  std::size_t class_attribute = 0;
  std::uint32_t k = 1;
  std::vector<PrivacyModel> privacy;
  Grouping grouping = Grouping::strict;
  Threads threads;
};

// Returns the equivalence classes of all fragments if the class is sensitive (fragmentation paper,
// section 5). No join of equivalence classes, of any number of fragments, has fewer than k tuples
// or fails a model in any sensitive attribute. Class values never change, because a change would
// alter sensitive values.
//
// For distinct l-diversity, the tuples are put into segments. Every equivalence class of a chunk
// has all values of its segment. Theorem 5.1 and class_segments explain the safety of all joins.
//
// For other models theorem 5.1 guarantees nothing for joins. If the class is distributed in every
// equivalence class as in the table, its shares in a join are the squares. The models are therefore
// required of the equivalence classes and tried on all joins. If a join fails, the rows are split
// again with tighter bounds and with all values of the class, and finally not at all. Throws
// Infeasible if the join of fragments of one equivalence class each still fails.
//
// `rows` are the rows to publish, which as one equivalence class meet the models and k.
std::vector<LocalRecoding> recode_diversely(const Microdata& data,
                                            std::span<const Fragment> fragments,
                                            std::span<const Row> rows,
                                            const DiverseFragmentOptions& options,
                                            const Progress& progress);

// Returns the models without their conditions on the number of tuples.
std::vector<PrivacyModel> models_of_shares(const std::vector<PrivacyModel>& models);

}  // namespace microdata
