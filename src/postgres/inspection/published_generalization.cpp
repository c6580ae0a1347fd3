#include "postgres/inspection/published_generalization.hpp"

#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/inspection/label_meanings.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

// Codes that a published label covers, and the number of each in a multiset.
struct Cover {
  CodeSet codes;
  std::vector<std::uint32_t> counts;  // of the codes, in their order
};

// Returns the codes of all values but NULL, by text.
CodeOfText codes_by_text(const Dictionary& dictionary) {
  CodeOfText result;
  for (Code code = 0; code < dictionary.distinct(); ++code) {
    if (!dictionary.is_null(code))
      result.emplace(without_padding(dictionary.type(), dictionary.text(code)), code);
  }
  return result;
}

// Values that the elements of multisets can have.
struct Elements {
  AttributeType type;
  CodeOfText code_of_text;
  std::optional<Code> null;
};

Elements elements_of(const Dictionary& dictionary) {
  Elements elements{dictionary.type(), codes_by_text(dictionary), std::nullopt};
  if (dictionary.nullable()) elements.null = dictionary.distinct() - 1;
  return elements;
}

// Returns the codes that a multiset covers. The cover is empty if the text is no multiset, or has
// values that the source lacks; these are added to `unknown`, except NULL.
Cover multiset_cover(const std::string& text, const Elements& elements,
                     std::set<std::string>& unknown) {
  std::map<Code, std::uint32_t> counts;
  bool covers = true;
  for (const MultisetElement& element : multiset_elements(text)) {
    if (!element.value) {
      if (!elements.null) return {};
      counts[*elements.null] += element.count;
      continue;
    }
    const std::string value = without_padding(elements.type, *element.value);
    const auto found = elements.code_of_text.find(value);
    if (found == elements.code_of_text.end()) {
      unknown.insert(value);
      covers = false;
    } else {
      counts[found->second] += element.count;
    }
  }
  if (!covers) return {};
  Cover cover;
  for (const auto& [code, count] : counts) {
    cover.codes.add(code);
    cover.counts.push_back(count);
  }
  return cover;
}

std::vector<Cover> covers_of_multisets(const Dictionary& labels, const Dictionary& values,
                                       const Progress& progress) {
  Elements elements = elements_of(values);
  std::vector<Cover> covers(labels.distinct());
  std::set<std::string> unknown;
  const auto cover = [&](Code label) {
    // A label can cover any number of values, so that each label needs a checkpoint.
    progress.checkpoint();
    const std::size_t before = unknown.size();
    const std::string text = labels.text(label);
    covers[label] = multiset_cover(text, elements, unknown);
    return unknown.size() == before && !covers[label].counts.empty();
  };
  std::vector<Code> again;
  for (Code label = 0; label < labels.distinct(); ++label) {
    if (!labels.is_null(label) && !cover(label)) again.push_back(label);
  }
  add_other_spellings(unknown, values, elements.code_of_text, progress);
  for (const Code label : again)
    cover(label);
  return covers;
}

// Returns the codes by label, of the level on record. Without a level, labels can be of any level;
// if labels of several levels have the same text, the highest level counts.
std::map<std::string, CodeSet> codes_by_label(const Recoded& recoded, const std::string& attribute,
                                              const Dictionary& labels,
                                              const Dictionary& dictionary,
                                              const Progress& progress) {
  std::map<std::string, CodeSet> result;
  if (!recoded.hierarchy) {
    CodeOfText codes = codes_by_text(dictionary);
    std::set<std::string> unknown;
    const bool with_everything = recoded.level != 0U;
    for (const std::string& label : labels.texts(progress)) {
      const std::string text = without_padding(dictionary.type(), label);
      const bool is_everything = with_everything && text == everything_label;
      if (!is_everything && !codes.contains(text)) unknown.insert(text);
    }
    add_other_spellings(unknown, dictionary, codes, progress);
    for (const auto& [text, code] : codes)
      result[text] = CodeSet::range(code, code + 1);
    if (with_everything) result[everything_label] = CodeSet::range(0, dictionary.distinct());
    return result;
  }
  const ResolvedHierarchy resolved =
      resolve_hierarchy(*recoded.hierarchy, attribute, dictionary, progress);
  for (std::size_t level = 0; level < resolved.hierarchy.levels(); ++level) {
    if (recoded.level && *recoded.level != level) continue;
    std::vector<CodeSet> codes(resolved.hierarchy.labels[level]);
    for (Code code = 0; code < dictionary.distinct(); ++code)
      codes[resolved.hierarchy.label_of_code[level][code]].add(code);
    for (std::size_t label = 0; label < codes.size(); ++label) {
      if (resolved.labels[level][label]) result[*resolved.labels[level][label]] = codes[label];
    }
  }
  return result;
}

std::vector<Cover> covers_of(const Release& release, ReadAttribute& reading,
                             const Progress& progress) {
  const Dictionary& values = reading.values();
  const Dictionary& labels = reading.labels();
  const Recoded recoded = how_recoded(release, reading.attribute->name);
  const GeneralizedType type = generalized_type(values.type());
  const bool as_text = recoded.as_multiset || recoded.as_labels;
  check_generalized_type(reading.attribute->name, labels.type(), values.type(), as_text);
  if (recoded.as_multiset) return covers_of_multisets(labels, values, progress);
  std::vector<Cover> covers;
  if (!recoded.as_labels) {
    for (CodeSet& codes : covered_values(labels, values, type, progress))
      covers.push_back({std::move(codes), {}});
    return covers;
  }
  const auto by_label = codes_by_label(recoded, reading.attribute->name, labels, values, progress);
  for (Code label = 0; label < labels.distinct(); ++label) {
    progress.checkpoint();
    if (labels.is_null(label)) {
      covers.push_back({CoveredCodes(values, {}, progress).of(true, 0), {}});
      continue;
    }
    const std::string text = labels.text(label);
    const auto found =
        by_label.find(recoded.hierarchy ? text : without_padding(values.type(), text));
    covers.push_back({found == by_label.end() ? CodeSet() : found->second, {}});
  }
  return covers;
}

