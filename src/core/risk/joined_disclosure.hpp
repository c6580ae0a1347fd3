#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/base/progress.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/risk/fragment_view.hpp"

namespace microdata {

// The sensitive attribute that a model applies to: the class, or another sensitive attribute of one
// fragment, by its index among them.
struct JoinedAttribute {
  struct Column {
    std::size_t fragment = 0;
    std::size_t sensitive = 0;
  };
  std::optional<Column> column;
};

struct JoinedDisclosure {
  // Worst value of the model that any of the examined joins reaches.
  double reached = 0;
  bool holds = true;
  // True if not all joins were examined and the model is not otherwise known to hold for all of
  // them.
  bool cursory = false;
};

// Measures a privacy model on the joins, on the class, of one equivalence class each of one
// fragment or more (fragmentation paper, section 5), from the rows alone. Every fragment shows the
// class; for another attribute, only joins with its fragment count. Numbers of tuples are not
// judged; fragments must have no ambiguous values. Of equivalence classes with two class values,
// only those with the extreme shares are examined, because the model holds for unions. `table` is
// the attribute's distribution in the source.
JoinedDisclosure measure_joined_disclosure(std::span<const FragmentView> fragments,
                                           const JoinedAttribute& attribute,
                                           const PrivacyModel& model,
                                           const SensitiveDistribution& table,
                                           const Progress& progress);

}  // namespace microdata
