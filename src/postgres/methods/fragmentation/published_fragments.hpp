#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/fragment_view.hpp"
#include "core/risk/shown_release.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// A release by fragment_table() read from its tables, with its source.
struct PublishedFragments {
  // One table for each fragment, in the order of the release. Class values were moved to `classes`.
  std::vector<PublishedGeneralization> tables;
  bool has_source = false;
  // The attribute that all fragments share, with one dictionary for all of them and the source.
  struct Classes {
    std::string name;
    // Name in the source; empty if the source no longer has the attribute.
    std::string source_name;
    Role role = Role::insensitive;
    std::vector<Dictionary> values;  // one
    // True if NULL is published in place of an ambiguous value.
    bool ambiguous = false;
    // Class values by fragment; those of tuples are in the order in which the fragment's tuples
    // were read.
    std::vector<std::vector<Code>> published;
    std::vector<std::vector<Code>> tuples;
  } classes;
};

// Returns the part of the release that consists of one of its tables.
Release release_of_fragment(const Release& release, std::size_t fragment);

// Reads fragments with the caller's privileges. `beside` has keys and given outsiders. If the
// source no longer exists, it is left out. Tuples of the source, and of outsiders, have the same
// order for all fragments.
PublishedFragments read_fragments(const Release& release, const Progress& progress,
                                  const ReadScope& beside = {});

// Returns a fragment as an attacker reads it; `cover` has its equivalence classes.
FragmentView fragment_view(const PublishedFragments& published, std::size_t fragment,
                           const ClassCover& cover);

// Returns the class as a sensitive attribute of a fragment.
GroupedValues grouped_classes(const PublishedFragments& published, std::size_t fragment);

// Reads a release by fragment_table() with its source, which must exist: its fragments, each by
// itself and joined on the class. Fragments with ambiguous class values are not joined. Requires a
// SpiSession.
ShownRelease read_shown_fragments(const Release& release, const ReadScope& beside,
                                  const Progress& progress);

extern const Method fragmentation_method;
extern const LayoutOperations fragment_operations;

// Recomputes every guarantee of a release by fragment_table(). Every fragment must meet its own
// guarantees, and joins on the class must have k rows and satisfy the models.
std::vector<Finding> verify_fragmented(const Release& release, const Progress& progress);

}  // namespace microdata::postgres
