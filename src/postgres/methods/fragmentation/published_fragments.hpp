#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/fragment_view.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/model_findings.hpp"
#include "postgres/inspection/published_generalization.hpp"
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

// The attribute that all fragments share; fails where it is gone.
const ReleaseAttribute& class_of_fragment(const Release& fragment);

// True if NULL may stand for any class value. One fragment is not joined, and shows all as they
// are.
bool leaves_classes_open(const Release& release);

// Fails where a fragment is gone.
void check_fragments_complete(const Release& release);

// What is said of a source that has so many rows beside the first fragment and others beside
// another one.
Error other_rows(std::size_t first, std::size_t other);

// Reads with the caller's privileges; `beside`: keys and given outsiders. The source is left out
// where it is gone. Its tuples, and those of outsiders, are in the same order for all fragments.
PublishedFragments read_fragments(const Release& release, const Progress& progress,
                                  const ReadScope& beside = {});

// As an adversary reads it; `cover`: its equivalence classes.
FragmentView fragment_view(const PublishedFragments& published, std::size_t fragment,
                           const ClassCover& cover);

// The class as a sensitive attribute of a fragment.
GroupedValues grouped_classes(const PublishedFragments& published, std::size_t fragment);

}  // namespace microdata::postgres
