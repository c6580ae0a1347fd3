#include "postgres/methods/fragmentation/published_fragments.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "postgres/estimates/predicate.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

void check_same_type(const Dictionary& first, const Dictionary& other, const std::string& name) {
  if (first.type().base == other.type().base) return;
  throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(name) + " is of type " +
                                             type_name(first.type()) + " in one fragment and of " +
                                             type_name(other.type()) + " in another");
}

// Numbers the class values of all fragments together.
void number_classes(std::vector<PublishedGeneralization::Ungeneralized> read,
                    PublishedFragments::Classes& classes, const Progress& progress) {
  std::vector<const Dictionary*> dictionaries;
  for (const PublishedGeneralization::Ungeneralized& one : read) {
    check_same_type(read.front().values.front(), one.values.front(), classes.name);
    dictionaries.push_back(&one.values.front());
  }
  classes.values.emplace_back(dictionaries.front()->type());
  const std::vector<std::vector<Code>> codes =
      common_codes(dictionaries, classes.values.front(), progress);
  for (std::size_t f = 0; f < read.size(); ++f) {
    const auto renumber = [&](std::vector<Code>& values) {
      progress.in_blocks(values.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          values[i] = codes[f][values[i]];
      });
    };
    renumber(read[f].published);
    renumber(read[f].tuples);
    classes.published.push_back(std::move(read[f].published));
    classes.tuples.push_back(std::move(read[f].tuples));
  }
}

}  // namespace

Release release_of_fragment(const Release& release, std::size_t fragment) {
  Release result = release;
  result.relations = {release.relations[fragment]};
  result.attributes.clear();
  std::copy_if(release.attributes.begin(), release.attributes.end(),
               std::back_inserter(result.attributes), [&](const ReleaseAttribute& attribute) {
                 return attribute.relation == release.relations[fragment];
               });
  return result;
}

namespace {

// Returns the attribute that all fragments share. Fails if it no longer exists.
const ReleaseAttribute& class_of_fragment(const Release& fragment) {
  constexpr int class_column = 2;
  const auto found =
      std::find_if(fragment.attributes.begin(), fragment.attributes.end(),
                   [](const ReleaseAttribute& a) { return a.column == class_column; });
  if (found == fragment.attributes.end()) fail_incomplete(fragment);
  return *found;
}

// True if NULL can stand for any class value. A single fragment is not joined, and shows all class
// values as they are.
bool leaves_classes_open(const Release& release) {
  return release.relations.size() > 1 && release.layout.method == "delta-selectivity";
}

// Fails if a fragment no longer exists.
void check_fragments_complete(const Release& release) {
  if (release.layout.fragments != static_cast<std::int64_t>(release.relations.size()))
    fail_incomplete(release);
}

// Returns the error for a source with different numbers of rows when it is read for the first
// fragment and for another one.
Error other_rows(std::size_t first, std::size_t other) {
  return Error(ERRCODE_T_R_SERIALIZATION_FAILURE,
               "the source has other rows each time that it is read")
      .detail("With the first fragment, it has " + count_of(first, "row") + ", with another one " +
              count_of(other, "row") + ".")
      .hint("Rows of a view can be computed anew for each query.");
}

}  // namespace

PublishedFragments read_fragments(const Release& release, const Progress& progress,
                                  const ReadScope& beside) {
  check_fragments_complete(release);
  const SteadyOrder settings;
  PublishedFragments result;
  std::vector<PublishedGeneralization::Ungeneralized> classes;
  for (std::size_t f = 0; f < release.relations.size(); ++f) {
    const Release fragment = release_of_fragment(release, f);
    const ReleaseAttribute& shared = class_of_fragment(fragment);
    if (f == 0) {
      result.classes.name = shared.name;
      result.classes.source_name = shared.source_name;
      result.classes.role = shared.role;
    }
    ReadScope of_fragment = beside;
    if (f > 0) of_fragment.keys = nullptr;
    PublishedGeneralization& table =
        result.tables.emplace_back(read_generalization(fragment, progress, of_fragment));
    if (table.tuples != result.tables.front().tuples) {
      throw other_rows(result.tables.front().tuples, table.tuples);
    }
    classes.push_back(std::move(table.apart.front()));
    table.apart.clear();
    result.has_source = table.has_source;
  }
  result.classes.ambiguous = leaves_classes_open(release);
  number_classes(std::move(classes), result.classes, progress);
  return result;
}

FragmentView fragment_view(const PublishedFragments& published, std::size_t fragment,
                           const ClassCover& cover) {
  FragmentView view;
  view.class_of_row = cover.class_of_row;
  view.classes = cover.classes;
  view.class_values = published.classes.published[fragment];
  const Dictionary& values = published.classes.values.front();
  if (published.classes.ambiguous && values.nullable()) {
    std::replace(view.class_values.begin(), view.class_values.end(),
                 static_cast<Code>(values.distinct() - 1), no_class_value);
  }
  for (const PublishedGeneralization::Ungeneralized& s : published.tables[fragment].sensitive)
    view.sensitive.push_back(s.published);
  return view;
}

GroupedValues grouped_classes(const PublishedFragments& published, std::size_t fragment) {
  const PublishedFragments::Classes& classes = published.classes;
  return {classes.name, classes.source_name, &classes.values.front(), classes.published[fragment],
          classes.tuples[fragment]};
}

