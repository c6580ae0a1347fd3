#include "postgres/count_estimation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/utility/bucket_estimate.hpp"
#include "postgres/guard.hpp"
#include "postgres/reader.hpp"
#include "postgres/release_reading.hpp"
#include "postgres/roles.hpp"
#include "postgres/source.hpp"
#include "postgres/text.hpp"

namespace microdata::postgres {

namespace {

const ReleaseAttribute& require_attribute(const Release& release, const std::string& name) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.name == name) return attribute;
  }
  Error error(ERRCODE_UNDEFINED_COLUMN, "the release has no attribute " + in_quotes(name));
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (same_but_for_case(attribute.name, name)) {
      throw std::move(error).hint("Perhaps you meant the attribute " + in_quotes(attribute.name) +
                                  "; names are case-sensitive.");
    }
  }
  throw error;
}

// One attribute on its way in.
struct AttributeColumn {
  const ReleaseAttribute* attribute;
  Dictionary values;
  std::vector<Code> codes;
};

std::vector<AttributeColumn> prepare(const Release& release,
                                     const std::vector<std::string>& attributes,
                                     std::map<Oid, Source>& relations) {
  std::vector<AttributeColumn> columns;
  for (const std::string& name : attributes) {
    const ReleaseAttribute& attribute = require_attribute(release, name);
    if (!relations.contains(attribute.relation)) {
      relations.emplace(attribute.relation, open_source(attribute.relation));
    }
    columns.push_back(
        {&attribute,
         Dictionary(require_column(relations.at(attribute.relation), attribute.name).type),
         {}});
  }
  return columns;
}

// Reads a relation's bucket column, if one is wanted, and its attributes.
void read_relation(const Source& relation, const std::string* bucket_column, Dictionary* buckets,
                   std::vector<Code>* bucket_of, std::vector<AttributeColumn>& columns) {
  std::vector<std::string> names;
  std::vector<Dictionary*> dictionaries;
  if (bucket_column != nullptr) {
    names.push_back(*bucket_column);
    dictionaries.push_back(buckets);
  }
  std::vector<AttributeColumn*> read;
  for (AttributeColumn& column : columns) {
    if (column.attribute->relation != relation.relation) continue;
    read.push_back(&column);
    names.push_back(column.attribute->name);
    dictionaries.push_back(&column.values);
  }
  std::vector<std::vector<Code>> codes = read_columns(relation.relation, names, dictionaries);
  if (bucket_column != nullptr) *bucket_of = std::move(codes.front());
  for (std::size_t i = 0; i < read.size(); ++i)
    read[i]->codes = std::move(codes[i + (bucket_column != nullptr ? 1 : 0)]);
}

void add_attribute(const Release& release, AttributeColumn& column, ReleaseEstimator& estimator,
                   const Progress& progress) {
  std::vector<std::size_t> rows(column.values.distinct());
  for (const Code code : column.codes)
    ++rows[code];
  estimator.attributes.push_back(
      {column.attribute->name, column.attribute->column, std::move(column.codes),
       meaning_of(release, *column.attribute, std::move(column.values), rows, progress)});
}

ReleaseEstimator read_rows(const Release& release, std::vector<std::string> attributes,
                           const Progress& progress) {
  const bool none = attributes.empty();
  // What tells the number of rows.
  if (none) attributes.push_back(release.attributes.front().name);
  std::map<Oid, Source> relations;
  std::vector<AttributeColumn> columns = prepare(release, attributes, relations);
  read_relation(relations.at(release.relations.front()), nullptr, nullptr, nullptr, columns);
  ReleaseEstimator estimator;
  estimator.bucket_of.resize(columns.front().codes.size());
  estimator.buckets = 1;
  for (AttributeColumn& column : columns) {
    if (none) break;
    column.values.finish(progress);
    column.values.translate(column.codes, progress);
    add_attribute(release, column, estimator, progress);
  }
  return estimator;
}

// Of the anatomy format the relation of the rows is that of the quasi-identifiers.
Oid relation_of_rows(const Release& release, bool counted) {
  const auto found = std::find_if(
      release.attributes.begin(), release.attributes.end(),
      [&](const ReleaseAttribute& a) { return !counted || a.role != Role::sensitive; });
  if (found != release.attributes.end()) return found->relation;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "release " + std::to_string(release.id) + " is incomplete")
      .detail("Some of the relations that it consisted of were dropped.")
      .hint("drop_release() drops the rest.");
}

