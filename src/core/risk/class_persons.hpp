#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/label_cover.hpp"
#include "core/risk/subject_disclosure.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// Labels that a generalized release of persons with several rows each shows instead of
// quasi-identifiers, of persons and of rows. The values of the source are beside the labels. The
// buckets of the release are classes.
struct SubjectClasses {
  std::vector<RegionAttribute> persons;
  std::vector<RegionAttribute> rows;
};

// Buckets that do not show the same labels for all of their persons, and for all of their rows.
struct UnevenClasses {
  std::size_t buckets = 0;
  std::optional<std::uint32_t> first;
};

UnevenClasses find_uneven_classes(const SubjectView& view, const SubjectClasses& classes,
                                  const Progress& progress);

// The buckets that can hold each person of the source. The bucket's labels must cover the person's
// values, and as many of the person's rows as every person of the bucket publishes, or more.
struct ClassPersons {
  std::vector<std::size_t> offsets{0};
  std::vector<std::uint32_t> buckets;
  // True if there are too many pairs to list, so that the lists are incomplete.
  bool cursory = false;
  // Number of pairs of a person and a bucket that were compared row by row.
  std::size_t compared = 0;

  std::span<const std::uint32_t> of(std::uint32_t person) const {
    return std::span(buckets).subspan(offsets[person], offsets[person + 1] - offsets[person]);
  }
};

// The buckets that are listed for a person.
enum class ClassReach {
  // Buckets that can be of the person's stratum (published_levels.hpp); all buckets if none of
  // these can hold the person. Persons are published in this way.
  own_stratum,
  all,
};

// Finds the buckets of every person. Looks at no more than `most` pairs of a person and a bucket.
ClassPersons find_class_persons(const SubjectView& view, const SubjectClasses& classes,
                                ClassReach reach, std::size_t most, const Progress& progress);

// Returns the number of published persons without a person of the source. Each needs a different
// person whom the bucket can hold and who agrees in all that is not generalized.
ClassAssignment assign_persons(const SubjectView& view, const ClassPersons& persons,
                               const Progress& progress);

// Returns the number of published rows without a row of a person whom their bucket can hold.
// `of_persons` is the result of assign_persons(). If every published person was assigned and rows
// show only labels, the rows that the bucket covers are enough, and nothing else is looked at.
ClassAssignment assign_rows(const SubjectView& view, const SubjectClasses& classes,
                            const ClassPersons& persons, const ClassAssignment& of_persons,
                            std::size_t most, const Progress& progress);

// Measures how well an attacker can guess whether a person has a sensitive value that is not
// harmless in any published row. The attacker knows all quasi-identifiers of the person and of the
// person's rows, and thus the number of published rows. Every set of a bucket that can hold the
// person is equally likely the person's, and buckets count by the values that their labels cover
// (covered_values.hpp). If nothing shows which buckets are of the person's stratum, or how much
// they count, the worst bucket counts.
SubjectDisclosure measure_class_persons(const SubjectView& view, const SubjectClasses& classes,
                                        const ClassPersons& persons, const Progress& progress);

}  // namespace microdata
