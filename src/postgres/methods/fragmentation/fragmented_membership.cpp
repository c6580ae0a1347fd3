#include "postgres/methods/fragmentation/fragmented_membership.hpp"

#include <span>
#include <utility>

#include "core/risk/fragment_membership.hpp"
#include "core/risk/rows_of_class.hpp"
#include "postgres/inspection/class_verification.hpp"
#include "postgres/methods/fragmentation/published_fragments.hpp"

namespace microdata::postgres {

namespace {

std::vector<ComparedFragment> compared(const PublishedFragments& published,
                                       const std::vector<ClassCover>& covers, bool with_rest,
                                       const Progress& progress) {
  std::vector<ComparedFragment> fragments;
  for (std::size_t f = 0; f < published.tables.size(); ++f) {
    const PublishedGeneralization& table = published.tables[f];
    FragmentView view = fragment_view(published, f, covers[f]);
    fill_open_values(view, progress);
    fragments.push_back(
        {covers[f], with_rest ? &table.rest : nullptr, std::move(view.class_values)});
  }
  return fragments;
}

}  // namespace

std::vector<MembershipOfKnown> audit_membership_in_fragments(const Release& release,
                                                             const std::optional<Oid>& outsiders,
                                                             Random& random,
                                                             const Progress& progress) {
  const PublishedFragments published =
      read_fragments(release, progress, {.outsiders = outsiders, .drawing = &random});
  const PublishedGeneralization& first = published.tables.front();
  const DrawnSides sides = draw_sides(first.members(), first.tuples, random);
  progress.phase("match");
  std::vector<ClassCover> covers;
  for (const PublishedGeneralization& table : published.tables)
    covers.push_back(cover_classes(table, progress));
  // Outsiders are drawn fragment by fragment: the first says what their class is.
  const std::vector<Code>& class_of = published.classes.tuples.front();
  const auto judged = [&](const char* known, bool all) {
    const bool knows_class = all || published.classes.role == Role::quasi_identifier;
    return judge_known(
        known, match_fragments(compared(published, covers, all, progress),
                               knows_class ? std::span(class_of) : std::span<const Code>(),
                               sides.members, sides.outsiders, most_membership_entries, progress));
  };
  return {judged("all", true), judged("quasi-identifiers", false)};
}

}  // namespace microdata::postgres