ReleaseEstimator read_buckets(const Release& release, const std::vector<std::string>& attributes,
                              const Progress& progress) {
  const std::string bucket_column = release_parameter(release, "bucket_column").value_or("bucket");
  const std::string count_column = release_parameter(release, "count_column").value_or("count");
  const Oid rows = relation_of_rows(release, release_parameter(release, "format") == "anatomy");
  std::map<Oid, Source> relations;
  relations.emplace(rows, open_source(rows));
  std::vector<AttributeColumn> columns = prepare(release, attributes, relations);
  const SourceColumn& bucket = require_column(relations.at(rows), bucket_column);
  check_is_integer(bucket, "bucket");
  Dictionary buckets(bucket.type);
  ReleaseEstimator estimator;
  read_relation(relations.at(rows), &bucket_column, &buckets, &estimator.bucket_of, columns);
  std::map<const AttributeColumn*, CountedColumn> counted;
  for (AttributeColumn& column : columns) {
    if (column.attribute->relation == rows) continue;
    counted.emplace(&column,
                    read_counted(relations.at(column.attribute->relation), column.attribute->name,
                                 bucket_column, count_column, buckets, column.values));
  }
  buckets.finish(progress);
  buckets.translate(estimator.bucket_of, progress);
  estimator.buckets = buckets.distinct();
  for (AttributeColumn& column : columns) {
    column.values.finish(progress);
    const auto found = counted.find(&column);
    if (found == counted.end()) {
      column.values.translate(column.codes, progress);
    } else {
      std::size_t misfits = 0;
      column.codes = spread_values(found->second, buckets, column.values, estimator.bucket_of,
                                   misfits, progress);
      if (misfits > 0) {
        throw Error(ERRCODE_DATA_CORRUPTED, "the counts of attribute " +
                                                in_quotes(column.attribute->name) +
                                                " do not fit the rows of its buckets")
            .hint("verify_release() tells more.");
      }
    }
    add_attribute(release, column, estimator, progress);
  }
  return estimator;
}

double number_of(const Dictionary& one) {
  const double number = one.projection().front();
  return std::isnan(number) ? std::numeric_limits<double>::infinity() : number;
}

// What an interval wants, beside the values of an attribute.
struct ReadInterval {
  std::optional<Dictionary> low;
  std::optional<Dictionary> high;

  double from() const { return low ? number_of(*low) : -std::numeric_limits<double>::infinity(); }
  double to() const { return high ? number_of(*high) : std::numeric_limits<double>::infinity(); }
};

// For each value of a dictionary whether it lies in the interval.
std::vector<bool> in_interval(const ReadInterval& interval, const Dictionary& values,
                              const Progress& progress) {
  std::vector<const Dictionary*> dictionaries{&values};
  if (interval.low) dictionaries.push_back(&*interval.low);
  if (interval.high) dictionaries.push_back(&*interval.high);
  const std::vector<std::vector<Code>> codes = common_codes(dictionaries, progress);
  const Code low = interval.low ? codes[1].front() : 0;
  const Code high = interval.high ? codes.back().front() : std::numeric_limits<Code>::max();
  std::vector<bool> result;
  for (Code code = 0; code < values.distinct(); ++code) {
    result.push_back(!values.is_null(code) && low <= codes[0][code] && codes[0][code] <= high);
  }
  return result;
}

// Of the texts that begin with the prefix those of its hundred or ten parts, in numbers, that lie
// in the interval.
double share_of_masked(const MaskedText& text, const AttributeType& type,
                       const ReadInterval& interval, const std::string& attribute,
                       const Progress& progress) {
  if (!type.is_text && type.projection != Projection::integer) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "between cannot be judged on attribute " + in_quotes(attribute) + " of type " +
                    type_name(type) + ", which was published by prefixes");
  }
  ValueList parts;
  for (int part = 0; part < (text.masked > 1 ? 100 : 10); ++part) {
    std::string digits = std::to_string(part);
    if (text.masked > 1 && part < 10) digits.insert(0, 1, '0');
    digits.append(text.masked - digits.size(), '0');
    parts.emplace_back(text.prefix + digits);
  }
  const Dictionary values = read_literals(type, parts, progress);
  const std::vector<bool> inside = in_interval(interval, values, progress);
  return static_cast<double>(std::count(inside.begin(), inside.end(), true)) /
         static_cast<double>(inside.size());
}

ReadInterval read_interval(const PublishedAttribute& attribute, const Interval& interval,
                           const Progress& progress) {
  const AttributeType& type = attribute.meaning.type;
  if (!attribute.meaning.type_known) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the type of attribute " + in_quotes(attribute.name) + " is not known any more")
        .detail("Its source, or the hierarchy that it was generalized with, is gone.")
        .hint("Name the values instead: they are compared as texts.");
  }
  if (type.comparison != Comparison::order) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "attribute " + in_quotes(attribute.name) +
                                                     " is of type " + type_name(type) +
                                                     ", which has no order for between")
        .hint("Name the values instead.");
  }
  ReadInterval read;
  if (interval.low) read.low = read_literals(type, {interval.low}, progress);
  if (interval.high) read.high = read_literals(type, {interval.high}, progress);
  return read;
}

