
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "core/microdata/combination.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/risk/fragment_joins.hpp"
#include "core/risk/fragment_selectivity.hpp"
#include "core/risk/joined_disclosure.hpp"
#include "core/risk/linkage.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/methods/fragmentation/published_fragments.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

using Covers = std::vector<ClassCover>;

// Marks a finding as cursory because not everything was looked at; the requirement then does not
// count as met.
void set_cursory(Finding& finding) {
  if (finding.worst_case.is_null()) finding.worst_case = Json::object();
  finding.worst_case.add("cursory", true);
  if (finding.holds == true) finding.holds = std::nullopt;
}

Json fragment_numbers(const std::vector<std::size_t>& fragments) {
  return json_array(fragments, [](std::size_t f) { return f + 1; });
}

// Returns the largest number of rows that the record requires of an equivalence class, and so of a
// join.
std::uint32_t recorded_k(const Release& release) {
  double k = release.layout.k.value_or(1);
  for (const PrivacyModel& model : recorded_models(release)) {
    if (const auto* anonymity = std::get_if<KAnonymity>(&model)) k = std::max(k, anonymity->k);
    if (const auto* alpha = std::get_if<AlphaKAnonymity>(&model)) k = std::max(k, alpha->k);
  }
  constexpr double most = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::clamp(std::ceil(k), 1.0, most));
}

Finding check_joins(const std::vector<FragmentView>& views, std::uint32_t k,
                    const Progress& progress) {
  const FragmentJoins joins = measure_fragment_joins(views, k, progress);
  Finding finding{microdata::to_string(PrivacyModel(KAnonymity{static_cast<double>(k)})) +
                      " in every join of fragments",
                  static_cast<double>(k), static_cast<double>(joins.smallest_join),
                  joins.smallest_join >= k};
  if (!joins.joined.empty())
    finding.worst_case = Json::object().add("fragments", fragment_numbers(joins.joined));
  if (joins.cursory) set_cursory(finding);
  return finding;
}

std::vector<Finding> check_selectivity(const Release& release,
                                       const std::vector<FragmentView>& views, std::uint32_t k,
                                       const Progress& progress) {
  const FragmentSelectivity measured = measure_fragment_selectivity(views, k, progress);
  const double delta = release.layout.delta.value_or(1);
  const double eta = without_noise(measured.smallest_eta);
  Finding finding{"delta-selectivity for k = " + std::to_string(k), delta, eta,
                  eta >= without_noise(delta)};
  if (!measured.joined.empty())
    finding.worst_case = Json::object().add("fragments", fragment_numbers(measured.joined));
  if (measured.cursory) set_cursory(finding);
  return {finding, none_allowed("class values occur once in an equivalence class",
                                measured.repeated_values)};
}

Finding joined_finding(const PrivacyModel& model, const std::string& requirement,
                       const JoinedDisclosure& measured) {
  Finding finding{requirement, bound(model), without_noise(measured.reached), measured.holds};
  if (measured.cursory) set_cursory(finding);
  return finding;
}

// Checks the models of sensitive values. Joins must satisfy them for a sensitive class and for the
// other sensitive attributes of a fragment.
std::vector<Finding> check_joined_models(const Release& release,
                                         const PublishedFragments& published,
                                         const std::vector<FragmentView>& views,
                                         const Progress& progress) {
  std::vector<Finding> findings;
  const auto check = [&](const GroupedValues& values, const JoinedAttribute& attribute) {
    const JudgeModel judge = [&](const PrivacyModel& model, const std::string& requirement,
                                 const SensitiveDistribution& table) {
      return joined_finding(model, requirement,
                            measure_joined_disclosure(views, attribute, model, table, progress));
    };
    for (Finding& finding :
         judge_models(release, values, "in every join of fragments", judge, progress)) {
      findings.push_back(std::move(finding));
    }
  };
  if (published.classes.role == Role::sensitive) check(grouped_classes(published, 0), {});
  for (std::size_t f = 0; f < published.tables.size(); ++f) {
    const auto& sensitive = published.tables[f].sensitive;
    for (std::size_t s = 0; s < sensitive.size(); ++s)
      check(grouped_values(sensitive[s]), {JoinedAttribute::Column{f, s}});
  }
  return findings;
}

// Counts class values that no tuple of the source has.
Finding check_class_values(const PublishedFragments& published, std::size_t fragment,
                           const Progress& progress) {
  const PublishedFragments::Classes& classes = published.classes;
  const Dictionary& values = classes.values.front();
  std::vector<bool> known(values.distinct());
  if (classes.ambiguous && values.nullable()) known.back() = true;
  const std::vector<Code>& tuples = classes.tuples[fragment];
  for (std::size_t t = 0; t < tuples.size(); ++t) {
    progress.checkpoint_at(t);
    known[tuples[t]] = true;
  }
  std::vector<bool> invented(values.distinct());
  const std::vector<Code>& rows = classes.published[fragment];
  for (std::size_t row = 0; row < rows.size(); ++row) {
    progress.checkpoint_at(row);
    invented[rows[row]] = !known[rows[row]];
  }
  return none_allowed("class values match the source",
                      static_cast<std::size_t>(std::count(invented.begin(), invented.end(), true)));
}

