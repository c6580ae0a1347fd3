#include "postgres/inspection/drawn_subjects.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "core/base/grouped.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

// Persons with all of their rows: provisional codes by attribute and row, and the first row of each
// person, and the end.
struct DrawnRows {
  std::vector<std::vector<Code>> codes;
  std::vector<std::size_t> first{0};

  std::size_t persons() const { return first.size() - 1; }
  std::size_t rows() const { return first.back(); }

  // Appends rows of others to the person that is being added.
  template <typename CodeOf>
  void add_row(const CodeOf& code_of) {
    for (std::size_t a = 0; a < codes.size(); ++a)
      codes[a].push_back(code_of(a));
  }
  void end_person() { first.push_back(codes.front().size()); }
};

// A side of the persons: members or outsiders, whose number is known before they are drawn.
struct Side {
  DrawnRows drawn;
  // Numbers of persons that were seen, and that there are.
  std::size_t seen = 0;
  std::size_t all = 0;
  std::size_t most = 0;

  Side(std::size_t attributes, std::size_t persons, std::size_t limit)
      : all(std::max<std::size_t>(persons, 1)), most(std::min(limit, persons)) {
    drawn.codes.resize(attributes);
  }

  // Returns the number to draw of the next persons, so that each is drawn with equal probability.
  std::size_t wanted(std::size_t persons) {
    seen += persons;
    const auto up_to = static_cast<std::size_t>(static_cast<double>(most) *
                                                static_cast<double>(std::min(seen, all)) /
                                                static_cast<double>(all));
    return std::min(persons, up_to - std::min(up_to, drawn.persons()));
  }
};

// Rows of one region, with finished dictionaries.
struct RowsOfRegion {
  std::vector<Dictionary> values;
  std::vector<std::vector<Code>> codes;
  Grouped<std::uint32_t> rows_of;
};

class SubjectsInDrawing {
 public:
  SubjectsInDrawing(const Release& release, std::vector<std::string> attributes, std::size_t most,
                    Random& random, const Progress& progress)
      : release_(release),
        source_(open_source(*release.source)),
        attributes_(std::move(attributes)),
        most_(most),
        random_(random),
        progress_(progress) {
    for (const SubjectAttribute& attribute : release.subject)
      subject_.push_back(attribute.name);
    for (const std::string& attribute : attributes_)
      dictionaries_.emplace_back(require_column(source_, attribute).type);
  }

  // Draws so many sides of a relation with the source's columns.
  std::vector<Side> draw(Oid relation, std::size_t count) {
    LoopOptions options;
    options.source = relation == release_.source;
    if (!options.source) options.outsiders = relation;
    for (const std::string& name : subject_)
      check_outsiders(open_source(relation), name, require_column(source_, name).type);
    const std::size_t persons = count_subjects(release_, relation);
    std::vector<Side> sides(count, Side(attributes_.size(), persons, most_));
    RegionLoop loop(release_, released_regions(release_).value(), options);
    for (std::uint32_t region = 0; region < loop.regions(); ++region) {
      const MemoryScope memory;
      loop.enter(region);
      const RowsOfRegion rows = read(relation);
      for (Side& side : sides)
        take(rows, side);
    }
    return sides;
  }

  // Returns outsiders with values of random rows of the members.
  DrawnRows make_up(const DrawnRows& members, std::size_t count) {
    DrawnRows made;
    made.codes.resize(attributes_.size());
    if (members.persons() == 0) return made;
    const std::vector<bool> of_person = are_of_persons();
    const auto persons = static_cast<std::uint32_t>(members.persons());
    const auto rows = static_cast<std::uint32_t>(members.rows());
    for (std::size_t i = 0; i < count; ++i) {
      progress_.checkpoint_at(i * 16);
      const std::uint32_t like = random_.below(persons);
      const std::size_t begin = made.rows();
      for (std::size_t row = members.first[like]; row < members.first[like + 1]; ++row) {
        const bool again = made.codes.front().size() > begin;
        made.add_row([&](std::size_t a) {
          return again && of_person[a] ? made.codes[a][begin]
                                       : members.codes[a][random_.below(rows)];
        });
      }
      made.end_person();
    }
    return made;
  }

  // Returns the persons, each side in random order.
  DrawnPersons finish(const DrawnRows& members, const DrawnRows& others) {
    std::vector<std::vector<Code>> codes(attributes_.size());
    std::vector<std::uint32_t> person_of;
    std::uint32_t number = 0;
    for (const DrawnRows* side : {&members, &others}) {
      std::vector<std::size_t> order(side->persons());
      for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
      random_.shuffle(std::span(order));
      for (const std::size_t person : order) {
        progress_.checkpoint_at(number);
        for (std::size_t row = side->first[person]; row < side->first[person + 1]; ++row) {
          for (std::size_t a = 0; a < codes.size(); ++a)
            codes[a].push_back(side->codes[a][row]);
          person_of.push_back(number);
        }
        ++number;
      }
    }
    return {SourceTuples(attributes_, std::move(dictionaries_), std::move(codes), progress_),
            members.persons(), std::move(person_of)};
  }