std::vector<double> interval_shares(const PublishedAttribute& attribute, const Interval& wanted,
                                    const Progress& progress) {
  const AttributeMeaning& meaning = attribute.meaning;
  const ReadInterval interval = read_interval(attribute, wanted, progress);
  const std::vector<bool> inside = in_interval(interval, meaning.values.front(), progress);
  if (meaning.labels.empty()) return {inside.begin(), inside.end()};
  std::vector<double> result;
  for (const LabelMeaning& label : meaning.labels) {
    double share = 0;
    if (const auto* elements = std::get_if<std::vector<Element>>(&label)) {
      for (const Element& element : *elements)
        share += inside[element.value] ? element.share : 0;
    } else if (const auto* range = std::get_if<ValueRange>(&label)) {
      share = share_between(*range, interval.from(), interval.to(), meaning.whole);
    } else if (const auto* text = std::get_if<MaskedText>(&label)) {
      share = share_of_masked(*text, meaning.type, interval, attribute.name, progress);
    } else {
      share = 1;
    }
    result.push_back(share);
  }
  return result;
}

// A text with all but its first characters masked, as a prefix hierarchy has it; nothing where it
// has no more characters than are to be masked.
std::optional<std::string> masked_text(const std::string& text, std::size_t masked) {
  const auto size = static_cast<int>(text.size());
  const int kept = guarded([&] {
    const int characters = pg_mbstrlen_with_len(text.c_str(), size);
    const int keep = characters - static_cast<int>(masked);
    return keep < 1 ? -1 : pg_mbcharcliplen(text.c_str(), size, keep);
  });
  if (kept < 0) return std::nullopt;
  return text.substr(0, static_cast<std::size_t>(kept)) + std::string(masked, '*');
}

std::string plain_text(const Dictionary& values, Code code) {
  std::string text = values.text(code);
  if (values.type().base == BPCHAROID) text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

Code PublishedAttribute::distinct() const {
  return meaning.labels.empty() ? meaning.values.front().distinct()
                                : static_cast<Code>(meaning.labels.size());
}

double ReleaseEstimator::estimate(std::span<const std::size_t> asked,
                                  std::span<const std::vector<double>> share,
                                  const Progress& progress) const {
  std::map<int, ColumnShares> columns;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const PublishedAttribute& attribute = attributes[asked[i]];
    columns[attribute.column].push_back({attribute.labels, share[i]});
  }
  std::vector<ColumnShares> by_column;
  for (auto& [number, column] : columns)
    by_column.push_back(std::move(column));
  return bucket_estimate(bucket_of, buckets, by_column, progress);
}

ReleaseEstimator read_estimator(const Release& release, const std::vector<std::string>& attributes,
                                const Progress& progress) {
  return release.method == "generalization" ? read_rows(release, attributes, progress)
                                            : read_buckets(release, attributes, progress);
}

DomainShares::DomainShares(const PublishedAttribute& attribute, const Dictionary& domain,
                           const Progress& progress)
    : labels_(attribute.distinct()) {
  add_values(attribute, domain, progress);
  add_masked(attribute, domain, progress);
  const std::vector<LabelMeaning>& labels = attribute.meaning.labels;
  for (Code label = 0; label < labels.size(); ++label) {
    if (const auto* range = std::get_if<ValueRange>(&labels[label])) {
      add_range(label, *range, domain);
    } else if (std::holds_alternative<Anything>(labels[label])) {
      runs_.push_back({label, 0, domain.distinct(), 1});
    }
  }
}

void DomainShares::add_values(const PublishedAttribute& attribute, const Dictionary& domain,
                              const Progress& progress) {
  const std::vector<LabelMeaning>& labels = attribute.meaning.labels;
  const Dictionary& values = attribute.meaning.values.front();
  const Code nowhere = domain.distinct();
  std::vector<Code> in_domain(values.distinct(), nowhere);
  if (values.type().base == domain.type().base) {
    const std::vector<std::vector<Code>> codes = common_codes({&values, &domain}, progress);
    std::unordered_map<Code, Code> of_common;
    for (Code code = 0; code < domain.distinct(); ++code)
      of_common.emplace(codes[1][code], code);
    for (Code value = 0; value < values.distinct(); ++value) {
      const auto found = of_common.find(codes[0][value]);
      if (found != of_common.end()) in_domain[value] = found->second;
    }
  } else if (values.nullable() && domain.nullable()) {
    in_domain[values.distinct() - 1] = domain.distinct() - 1;
  }
  const auto add = [&](Code label, Code value, double share) {
    const Code code = in_domain[value];
    if (code != nowhere) runs_.push_back({label, code, code + 1, share});
  };
  if (labels.empty()) {
    for (Code value = 0; value < values.distinct(); ++value)
      add(value, value, 1);
  }
  for (Code label = 0; label < labels.size(); ++label) {
    progress.checkpoint_at(label);
    if (const auto* elements = std::get_if<std::vector<Element>>(&labels[label])) {
      for (const Element& element : *elements)
        add(label, element.value, element.share);
    }
  }
}

