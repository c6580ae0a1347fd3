#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/fragment_view.hpp"
#include "core/risk/shown_release.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/model_findings.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// A release by fragment_table() read back from its tables, beside its source.
struct PublishedFragments {
  // One table each, in the order of the release; the class values were moved to `classes`.
  std::vector<PublishedGeneralization> tables;
  bool has_source = false;
  // The attribute that all fragments share, in one dictionary over all of them and the source.
  struct Classes {
    std::string name;
    // Empty where it is gone.
    std::string source_name;
    Role role = Role::insensitive;
    std::vector<Dictionary> values;  // one
    // NULL is published in the place of a value that is left open.
    bool ambiguous = false;
    // By fragment; the tuples' in the order in which the table's were read.
    std::vector<std::vector<Code>> published;
    std::vector<std::vector<Code>> tuples;
  } classes;
};

// The part of the release that one of its tables is.
Release release_of_fragment(const Release& release, std::size_t fragment);

// Reads with the caller's privileges; `beside`: keys and given outsiders. The source is left out
// where it is gone. Its tuples, and those of outsiders, are in the same order for all fragments.
PublishedFragments read_fragments(const Release& release, const Progress& progress,
                                  const ReadScope& beside = {});

// As an adversary reads it; `cover`: its equivalence classes.
FragmentView fragment_view(const PublishedFragments& published, std::size_t fragment,
                           const ClassCover& cover);

// The class as a sensitive attribute of a fragment.
GroupedValues grouped_classes(const PublishedFragments& published, std::size_t fragment);

// Reads a release by fragment_table() beside its source, which is there: its fragments, each by
// itself and joined on the class. Where class values are left open they are not joined. Requires a
// SpiSession.
ShownRelease read_shown_fragments(const Release& release, const ReadScope& beside,
                                  const Progress& progress);

}  // namespace microdata::postgres
