#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/progress.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// A table of sets as published, beside the rows of the source. Sets are numbered bucket by bucket,
// and within a bucket by their members' numbers.
struct PublishedSets {
  // Set of every published row.
  std::vector<std::uint32_t> set_of;
  // Bucket of every set, and first set of every bucket, and the end.
  std::vector<std::uint32_t> bucket_of_set;
  std::vector<std::uint32_t> first_set{0};
  // Values that a row shows: as a whole, and as an attacker knows them. Their `tuples` are rows of
  // the source.
  SlicedView::Values whole;
  SlicedView::Values known;

  std::uint32_t sets() const { return static_cast<std::uint32_t>(bucket_of_set.size()); }
  std::uint32_t sets_in(std::uint32_t bucket) const {
    return first_set[bucket + 1] - first_set[bucket];
  }
};

// Returns the largest number of rows of any set, by bucket; 0 without a table of sets.
std::vector<std::size_t> largest_sets(const PublishedSets& sets, std::uint32_t buckets);

// A release of persons with several rows each as published, beside the persons of its source. It is
// made from the published tables alone; the method of the release does not matter.
struct SubjectView {
  struct Sensitive {
    Code distinct = 0;
    // Values of every row of the table of sensitive values, and of the source.
    std::vector<Code> published;
    std::vector<Code> tuples;
    // Harmless values, as in Attribute::harmless.
    std::vector<std::uint8_t> harmless = {};

    bool is_harmless(Code code) const { return !harmless.empty() && harmless[code] != 0; }
  };

  // Table of persons, whose tuples are the persons of the source. It has no sensitive attributes,
  // and at least one column, which has one value everywhere if nothing is published of persons.
  SlicedView persons;
  // False if no attribute of rows is published, so that there is no table of rows.
  bool has_rows = false;
  PublishedSets rows;
  // False if there are no sensitive attributes, so that there is no table of their values.
  bool has_values = true;
  PublishedSets values;
  std::vector<Sensitive> sensitive;
  // Person of every row of the source.
  std::vector<std::uint32_t> person_of_tuple;

  std::uint32_t buckets() const { return persons.buckets; }
  // Returns the number of rows of the table of persons in every bucket.
  std::vector<std::uint32_t> persons_in_buckets() const;
};

// Returns the distinct values that each person has in any row of the source, ascending.
Grouped<std::uint32_t> values_of_persons(const SubjectView& view,
                                         const SubjectView::Sensitive& sensitive,
                                         const Progress& progress);

// Number of sets of every bucket with each sensitive value.
class ValuesOfSets {
 public:
  struct Entry {
    Code value;
    std::uint32_t sets;
  };

  ValuesOfSets(const PublishedSets& values, std::uint32_t buckets,
               const SubjectView::Sensitive& sensitive, const Progress& progress);

  // Returns the entries of a bucket, with ascending values.
  std::span<const Entry> in_bucket(std::uint32_t bucket) const {
    return std::span(entries_).subspan(offsets_[bucket], offsets_[bucket + 1] - offsets_[bucket]);
  }

 private:
  std::vector<std::size_t> offsets_{0};
  std::vector<Entry> entries_;
};

}  // namespace microdata
