#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/fragmentation/fragment_construction.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"
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

// The equivalence classes of all fragments where the class is sensitive (fragmentation paper,
// section 5): no join of them, of any number of fragments, has fewer than k tuples or fails a model
// in any sensitive attribute. No class value is changed: that would be to change sensitive values.
//
// Distinct l-diversity: the tuples are put into segments, and every class of a chunk has all values
// of its segment; theorem 5.1 and class_segments say why no join fails.
// Other models: of joins theorem 5.1 promises nothing, and where the class's distribution in every
// class is the table's, that in their join is its square. They are asked of the classes and tried
// on all joins; where one fails, classes are cut again by tighter bounds and with all values of the
// class, in the end not at all. Throws Infeasible where the join of fragments of one class each
// fails still.
//
// `rows`: those to publish, which meet the models and k as one class.
std::vector<LocalRecoding> recode_diversely(const Microdata& data,
                                            std::span<const Fragment> fragments,
                                            std::span<const Row> rows,
                                            const DiverseFragmentOptions& options,
                                            const Progress& progress);

// The models without what they say of the number of tuples.
std::vector<PrivacyModel> models_of_shares(const std::vector<PrivacyModel>& models);

}  // namespace microdata
