#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "core/generalization/cell_generalization.hpp"
#include "property/generalization_oracle.hpp"
#include "property/generalization_problem.hpp"

// Tests of cell generalization on random tables; the oracle judges releases by their labels alone.

namespace microdata {
namespace {

using test::Choices;
using test::GeneralizationProblem;

// Published rows and levels[row][i] of the i-th quasi-identifier.
struct Published {
  std::vector<std::vector<std::size_t>> levels;
  std::vector<std::size_t> rows;
};

Published read(const Microdata& data, const CellGeneralization& cells) {
  Published published;
  published.levels.resize(data.rows);
  for (std::size_t c = 0; c < cells.classes.buckets(); ++c) {
    for (const Row row : cells.classes.bucket(c)) {
      published.levels[row] = cells.levels[c];
      published.rows.push_back(row);
    }
  }
  std::sort(published.rows.begin(), published.rows.end());
  return published;
}

double loss_of(const oracle::Generalization& problem, const Published& published) {
  const std::size_t quasi_identifiers = problem.quasi_identifiers.size();
  const std::size_t rows = problem.table.rows.size();
  auto loss = static_cast<double>((rows - published.rows.size()) * quasi_identifiers);
  for (const std::size_t row : published.rows) {
    for (std::size_t i = 0; i < quasi_identifiers; ++i) {
      loss += oracle::certainty_penalty(
          problem, i, published.levels[row][i],
          problem.table.rows[row][problem.quasi_identifiers[i].attribute]);
    }
  }
  return loss / static_cast<double>(rows * quasi_identifiers);
}

bool have_one_label(const oracle::Generalization& problem, std::span<const Row> rows,
                    std::size_t quasi_identifier, std::size_t level) {
  const oracle::Generalized& g = problem.quasi_identifiers[quasi_identifier];
  std::set<int> labels;
  for (const Row row : rows) {
    const auto value = static_cast<std::size_t>(problem.table.rows[row][g.attribute]);
    labels.insert(g.label[level][value]);
  }
  return labels.size() == 1;
}

TEST(CellGeneralizationProperty, HoldsAndLosesNoMoreThanFullDomain) {
  int tables = 0;
  int readmitted = 0;
  int lowered = 0;
  for (int i = 0; i < test::tried(6000); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const GeneralizationProblem p = test::random_generalization(choices, 24);
    const PrivacyRequirement privacy(p.data, p.options.sensitive, p.models, {});
    FullDomainGeneralization start;
    try {
      start = generalize_full_domain(p.data, p.options, privacy, {});
    } catch (const NoTransformation&) {
      continue;
    }
    ++tables;
    const CellGeneralization cells =
        generalize_cells(p.data, p.options, privacy, start.classes, {});
    const Published published = read(p.data, cells);

    // Each row is in at most one class, and no row that was published before is suppressed.
    EXPECT_EQ(std::adjacent_find(published.rows.begin(), published.rows.end()),
              published.rows.end());
    std::vector<std::size_t> before(start.classes.rows.begin(), start.classes.rows.end());
    std::sort(before.begin(), before.end());
    EXPECT_TRUE(
        std::includes(published.rows.begin(), published.rows.end(), before.begin(), before.end()));
    EXPECT_EQ(cells.suppressed, p.data.rows - published.rows.size());
    readmitted += cells.suppressed < start.suppressed ? 1 : 0;

    // All rows of the class have the labels, and no lower level has a common label.
    ASSERT_EQ(cells.levels.size(), cells.classes.buckets());
    for (std::size_t c = 0; c < cells.classes.buckets(); ++c) {
      const std::span<const Row> rows = cells.classes.bucket(c);
      EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
      for (std::size_t q = 0; q < p.oracle.quasi_identifiers.size(); ++q) {
        const std::size_t level = cells.levels[c][q];
        EXPECT_TRUE(have_one_label(p.oracle, rows, q, level));
        if (level > 0) {
          EXPECT_FALSE(have_one_label(p.oracle, rows, q, level - 1));
        }
      }
    }

    // Grouping the published rows by labels yields the classes, and every class satisfies all
    // models.
    const auto classes = oracle::classes_of(p.oracle, published.rows, published.levels);
    EXPECT_EQ(classes.size(), cells.classes.buckets());
    for (const auto& rows : classes) {
      EXPECT_TRUE(oracle::class_holds(p.oracle, rows));
    }

    EXPECT_NEAR(cells.loss, loss_of(p.oracle, published), 1e-9);
    EXPECT_LE(cells.loss, start.loss);
    lowered += cells.loss < start.loss ? 1 : 0;
    if (HasFailure()) break;
  }
  EXPECT_TRUE(HasFailure() || (readmitted > tables / 30 && lowered > tables / 30))
      << tables << " tables, " << readmitted << " readmitted, " << lowered << " lowered";
}

}  // namespace
}  // namespace microdata
