#include "postgres/methods/fragmentation/published_fragments.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "postgres/inspection/predicate.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
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

const ReleaseAttribute& class_of_fragment(const Release& fragment) {
  constexpr int class_column = 2;
  const auto found =
      std::find_if(fragment.attributes.begin(), fragment.attributes.end(),
                   [](const ReleaseAttribute& a) { return a.column == class_column; });
  if (found == fragment.attributes.end()) fail_incomplete(fragment);
  return *found;
}

bool leaves_classes_open(const Release& release) {
  return release.relations.size() > 1 && release.layout.method == "delta-selectivity";
}

void check_fragments_complete(const Release& release) {
  if (release.layout.fragments != static_cast<std::int64_t>(release.relations.size()))
    fail_incomplete(release);
}

Error other_rows(std::size_t first, std::size_t other) {
  return Error(ERRCODE_T_R_SERIALIZATION_FAILURE,
               "the source has other rows each time that it is read")
      .detail("Beside the first fragment it has " + count_of(first, "row") +
              ", beside another one " + count_of(other, "row") + ".")
      .hint("Rows of a view can be computed anew for each query.");
}

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

}  // namespace microdata::postgres