 private:
  // Attributes that the release shows of persons; they may be fewer than those that are drawn.
  std::vector<bool> are_of_persons() const {
    std::vector<bool> result;
    for (const std::string& name : attributes_) {
      result.push_back(std::any_of(release_.attributes.begin(), release_.attributes.end(),
                                   [&](const ReleaseAttribute& attribute) {
                                     return attribute.source_name == name &&
                                            part_of(release_, attribute) == SubjectPart::persons;
                                   }));
    }
    return result;
  }

  RowsOfRegion read(Oid relation) const {
    RowsOfRegion rows;
    std::vector<std::string> names = subject_;
    names.insert(names.end(), attributes_.begin(), attributes_.end());
    for (const std::string& name : names)
      rows.values.emplace_back(require_column(source_, name).type);
    std::vector<Dictionary*> read_into;
    for (Dictionary& values : rows.values)
      read_into.push_back(&values);
    std::vector<std::vector<Code>> codes = read_columns(relation, names, read_into);
    for (Dictionary& values : rows.values)
      values.finish(progress_);
    const auto end_of_subject = static_cast<std::ptrdiff_t>(subject_.size());
    std::vector<std::vector<Code>> subject(codes.begin(), codes.begin() + end_of_subject);
    const std::vector<std::uint32_t> person_of =
        number_persons(subject, std::span(rows.values).first(subject_.size()), progress_);
    codes.erase(codes.begin(), codes.begin() + end_of_subject);
    rows.values.erase(rows.values.begin(), rows.values.begin() + end_of_subject);
    for (std::size_t a = 0; a < codes.size(); ++a)
      rows.values[a].translate(codes[a], progress_);
    rows.codes = std::move(codes);
    rows.rows_of = group_numbers(person_of, number_of_persons_in(person_of), progress_);
    return rows;
  }

  void take(const RowsOfRegion& rows, Side& side) {
    const std::size_t persons = rows.rows_of.groups();
    std::vector<std::vector<Code>> known;
    for (const Dictionary& values : rows.values)
      known.emplace_back(values.distinct(), nowhere);
    const auto code_of = [&](std::size_t a, std::uint32_t row) {
      Code& code = known[a][rows.codes[a][row]];
      if (code == nowhere) code = add_value(rows.values[a], rows.codes[a][row], dictionaries_[a]);
      return code;
    };
    for (const Row person : some_of(static_cast<Row>(persons), side.wanted(persons), random_)) {
      for (const std::uint32_t row : rows.rows_of[person])
        side.drawn.add_row([&](std::size_t a) { return code_of(a, row); });
      side.drawn.end_person();
    }
  }

  const Release& release_;
  Source source_;
  std::vector<std::string> attributes_;
  std::vector<std::string> subject_;
  std::vector<Dictionary> dictionaries_;
  std::size_t most_;
  Random& random_;
  const Progress& progress_;
};

}  // namespace

DrawnPersons draw_subjects(const Release& release, const std::vector<std::string>& attributes,
                           const std::optional<Oid>& outsiders, DrawnOutsiders which,
                           std::size_t most, Random& random, const Progress& progress) {
  progress.phase("read");
  SubjectsInDrawing drawing(release, attributes, most, random, progress);
  const bool of_source = outsiders == release.source;
  std::vector<Side> sides = drawing.draw(*release.source, of_source ? 2 : 1);
  const DrawnRows members = std::move(sides.front().drawn);
  DrawnRows others;
  others.codes.resize(attributes.size());
  if (of_source) {
    others = std::move(sides.back().drawn);
  } else if (outsiders) {
    check_outsiders_of(release, open_source(*release.source), *outsiders);
    others = std::move(drawing.draw(*outsiders, 1).front().drawn);
  } else if (which == DrawnOutsiders::made_up) {
    others = drawing.make_up(members, drawn_outsiders(members.persons()));
  }
  return drawing.finish(members, others);
}

std::size_t count_subjects(const Release& release, Oid relation) {
  const std::string statement = "SELECT " +
                                number_of_persons(release, open_source(relation), true) + " FROM " +
                                qualified_name(relation);
  return std::stoull(*query_rows(statement).front().front());
}

double rows_of_each_person(const Release& release) {
  const double persons = release.layout.persons.value_or(0);
  const auto rows =
      static_cast<double>(release.published_rows.value_or(0) + release.suppressed_rows.value_or(0));
  return persons > 0 ? std::max(1.0, rows / persons) : 1;
}

}  // namespace microdata::postgres
