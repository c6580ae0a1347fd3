#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/regions.hpp"
#include "core/risk/subject_disclosure.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// What a generalized release of persons with several rows each shows in place of quasi-identifiers:
// of persons, beside those of the source, and of rows. Its buckets are classes.
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

// The buckets that may hold each person of the source: those whose labels cover the person's values
// and at least as many of the person's rows as every person of the bucket publishes.
struct ClassPersons {
  std::vector<std::size_t> offsets{0};
  std::vector<std::uint32_t> buckets;
  // There are too many to be listed; the lists are cut short.
  bool cursory = false;
  // Pairs of a person and a bucket that were compared row by row.
  std::size_t compared = 0;

  std::span<const std::uint32_t> of(std::uint32_t person) const {
    return std::span(buckets).subspan(offsets[person], offsets[person + 1] - offsets[person]);
  }
};

// Which of these buckets are listed.
enum class ClassReach {
  // Those that can be of the person's stratum (published_levels.hpp), or where none of them may
  // hold the person, all. Persons are published so.
  own_stratum,
  all,
};

// Looks at no more than `most` pairs of persons and buckets.
ClassPersons find_class_persons(const SubjectView& view, const SubjectClasses& classes,
                                ClassReach reach, std::size_t most, const Progress& progress);

// Which of the published persons cannot be persons of the source, each another one, whom their
// bucket may hold and who agree with them in what is not generalized.
ClassAssignment assign_persons(const SubjectView& view, const ClassPersons& persons,
                               const Progress& progress);

// The same of published rows, and rows of persons whom their bucket may hold. `of_persons` is
// assign_persons(): where everybody has a bucket, and rows show labels alone, everybody's rows that
// the bucket covers are enough for what it publishes, and nothing else is looked at.
ClassAssignment assign_rows(const SubjectView& view, const SubjectClasses& classes,
                            const ClassPersons& persons, const ClassAssignment& of_persons,
                            std::size_t most, const Progress& progress);

// How well it can be guessed whether a person has a sensitive value in any published row, by who
// knows all quasi-identifiers of the person and of all rows, and so how many rows of the person are
// published: every set of a bucket that may hold the person is as likely the person's, and buckets
// count by what their labels may stand for (covered_values.hpp). The worst of them counts if
// nothing shows which of the buckets are of the person's stratum, or what they count.
SubjectDisclosure measure_class_persons(const SubjectView& view, const SubjectClasses& classes,
                                        const ClassPersons& persons, const Progress& progress);

}  // namespace microdata
