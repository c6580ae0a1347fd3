#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/microdata/progress.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/risk/fragment_view.hpp"

namespace microdata {

// The sensitive attribute that a model is asked of: the class or, of one fragment, the so-manieth
// of its other sensitive attributes.
struct JoinedAttribute {
  struct Column {
    std::size_t fragment = 0;
    std::size_t sensitive = 0;
  };
  std::optional<Column> column;
};

struct JoinedDisclosure {
  // The worst that any join reaches, of those looked at.
  double reached = 0;
  bool holds = true;
  // Not all joins were looked at, and there is no other ground to say that the model holds for all.
  bool cursory = false;
};

// A privacy model on the joins of one equivalence class each of one fragment or more, on the class
// (fragmentation paper, section 5), from the rows alone. Of the class every fragment has one, of
// another attribute the joins are those that its fragment is in. Numbers of tuples are not judged;
// for fragments without ambiguous values.
// With two class values only the classes with the extreme shares are looked at, as the model holds
// for unions. `table` is the attribute's distribution in the source.
JoinedDisclosure measure_joined_disclosure(std::span<const FragmentView> fragments,
                                           const JoinedAttribute& attribute,
                                           const PrivacyModel& model,
                                           const SensitiveDistribution& table,
                                           const Progress& progress);

}  // namespace microdata
