#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/grouped.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// A table of sets as it was published, beside the rows of the source. Sets are numbered bucket by
// bucket, within a bucket by their members' numbers.
struct PublishedSets {
  // The set that every published row is of.
  std::vector<std::uint32_t> set_of;
  // Of every set, and, for every bucket, its first set, and the end.
  std::vector<std::uint32_t> bucket_of_set;
  std::vector<std::uint32_t> first_set{0};
  // What a row shows: as a whole, and as far as an adversary knows it. `tuples`: rows of the
  // source.
  SlicedView::Values whole;
  SlicedView::Values known;

  std::uint32_t sets() const { return static_cast<std::uint32_t>(bucket_of_set.size()); }
  std::uint32_t sets_in(std::uint32_t bucket) const {
    return first_set[bucket + 1] - first_set[bucket];
  }
};

// The most rows that a set of every bucket has. Of no table of sets: 0.
std::vector<std::size_t> largest_sets(const PublishedSets& sets, std::uint32_t buckets);

// A release of persons with several rows each as it was published, beside the persons of its
// source. Made from the published tables alone; how they came about plays no part.
struct SubjectView {
  struct Sensitive {
    Code distinct = 0;
    // Of every row of the table of sensitive values, and of the source.
    std::vector<Code> published;
    std::vector<Code> tuples;
  };

  // The table of persons; its tuples are the persons of the source. Without sensitive attributes;
  // at least one column, which has the same value everywhere where nothing is published of persons.
  SlicedView persons;
  // Where no attribute of rows is published, there is no table of them.
  bool has_rows = false;
  PublishedSets rows;
  // Where there are no sensitive attributes, there is no table of their values.
  bool has_values = true;
  PublishedSets values;
  std::vector<Sensitive> sensitive;
  // Of every row of the source.
  std::vector<std::uint32_t> person_of_tuple;

  std::uint32_t buckets() const { return persons.buckets; }
  // Rows of the table of persons in every bucket.
  std::vector<std::uint32_t> persons_in_buckets() const;
};

// How many sets of every bucket have each sensitive value.
class ValuesOfSets {
 public:
  struct Entry {
    Code value;
    std::uint32_t sets;
  };

  ValuesOfSets(const PublishedSets& values, std::uint32_t buckets,
               const SubjectView::Sensitive& sensitive, const Progress& progress);

  // By rising values.
  std::span<const Entry> in_bucket(std::uint32_t bucket) const {
    return std::span(entries_).subspan(offsets_[bucket], offsets_[bucket + 1] - offsets_[bucket]);
  }

 private:
  std::vector<std::size_t> offsets_{0};
  std::vector<Entry> entries_;
};

}  // namespace microdata
