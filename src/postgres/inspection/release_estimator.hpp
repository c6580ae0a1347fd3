#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/published_meaning.hpp"

namespace microdata::postgres {

// An attribute as it was published.
struct PublishedAttribute {
  std::string name;
  // Attributes of one column belong together within a row.
  int column = 1;
  // By row, what is published, and by label, what that stands for. Of counterfeits only what is
  // sensitive is.
  std::vector<Code> labels;
  // By label, of a generalized attribute: how it reads; nothing for NULL.
  std::vector<std::optional<std::string>> texts;
  AttributeMeaning meaning;
  // Rows of persons without a value have the label after the last one: by label, how likely it is
  // theirs. Empty if there are none.
  std::vector<double> of_valueless = {};
};

// A release read once, as far as some of its attributes go, with the caller's privileges.
struct ReleaseEstimator {
  // Of each row; without buckets, all are in one, and all attributes in one column.
  std::vector<Code> bucket_of;
  Code buckets = 0;
  // The last so many rows.
  std::size_t counterfeits = 0;
  // By bucket, 1 if its persons are shown without a value (counterfeits.hpp). Empty if there are
  // none, or if no sensitive attribute was asked for.
  std::vector<std::uint8_t> valueless = {};
  // For how many persons each row counts, where rows are combinations of values as the tables of a
  // release make them together; empty: for one.
  std::vector<double> weights;
  // In the order in which they were asked for.
  std::vector<PublishedAttribute> attributes;

  std::size_t persons() const { return bucket_of.size() - counterfeits; }

  // Leaves out the rows of persons without a value.
  void leave_out_valueless();

  // share[i]: for attribute asked[i] by label, how much of it satisfies a predicate.
  double estimate(std::span<const std::size_t> asked, std::span<const std::vector<double>> share,
                  const Progress& progress) const;
};

// By code, what is published; nothing for NULL.
std::vector<std::optional<std::string>> texts_of(const Dictionary& published,
                                                 const Progress& progress);

// Of a single table without buckets; of rows in buckets, whose sensitive values may stand in a
// table of their own. Require a SpiSession.
ReleaseEstimator read_row_estimator(const Release& release,
                                    const std::vector<std::string>& attributes,
                                    const Progress& progress);
ReleaseEstimator read_bucket_estimator(const Release& release,
                                       const std::vector<std::string>& attributes,
                                       const Progress& progress);

}  // namespace microdata::postgres
