#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/class_persons.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/published_levels.hpp"
#include "core/risk/source_persons.hpp"
#include "core/risk/subject_view.hpp"

namespace microdata {

// The buckets that a person of the source may be in, for who knows all quasi-identifiers of the
// person and of the person's rows: of the person's stratum (published_levels.hpp) or, where the
// person is in none of these, of all. A bucket B counts by |B| f(t, B), the persons like t that are
// to be expected in it, times the share of its sets of rows that can be the person's.
class SubjectPlaces {
 public:
  struct Place {
    std::uint32_t bucket;
    double weight;
  };
  // What to do about a person who fits more sets than can be gone through.
  enum class Many {
    give_up,
    // Look at every so manieth bucket.
    sample,
  };

  SubjectPlaces(const SubjectView& view, Many many, std::size_t most_sets_of_person,
                const Progress& progress);

  // None where the person is in no bucket; nothing where there are too many to go through.
  std::optional<std::span<const Place>> find(std::uint32_t person);

  const PublishedLevels& levels() const { return levels_; }
  // By bucket; of one whose tables show different numbers of persons, the least.
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

// By bucket; of one whose tables show different numbers of persons, the least.
std::vector<std::uint32_t> fewest_persons(const SubjectView& view);

// Persons in their buckets, one set of values of which is each person's: a set's values are an
// outcome. The other one is of a generalization, whose buckets count by covered_values.hpp, and
// each set of one is as likely the person's. `may_hold`: who may be in each.
JointPlacement place_subjects(const SubjectView& view, std::span<const Row> persons,
                              std::size_t most_pairs, const Progress& progress);
JointPlacement place_subjects(const SubjectView& view, const SubjectClasses& classes,
                              const ClassPersons& may_hold, std::span<const Row> persons,
                              std::size_t most_pairs, const Progress& progress);

}  // namespace microdata
