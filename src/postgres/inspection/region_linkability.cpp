#include "postgres/inspection/region_linkability.hpp"

#include <utility>

#include "core/risk/value_distance.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/inspection/sampled_persons.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/settings.hpp"

namespace microdata {

template <typename Shown>
auto members(Shown& shown, const NumbersShown* /*type*/) {
  return std::tie(shown.least, shown.greatest);
}
template <typename Nearest>
auto members(Nearest& nearest, const LinkAttack::Nearest* /*type*/) {
  return std::tie(nearest.distance, nearest.rows);
}
template <typename Links>
auto members(Links& links, const LinkAttack::Links* /*type*/) {
  return std::tie(links.left, links.right, links.same);
}

}  // namespace microdata

namespace microdata::postgres {

namespace {

// Of one region or several.
struct ShownByRegions {
  std::vector<std::string> names;
  std::vector<NumbersShown> numbers;

  void add(const ShownByRegions& region) {
    names = region.names;
    numbers.resize(region.numbers.size());
    for (std::size_t a = 0; a < numbers.size(); ++a)
      numbers[a].add(region.numbers[a]);
  }
  std::vector<double> extents() const {
    std::vector<double> extents;
    for (const NumbersShown& shown : numbers)
      extents.push_back(shown.extent());
    return extents;
  }
};
template <typename Shown>
auto members(Shown& shown, const ShownByRegions* /*type*/) {
  return std::tie(shown.names, shown.numbers);
}

ShownByRegions shown_in(const ReleasedTable& released) {
  ShownByRegions shown{released.names, {}};
  for (const PublishedTable::Attribute& attribute : released.table.attributes)
    shown.numbers.push_back(numbers_shown(attribute));
  return shown;
}

// In the region that was entered; `extents` are those of all regions.
LinkedPersons link_in_region(ReleasedTable released, const LinkedSides& sides,
                             const std::vector<double>& extents, const Progress& progress) {
  for (std::size_t a = 0; a < extents.size(); ++a)
    released.table.attributes[a].extent = extents[a];
  progress.phase("link");
  const LinkAttack attack(released.table, sides.left, sides.right, progress);
  const std::vector<Row> all = numbers_from(0, released.source.persons);
  return {find_links(attack, released.source, all, max_threads(), progress), 0,
          released.table.rows()};
}

void add_region(LinkedPersons& linked, LinkedPersons region) {
  linked.rows += region.rows;
  if (linked.links.empty()) {
    linked.links = std::move(region.links);
    return;
  }
  for (std::size_t i = 0; i < region.links.size(); ++i)
    linked.links.at(i).add_region(region.links[i]);
}

LinkedPersons link_on_workers(const Release& release, const LinkRequest& request,
                              const ChooseSides& choose, Random& random, const Progress& progress) {
  const DrawnPersons persons =
      sample_persons(release, request.outsiders, request.attacks, random, progress);
  RegionLoop loop(release, released_regions(release).value(),
                  knowing_values_of_source(release, false, true));
  WorkerRegions workers(release, loop, {.source = RowsOfSource::left});
  const PackedPersons packed = packed_persons(persons, progress);
  ShownByRegions shown;
  progress.phase("link");
  constexpr double of_attribute = 100;
  workers.ask("numbers", pack(packed),
              of_attribute * static_cast<double>(release.attributes.size()),
              [&](std::string answer) { shown.add(unpack<ShownByRegions>(std::move(answer))); });
  LinkedPersons linked;
  linked.members = persons.members;
  constexpr double of_person = 32;
  workers.ask("links", pack(packed, choose(shown.names), shown.extents()),
              of_person * static_cast<double>(persons.tuples.count()), [&](std::string answer) {
                add_region(linked, unpack<LinkedPersons>(std::move(answer)));
              });
  workers.finish();
  return linked;
}

}  // namespace

LinkedPersons link_by_regions(const Release& release, ReadReleasedTable* read,
                              const LinkRequest& request, const ChooseSides& choose, Random& random,
                              const Progress& progress) {
  if (is_audited_on_workers(release, RowsOfSource::left))
    return link_on_workers(release, request, choose, random, progress);
  const DrawnPersons persons =
      draw_persons(release, request.outsiders, request.attacks, random, progress);
  const LoopOptions options = knowing_values_of_source(release, false, true);
  const auto read_region = [&] { return read(release, {.tuples = &persons.tuples}, progress); };
  ShownByRegions shown;
  for_each_published_region(release, options, [&] { shown.add(shown_in(read_region())); });
  LinkedPersons linked;
  linked.members = persons.members;
  const LinkedSides sides = choose(shown.names);
  for_each_published_region(release, options, [&] {
    add_region(linked, link_in_region(read_region(), sides, shown.extents(), progress));
  });
  return linked;
}

namespace {

ReleasedTable read_asked(const AskedPart& asked, const PackedPersons& packed,
                         const Progress& progress) {
  const DrawnPersons persons =
      unpacked_persons(packed, open_source(*asked.release.source), progress);
  return require(asked.operations.released_table, asked.release.relations.front())(
      asked.release, {.tuples = &persons.tuples}, progress);
}

}  // namespace

std::string answer_numbers_shown(const AskedPart& asked, const Progress& progress) {
  return pack(shown_in(read_asked(asked, unpack_request<PackedPersons>(asked.request), progress)));
}

std::string answer_links(const AskedPart& asked, const Progress& progress) {
  PackedPersons packed;
  LinkedSides sides;
  std::vector<double> extents;
  Unpacking request = unpacking(asked.request);
  request.take(packed, sides, extents);
  request.finish();
  ReleasedTable released = read_asked(asked, packed, progress);
  const std::size_t attributes = released.names.size();
  if (extents.size() != attributes || sides.left.empty() || sides.right.empty()) fail_packed();
  for (const std::vector<std::size_t>* side : {&sides.left, &sides.right}) {
    for (const std::size_t attribute : *side) {
      if (attribute >= attributes) fail_packed();
    }
  }
  return pack(link_in_region(std::move(released), sides, extents, progress));
}

}  // namespace microdata::postgres