namespace {

constexpr Code no_number = std::numeric_limits<Code>::max();

// Common numbers of the class values of all fragments, matched by the people who have them.
// Fragments list people in the same order but number values differently.
class ClassNumbers {
 public:
  ClassNumbers(std::vector<Code> of_persons, Code values)
      : of_persons_(std::move(of_persons)), values_(values) {}

  Code values() const { return values_; }
  std::size_t persons() const { return of_persons_.size(); }

  // Returns the common number of each of the fragment's values. A value that no person has gets a
  // number of its own, different from those of other fragments.
  std::vector<Code> numbers_of(const std::vector<Code>& of_persons, Code values) {
    std::vector<Code> result(values, no_number);
    for (std::size_t i = 0; i < of_persons.size(); ++i)
      result[of_persons[i]] = of_persons_[i];
    for (Code& number : result) {
      if (number == no_number) number = values_++;
    }
    return result;
  }

 private:
  std::vector<Code> of_persons_;
  Code values_;
};

std::vector<Code> with_others(const std::vector<Code>& source,
                              const std::optional<PersonValues>& others, std::size_t attribute) {
  std::vector<Code> result = source;
  if (others) {
    const std::vector<Code>& more = others->of_attribute[attribute];
    result.insert(result.end(), more.begin(), more.end());
  }
  return result;
}

// Index of the class in a fragment, and the label that stands for any class value.
struct ShownClass {
  std::size_t attribute;
  Code open = no_number;
};

class ShownFragments {
 public:
  ShownFragments(const Release& release, const ReadScope& beside, const Progress& progress)
      : release_(release), is_open_(leaves_classes_open(release)) {
    for (std::size_t f = 0; f < release.relations.size(); ++f)
      add(read_table_of_rows(release_of_fragment(release, f), beside, progress), f);
  }

  ShownRelease make() {
    // The number of class values is only known after all fragments were read.
    for (std::size_t f = 0; f < result_.tables.size(); ++f)
      finish(result_.tables[f].table.attributes[classes_[f].attribute], classes_[f].open);
    result_.values[number_of_class_] = numbers_.front().values();
    return std::move(result_);
  }

 private:
  void add(ReleasedTable&& released, std::size_t fragment) {
    if (fragment == 0) {
      result_.source.persons = released.source.persons;
      if (released.outsiders) result_.outsiders = PersonValues{released.outsiders->persons, {}, {}};
    }
    TableOfPersons shown{std::move(released.table), {}};
    const std::string name = class_of_fragment(release_of_fragment(release_, fragment)).name;
    for (std::size_t a = 0; a < released.names.size(); ++a) {
      PublishedTable::Attribute& attribute = shown.table.attributes[a];
      const bool is_class = released.names[a] == name;
      if (is_class) add_class(released, a, attribute);
      if (is_class && fragment > 0) {
        shown.attributes.push_back(number_of_class_);
        continue;
      }
      if (is_class) number_of_class_ = result_.values.size();
      shown.attributes.push_back(result_.values.size());
      result_.values.push_back(attribute.values);
      result_.source.of_attribute.push_back(std::move(released.source.of_attribute[a]));
      if (result_.outsiders) {
        result_.outsiders->of_attribute.push_back(std::move(released.outsiders->of_attribute[a]));
      }
    }
    result_.tables.push_back(std::move(shown));
  }

  void add_class(const ReleasedTable& released, std::size_t a,
                 PublishedTable::Attribute& attribute) {
    const std::vector<Code> persons =
        with_others(released.source.of_attribute[a], released.outsiders, a);
    if (!attribute.exact) fail_structure(release_, "Its class is generalized.");
    if (numbers_.empty()) numbers_.emplace_back(persons, attribute.values);
    if (persons.size() != numbers_.front().persons())
      throw other_rows(numbers_.front().persons(), persons.size());
    ShownClass& shown = classes_.emplace_back(ShownClass{a});
    // NULL is the last label.
    const Code last = attribute.values - 1;
    const bool open = is_open_ && released.has_null[a];
    if (classes_.size() > 1) {
      const std::vector<Code> numbers = numbers_.front().numbers_of(persons, attribute.values);
      for (Code& label : attribute.published)
        label = numbers[label];
      if (open) shown.open = numbers[last];
    } else if (open) {
      shown.open = last;
    }
  }

  void finish(PublishedTable::Attribute& attribute, Code open) const {
    const PublishedTable::Attribute& first =
        result_.tables.front().table.attributes[classes_.front().attribute];
    attribute.numbers = first.numbers;
    attribute.values = numbers_.front().values();
    if (!attribute.numbers.empty()) attribute.numbers.resize(attribute.values, std::nan(""));
    attribute.covers.clear();
    for (Code value = 0; value < attribute.values; ++value)
      attribute.covers.push_back(CodeSet::range(value, value + 1));
    if (open == no_number) return;
    attribute.exact = false;
    attribute.covers[open] = CodeSet::range(0, attribute.values);
  }

  const Release& release_;
  bool is_open_;
  ShownRelease result_;
  std::vector<ShownClass> classes_;  // by fragment
  std::size_t number_of_class_ = 0;
  std::vector<ClassNumbers> numbers_;  // one
};

}  // namespace

ShownRelease read_shown_fragments(const Release& release, const ReadScope& beside,
                                  const Progress& progress) {
  check_fragments_complete(release);
  const SteadyOrder settings;
  ShownRelease result = ShownFragments(release, beside, progress).make();
  add_joins(result, progress);
  return result;
}

}  // namespace microdata::postgres