// Numbers of a fragment's rows that cannot be tuples of the source, and of further rows that cannot
// be tuples because of their class values. With ambiguous classes, `changed` is missing_values().
struct RowsAndClasses {
  ClassAssignment rows;
  std::size_t changed = 0;
  // True if there are too many classes that tuples can be in; `changed` is then not reported.
  bool cursory = false;
};

RowsAndClasses assign_rows(const PublishedFragments& published, std::size_t fragment,
                           const ClassCover& cover, const Progress& progress) {
  const PublishedGeneralization& table = published.tables[fragment];
  const SlicedView::Values with_class = number_values(
      {table.rest.published, published.classes.published[fragment]},
      {table.rest.tuples, published.classes.tuples[fragment]}, table.rows, table.tuples, progress);
  RowsAndClasses result;
  const ClassAssignment assigned = assign_tuples(cover, with_class, progress);
  // Rows that are tuples with their class are tuples without it as well.
  if (assigned.impossible_rows == 0) return result;
  result.rows = assign_tuples(cover, table.rest, progress);
  result.cursory = assigned.cursory || result.rows.cursory;
  if (result.cursory) return result;
  result.changed =
      assigned.impossible_rows - std::min(assigned.impossible_rows, result.rows.impossible_rows);
  return result;
}

// Returns the number of tuples whose class value is in none of their equivalence classes, less the
// suppressed rows. Class values are published by equivalence class.
std::size_t missing_values(const Release& release, const PublishedFragments& published,
                           std::size_t fragment, const ClassCover& cover,
                           const Progress& progress) {
  const FragmentClasses classes = read_classes(fragment_view(published, fragment, cover), progress);
  const std::vector<Code>& tuples = published.classes.tuples[fragment];
  std::size_t missing = 0;
  for (std::size_t t = 0; t < tuples.size(); ++t) {
    progress.checkpoint_at(t);
    const std::uint32_t kind = cover.kind_of_tuple[t];
    const auto begin = cover.covering.begin() + static_cast<std::ptrdiff_t>(cover.offsets[kind]);
    const auto end = cover.covering.begin() + static_cast<std::ptrdiff_t>(cover.offsets[kind + 1]);
    const bool found = std::any_of(begin, end, [&](std::uint32_t c) {
      const ClassCounts& counts = classes.counts[c];
      return std::any_of(counts.begin(), counts.end(),
                         [&](const ValueCount& v) { return v.value == tuples[t]; });
    });
    missing += found ? 0 : 1;
  }
  const auto suppressed = static_cast<std::size_t>(release.suppressed_rows.value_or(0));
  return missing - std::min(missing, suppressed);
}

RowsAndClasses assign_rows_of_open_classes(const Release& release,
                                           const PublishedFragments& published,
                                           std::size_t fragment, const ClassCover& cover,
                                           const Progress& progress) {
  RowsAndClasses result;
  result.rows = assign_tuples(cover, published.tables[fragment].rest, progress);
  result.cursory = cover.cursory;
  if (!cover.cursory)
    result.changed = missing_values(release, published, fragment, cover, progress);
  return result;
}

Finding check_changes(const Release& release, const std::vector<RowsAndClasses>& assigned) {
  Finding finding{"changed class values do not exceed the recorded number", std::nullopt,
                  std::nullopt, std::nullopt};
  finding.bound = release.layout.changed_class_values;
  std::size_t changed = 0;
  bool cursory = false;
  for (const RowsAndClasses& fragment : assigned) {
    changed += fragment.changed;
    cursory = cursory || fragment.cursory;
  }
  finding.achieved = static_cast<double>(changed);
  if (finding.bound) finding.holds = *finding.achieved <= *finding.bound;
  if (cursory) set_cursory(finding);
  return finding;
}

// Returns the values of a fragment's rows other than the class. Tuples in several equivalence
// classes or none are left out, with the value `nowhere`.
SlicedView::Values linked_values(const PublishedGeneralization& table, const ClassCover& cover,
                                 const Progress& progress) {
  std::vector<Code> class_of_tuple;
  for (std::size_t t = 0; t < cover.kind_of_tuple.size(); ++t) {
    progress.checkpoint_at(t);
    const std::uint32_t kind = cover.kind_of_tuple[t];
    const bool one = cover.offsets[kind + 1] - cover.offsets[kind] == 1;
    class_of_tuple.push_back(one ? cover.covering[cover.offsets[kind]] : cover.classes);
  }
  SlicedView::Values values =
      number_values({cover.class_of_row, table.rest.published}, {class_of_tuple, table.rest.tuples},
                    table.rows, table.tuples, progress);
  progress.in_blocks(class_of_tuple.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      if (class_of_tuple[t] == cover.classes) values.tuples[t] = nowhere;
    }
  });
  return values;
}

