#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/risk/class_persons.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/published_levels.hpp"
#include "core/risk/source_persons.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// The buckets that a person of the source can be in. The attacker knows all quasi-identifiers of
// the person and of the person's rows. The buckets are those of the person's stratum
// (published_levels.hpp) or, if none of these fits, all that match. A bucket B counts by |B| f(t,
// B), the expected number of persons like t. This number is multiplied by the share of the bucket's
// sets of rows that can be the person's.
class SubjectPlaces {
 public:
  struct Place {
    std::uint32_t bucket;
    double weight;
  };
  // Treatment of a person who fits more sets than can be gone through.
  enum class Many {
    give_up,
    // Looks at evenly spaced buckets of all that match.
    sample,
  };

  SubjectPlaces(const SubjectView& view, Many many, std::size_t most_sets_of_person,
                const Progress& progress);

  // Returns the places of a person, which are empty if the person is in no bucket; nothing if there
  // are too many to go through.
  std::optional<std::span<const Place>> find(std::uint32_t person);

  const PublishedLevels& levels() const { return levels_; }
  // Returns the number of persons by bucket; if the tables of a bucket show different numbers, the
  // least.
  const std::vector<std::uint32_t>& persons_in() const { return persons_; }

 private:
  bool are_few(std::vector<Match>& matches);
  void place(std::span<const Match> matches, std::uint32_t person);
  double fitting_share(std::uint32_t bucket, std::uint32_t person) const;

  const SubjectView& view_;
  Many many_;
  std::size_t most_sets_of_person_;
  MatchingBuckets buckets_;
  std::vector<std::uint32_t> persons_;
  std::vector<std::size_t> rows_in_;
  PublishedLevels levels_;
  std::optional<SourcePersons> rows_;
  std::size_t looked_at_ = 0;
  std::vector<std::uint32_t> known_;
  std::vector<Match> matches_;
  std::vector<Match> of_stratum_;
  std::vector<Place> places_;
};

// Returns the number of persons by bucket; if the tables of a bucket show different numbers, the
// least.
std::vector<std::uint32_t> fewest_persons(const SubjectView& view);

// Places persons in their buckets; each person has one of the bucket's sets of values, and the
// values of a set are an outcome. The second function is for a generalization, whose buckets count
// by covered_values.hpp; each set of a bucket is equally likely the person's. `may_hold` has the
// buckets that can hold each person.
JointPlacement place_subjects(const SubjectView& view, std::span<const Row> persons,
                              std::size_t most_pairs, const Progress& progress);
JointPlacement place_subjects(const SubjectView& view, const SubjectClasses& classes,
                              const ClassPersons& may_hold, std::span<const Row> persons,
                              std::size_t most_pairs, const Progress& progress);

// Placement of persons in a release. `classes` has the labels of a generalization, and is null for
// buckets. No more than `most_pairs` pairs are looked at for each call, and to find the classes.
class SubjectPlacement {
 public:
  SubjectPlacement(const SubjectView& view, const SubjectClasses* classes, std::size_t most_pairs,
                   const Progress& progress);

  JointPlacement place(std::span<const Row> persons, const Progress& progress) const;

 private:
  const SubjectView& view_;
  const SubjectClasses* classes_;
  std::size_t most_pairs_;
  std::optional<ClassPersons> may_hold_;
};

}  // namespace microdata