void DomainShares::add_range(Code label, const ValueRange& range, const Dictionary& domain) {
  const std::vector<double>& numbers = domain.projection();
  const auto end = numbers.end() - (domain.nullable() ? 1 : 0);
  const auto first = std::lower_bound(numbers.begin(), end, range.low);
  // NaN, the largest number, lies where infinity does.
  const auto last = std::upper_bound(first, end, range.high, [](double high, double number) {
    return high < (std::isnan(number) ? std::numeric_limits<double>::infinity() : number);
  });
  const auto code = [&](auto place) { return static_cast<Code>(place - numbers.begin()); };
  runs_.push_back({label, code(first), code(last), share_of_value(range)});
  if (range.with_null && domain.nullable()) {
    runs_.push_back({label, domain.distinct() - 1, domain.distinct(), share_of_value(range)});
  }
}

void DomainShares::add_masked(const PublishedAttribute& attribute, const Dictionary& domain,
                              const Progress& progress) {
  // Of each masked text by how it reads; of each number of masked characters once.
  std::unordered_map<std::string, Code> label_of;
  std::map<std::size_t, double> share_of;
  for (Code label = 0; label < attribute.meaning.labels.size(); ++label) {
    const auto* text = std::get_if<MaskedText>(&attribute.meaning.labels[label]);
    if (text == nullptr) continue;
    label_of.emplace(text->prefix + std::string(text->masked, '*'), label);
    share_of[text->masked] = std::pow(text->alphabet, -static_cast<double>(text->masked));
  }
  if (label_of.empty()) return;
  for (Code code = 0; code < domain.distinct(); ++code) {
    progress.checkpoint();
    if (domain.is_null(code)) continue;
    const std::string text = plain_text(domain, code);
    for (const auto& [masked, share] : share_of) {
      const std::optional<std::string> label = masked_text(text, masked);
      const auto found = label ? label_of.find(*label) : label_of.end();
      if (found != label_of.end()) runs_.push_back({found->second, code, code + 1, share});
    }
  }
}

std::vector<double> DomainShares::of(const std::vector<bool>& contains) const {
  std::vector<std::uint32_t> before{0};
  for (const bool one : contains)
    before.push_back(before.back() + (one ? 1 : 0));
  std::vector<double> result(labels_);
  for (const Run& run : runs_)
    result[run.label] += run.share * (before[run.to] - before[run.from]);
  for (double& share : result)
    share = std::min(share, 1.0);
  return result;
}

std::vector<double> shares(const PublishedAttribute& attribute, const AttributePredicate& predicate,
                           const Progress& progress) {
  if (const auto* interval = std::get_if<Interval>(&predicate.wanted)) {
    return interval_shares(attribute, *interval, progress);
  }
  const Dictionary wanted =
      read_literals(attribute.meaning.type, std::get<ValueList>(predicate.wanted), progress);
  return DomainShares(attribute, wanted, progress).of(std::vector<bool>(wanted.distinct(), true));
}

double estimate_count(const Release& release, const Predicate& predicate,
                      const Progress& progress) {
  progress.phase("read");
  std::vector<std::string> names;
  for (const AttributePredicate& one : predicate)
    names.push_back(one.attribute);
  const ReleaseEstimator estimator = read_estimator(release, names, progress);
  progress.phase("estimate");
  std::vector<std::size_t> asked;
  std::vector<std::vector<double>> share;
  for (std::size_t i = 0; i < predicate.size(); ++i) {
    asked.push_back(i);
    share.push_back(shares(estimator.attributes[i], predicate[i], progress));
  }
  return estimator.estimate(asked, share, progress);
}

CountEstimate estimate_of_queries(const Release& release,
                                  const std::vector<std::string>& attributes,
                                  const std::vector<Dictionary>& domains,
                                  const Progress& progress) {
  struct Prepared {
    ReleaseEstimator estimator;
    std::vector<DomainShares> shares;
  };
  const auto prepared = std::make_shared<Prepared>();
  prepared->estimator = read_estimator(release, attributes, progress);
  for (std::size_t a = 0; a < attributes.size(); ++a)
    prepared->shares.emplace_back(prepared->estimator.attributes[a], domains[a], progress);
  return [prepared, progress](std::span<const ValueSet> predicate) {
    std::vector<std::size_t> asked;
    std::vector<std::vector<double>> share;
    for (const ValueSet& set : predicate) {
      asked.push_back(set.attribute);
      share.push_back(prepared->shares[set.attribute].of(set.contains));
    }
    return prepared->estimator.estimate(asked, share, progress);
  };
}

}  // namespace microdata::postgres