// Checks that only the class links rows of two fragments, because each fragment is in an order of
// its own. Rows in the same place are compared with rows of the same class values, because orders
// by class disclose no more.
std::optional<Finding> check_orders(const PublishedFragments& published, const Covers& covers,
                                    const Progress& progress) {
  if (published.tables.size() < 2) return std::nullopt;
  const std::size_t rows = published.tables.front().rows;
  std::vector<SlicedView::Values> values;
  for (std::size_t f = 0; f < covers.size(); ++f) {
    if (published.tables[f].rows != rows) return std::nullopt;
    values.push_back(linked_values(published.tables[f], covers[f], progress));
  }
  const Code distinct = published.classes.values.front().distinct();
  // Pair of fragments that is farthest above its bound.
  std::optional<Linkage> worst;
  for (std::size_t f = 0; f < covers.size(); ++f) {
    for (std::size_t g = f + 1; g < covers.size(); ++g) {
      const std::vector<std::span<const Code>> columns{published.classes.published[f],
                                                       published.classes.published[g]};
      const Combinations buckets =
          combine(static_cast<Row>(rows), columns, std::vector<Code>{distinct, distinct}, progress);
      SlicedView view;
      view.bucket_of = buckets.of_row;
      view.buckets = buckets.distinct;
      view.tuples = published.tables.front().tuples;
      view.columns = {{{}, values[f]}, {{}, values[g]}};
      Linkage linkage = measure_linkage(view, progress);
      linkage.column_1 = f;
      linkage.column_2 = g;
      if (!worst || linkage.excess - linkage.bound > worst->excess - worst->bound) worst = linkage;
    }
  }
  return linkage_finding("fragments are shuffled independently", worst.value_or(Linkage{}),
                         "fragment");
}

// Checks one fragment. `assigned` is empty without the source.
std::vector<Finding> check_fragment(const Release& release, const PublishedFragments& published,
                                    std::size_t fragment, const ClassCover& cover,
                                    const std::optional<RowsAndClasses>& assigned,
                                    const Progress& progress) {
  const PublishedGeneralization& table = published.tables[fragment];
  std::vector<Finding> findings;
  if (assigned) {
    findings.push_back(check_rows(release, table));
    findings.push_back(check_truth(assigned->rows));
    findings.push_back(check_class_values(published, fragment, progress));
  }
  std::vector<GroupedValues> classes;
  if (published.classes.role == Role::sensitive && !published.classes.ambiguous)
    classes.push_back(grouped_classes(published, fragment));
  for (Finding& finding : check_classes(release, table, cover, classes, progress))
    findings.push_back(std::move(finding));
  for (Finding& finding : findings)
    finding.requirement = "fragment " + std::to_string(fragment + 1) + ": " + finding.requirement;
  return findings;
}

}  // namespace

std::vector<Finding> verify_fragmented(const Release& release, const Progress& progress) {
  const PublishedFragments published = read_fragments(release, progress);
  progress.phase("verify");
  std::vector<Finding> findings;
  const auto add = [&](std::vector<Finding> found) {
    std::move(found.begin(), found.end(), std::back_inserter(findings));
  };
  Covers covers;
  std::vector<FragmentView> views;
  std::vector<RowsAndClasses> assigned;
  for (std::size_t f = 0; f < published.tables.size(); ++f) {
    covers.push_back(cover_classes(published.tables[f], progress));
    views.push_back(fragment_view(published, f, covers.back()));
    std::optional<RowsAndClasses> rows;
    if (published.has_source) {
      rows = published.classes.ambiguous
                 ? assign_rows_of_open_classes(release, published, f, covers.back(), progress)
                 : assign_rows(published, f, covers.back(), progress);
      assigned.push_back(*rows);
    }
    add(check_fragment(release, published, f, covers.back(), rows, progress));
  }
  const std::uint32_t k = recorded_k(release);
  if (published.classes.ambiguous) {
    add(check_selectivity(release, views, k, progress));
  } else {
    add({check_joins(views, k, progress)});
    add(check_joined_models(release, published, views, progress));
  }
  if (!published.has_source) return findings;
  add({check_changes(release, assigned)});
  if (auto finding = check_orders(published, covers, progress))
    findings.push_back(std::move(*finding));
  return findings;
}

}  // namespace microdata::postgres