// Adds the codes that each label covers, and the number of each if the label is a multiset and
// `with_counts` is true.
void add_covers(const Release& release, ReadAttribute& reading, bool has_source, bool with_counts,
                RegionAttribute& region, const Progress& progress) {
  if (!has_source || !reading.attribute->generalized) {
    for (Code label = 0; label < region.labels; ++label)
      region.covers.push_back(CodeSet::range(label, label + 1));
    return;
  }
  for (Cover& cover : covers_of(release, reading, progress)) {
    region.covers.push_back(std::move(cover.codes));
    if (with_counts) region.counts.push_back(std::move(cover.counts));
  }
}

void add_quasi_identifier(const Release& release, ReadAttribute& reading, bool has_source,
                          PublishedGeneralization& result, const Progress& progress) {
  RegionAttribute region{std::move(reading.published),
                         reading.labels().distinct(),
                         std::move(reading.tuples),
                         reading.values().distinct(),
                         {}};
  add_covers(release, reading, has_source, release.layout.recoding == "multiset", region, progress);
  result.quasi_identifiers.push_back(std::move(region));
  result.names.push_back(reading.attribute->name);
  result.numeric.push_back(!reading.values().projection().empty());
  result.rows_of_values.push_back(
      counts_in_table(reading.values(), global_name(*reading.attribute)));
  if (has_source && reading.attribute->generalized) {
    result.values.emplace_back(std::move(reading.values()));
  } else {
    result.values.emplace_back();
  }
  result.labels.push_back(std::move(reading.labels()));
}

PublishedGeneralization::Ungeneralized ungeneralized(ReadAttribute& reading) {
  PublishedGeneralization::Ungeneralized result;
  result.name = reading.attribute->name;
  result.source_name = reading.attribute->source_name;
  result.published = std::move(reading.published);
  result.tuples = std::move(reading.tuples);
  result.values.push_back(std::move(reading.shared()));
  return result;
}

// Returns the level that a full-domain release shows of an attribute; nothing if no level is on
// record.
std::optional<std::size_t> recorded_level(const Release& release, const std::string& attribute) {
  const auto text = composed_parameter(release, "levels")[attribute].text();
  if (!text) return std::nullopt;
  std::size_t level = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), level);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return level;
}

}  // namespace

Recoded how_recoded(const Release& release, const std::string& attribute) {
  Recoded recoded;
  const std::string& recoding = release.layout.recoding;
  recoded.as_multiset = recoding == "multiset";
  recoded.hierarchy = composed_parameter(release, "hierarchies")[attribute].text();
  if (recoding == "full-domain") recoded.level = recorded_level(release, attribute);
  if (recoded.hierarchy) {
    // A reader may use the hierarchy if the owner of the release or of the source may.
    std::vector<Oid> relations = release.relations;
    if (release.source) relations.push_back(*release.source);
    require_usable(*recoded.hierarchy, relations);
  }
  recoded.as_labels = !recoded.as_multiset && (recoding == "full-domain" || recoding == "cell" ||
                                               recoded.hierarchy.has_value() ||
                                               !described_labels(release, attribute).empty());
  return recoded;
}

RegionAttribute region_of(const Release& release, ReadAttribute& reading, bool has_source,
                          const Progress& progress) {
  RegionAttribute region{reading.published,
                         reading.labels().distinct(),
                         reading.tuples,
                         reading.values().distinct(),
                         {}};
  add_covers(release, reading, has_source, false, region, progress);
  return region;
}

void require_known_labels(const Release& release, const ReleaseAttribute& attribute) {
  if (!attribute.generalized) return;
  const Recoded recoded = how_recoded(release, attribute.name);
  if (recoded.as_labels && recoded.hierarchy) (void)require_hierarchy(*recoded.hierarchy);
}

PublishedGeneralization read_generalization(const Release& release, const Progress& progress,
                                            const ReadScope& scope) {
  progress.phase("read");
  ReadScope rows = scope;
  rows.buckets = false;
  ReadRelease read = read_release(release, rows, progress);
  PublishedGeneralization result;
  result.has_source = read.has_source();
  result.rows = read.rows;
  result.tuples = read.tuples();
  result.outsiders = read.outsiders;

  progress.phase("compare");
  return with_attributes(release, read.attributes, 1, std::move(result), progress);
}

PublishedGeneralization with_attributes(const Release& release,
                                        std::vector<ReadAttribute>& attributes, int column,
                                        PublishedGeneralization result, const Progress& progress) {
  result.equal_together = release.layout.recoding == "cell";
  std::vector<std::vector<Code>> rest_published;
  std::vector<std::vector<Code>> rest_tuples;
  for (ReadAttribute& reading : attributes) {
    if (reading.attribute->column != column) {
      result.apart.push_back(ungeneralized(reading));
      continue;
    }
    if (reading.attribute->role == Role::quasi_identifier) {
      add_quasi_identifier(release, reading, result.has_source, result, progress);
      continue;
    }
    rest_published.push_back(reading.published);
    rest_tuples.push_back(reading.tuples);
    if (reading.attribute->role == Role::sensitive) {
      result.sensitive.push_back(ungeneralized(reading));
    }
  }
  result.rest = number_values(rest_published, rest_tuples, result.rows, result.tuples, progress);
  return result;
}

}  // namespace microdata::postgres
