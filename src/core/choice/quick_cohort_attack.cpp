#include "core/choice/quick_cohort_attack.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "core/choice/attacked_table.hpp"
#include "core/choice/quick_sample.hpp"
#include "core/choice/quick_subject_attack.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/selection.hpp"

namespace microdata {

namespace {

// Persons of a sample of cohorts, with one row for each value of their sets.
struct DrawnCohorts {
  // Row of the person in the data, for each of these rows.
  std::vector<Row> source_row;
  std::vector<Code> value;
  SubjectBucketization release;
};

// Draws cohorts until they have `enough` persons. From a larger cohort, `enough` persons are
// representative.
DrawnCohorts draw_cohorts(const ShownCohorts& shown, std::size_t enough, Random& random,
                          const Progress& progress) {
  DrawnCohorts drawn;
  SubjectBucketization& release = drawn.release;
  Row person = 0;
  for (const Row c : random_order(shown.persons->buckets(), random)) {
    if (person >= enough) break;
    progress.checkpoint_at(c);
    const Row first = shown.persons->offsets[c];
    const std::size_t end = std::min<std::size_t>(shown.persons->offsets[c + 1], first + enough);
    for (std::size_t place = first; place < end; ++place) {
      const ItemSet& set = shown.cohorts[c].sets[shown.set_of[place]];
      if (set.empty()) continue;
      drawn.source_row.resize(drawn.source_row.size() + set.size(), shown.persons->rows[place]);
      drawn.value.insert(drawn.value.end(), set.begin(), set.end());
      release.published_rows.offsets.push_back(static_cast<Row>(drawn.value.size()));
      release.buckets.rows.push_back(person++);
    }
    if (person > release.buckets.offsets.back()) release.buckets.offsets.push_back(person);
  }
  release.published_rows.rows.resize(drawn.value.size());
  std::iota(release.published_rows.rows.begin(), release.published_rows.rows.end(), Row{0});
  // The order within a bucket does not matter.
  release.row_sets = release.buckets.rows;
  release.value_sets = release.buckets.rows;
  return drawn;
}

}  // namespace

QuickAttack attack_quickly(const Microdata& data, const ShownCohorts& shown,
                           const QuickAttackOptions& options, Random& random,
                           const Progress& progress) {
  progress.phase("attack");
  DrawnCohorts drawn = draw_cohorts(shown, persons_to_learn_from(data), random, progress);
  if (drawn.value.empty()) return {};
  Microdata rows = selected(data, drawn.source_row, progress);
  rows.attributes[shown.sensitive] = *shown.values;
  rows.columns[shown.sensitive] = std::move(drawn.value);
  ShownSubjects subjects;
  subjects.release = &drawn.release;
  const AttributeSet of_persons =
      without(published_attributes(data), attributes_with_role(data, Role::sensitive));
  if (!of_persons.empty()) {
    subjects.columns.push_back(of_persons);
    drawn.release.linking.push_back(drawn.release.buckets.rows);
  }
  subjects.others = static_cast<double>(shown.persons->rows.size()) /
                    static_cast<double>(drawn.release.buckets.rows.size());
  return attack_quickly(rows, subjects, options, random, progress);
}

}  // namespace microdata
