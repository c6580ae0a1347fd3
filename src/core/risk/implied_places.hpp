#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// A table in buckets that shows something hidden on both sides of them: beside what is published as
// it is, and beside what is linked to it by the bucket alone.
struct HiddenOnBothSides {
  struct Side {
    // What the adversary knows of it, of rows and tuples; what is hidden, of every published row.
    SlicedView::Values known;
    std::vector<Code> hidden;
  };
  Side open;
  Side linked;
  std::vector<std::uint32_t> bucket_of;
  std::uint32_t buckets = 0;
};

struct ImpliedPlaces {
  // A slot's value is a number of one of the outcomes; its rows are thousandths.
  PlacedPersons placed;
  // Persons who are not in the release, over the same slots and more after them.
  PlacedPersons outside;
  // What is hidden on the open side, and on the linked one.
  std::vector<std::pair<Code, Code>> outcomes;
};

// Places persons by the distribution that the buckets imply: of all rows of a bucket, each pair of
// an open and a linked one is as likely. Persons who are known alike are one group, over all
// buckets: who shares a bucket with whom is not used any further. Nothing where there are more than
// `most_pairs` to add up.
std::optional<ImpliedPlaces> place_by_distribution(const HiddenOnBothSides& table,
                                                   std::span<const Row> persons,
                                                   std::span<const Row> outsiders,
                                                   std::size_t most_pairs,
                                                   const Progress& progress);

}  // namespace microdata
