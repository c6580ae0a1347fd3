#include "postgres/estimates/group_estimation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/microdata/combination.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/estimates/region_groups.hpp"
#include "postgres/estimates/scaled_estimation.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Names in the order in which they are first added.
class Names {
 public:
  std::size_t add(const std::string& name) {
    const auto [found, is_new] = place_.try_emplace(name, names_.size());
    if (is_new) names_.push_back(name);
    return found->second;
  }
  bool has(const std::string& name) const { return place_.contains(name); }
  std::size_t place(const std::string& name) const { return place_.at(name); }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> place_;
};

Names asked_names(const Release& release, const GroupQuery& query) {
  Names names;
  for (const std::string& name : query.group_by)
    names.add(name);
  if (query.predicates) {
    for (const Conjunction& conjunction : *query.predicates) {
      for (const Condition& condition : conjunction)
        names.add(condition.attribute);
    }
  }
  for (const GroupQuery::Measure& measure : query.measures) {
    if (measure.kind != GroupQuery::Measure::Kind::count) names.add(measure.attribute);
  }
  for (const std::string& name : names.all())
    require_attribute(release, name);
  return names;
}

double number_of_label(const AttributeMeaning& meaning, Code label) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const Dictionary& values = meaning.values.front();
  if (meaning.labels.empty()) return values.projection()[label];
  if (const auto* range = std::get_if<ValueRange>(&meaning.labels[label])) {
    const bool bounded = std::isfinite(range->low) && std::isfinite(range->high);
    return bounded && range->not_finite.count() == 0 ? (range->low + range->high) / 2 : none;
  }
  const auto* elements = std::get_if<std::vector<Element>>(&meaning.labels[label]);
  if (elements == nullptr) return none;
  double sum = 0;
  double share = 0;
  for (const Element& element : *elements) {
    if (values.is_null(element.value)) continue;
    sum += element.share * values.projection()[element.value];
    share += element.share;
  }
  return share > 0 ? sum / share : none;
}

// Returns the number of each label: the middle of a range, the mean of a list, or NaN if there is
// none. Fails if the attribute does not have numbers.
std::vector<double> numbers(const PublishedAttribute& attribute) {
  if (!is_of_numbers(attribute.meaning.type.projection)) {
    throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(attribute.name) +
                                               " is of type " + type_name(attribute.meaning.type) +
                                               ", of which there is no sum")
        .hint("Sums and means are of numbers; count goes with any attribute.");
  }
  std::vector<double> result;
  for (Code label = 0; label < attribute.meaning.distinct(); ++label)
    result.push_back(number_of_label(attribute.meaning, label));
  return result;
}

Json json_of(const PublishedAttribute& attribute, Code label) {
  if (!attribute.texts.empty()) return attribute.texts[label];
  const Dictionary& values = attribute.meaning.values.front();
  if (values.is_null(label)) return {};
  const std::string text = values.text(label);
  if (values.type().base == BOOLOID) return text == "t";
  const bool plain =
      is_of_numbers(values.type().projection) && std::isfinite(values.projection()[label]);
  return plain ? Json::parse(text) : Json(text);
}

// Numbers of the attribute at a place, or their squares.
struct MeasuredAttribute {
  std::size_t place = 0;
  bool squared = false;

  bool operator==(const MeasuredAttribute&) const = default;
};

MeasuredAttribute measured_attribute(const GroupQuery::Measure& measure, const Names& names) {
  return {names.place(measure.attribute), measure.kind == GroupQuery::Measure::Kind::squares};
}

// Returns the attributes whose numbers are added up, each once.
std::vector<MeasuredAttribute> measured_attributes(const GroupQuery& query, const Names& names) {
  std::vector<MeasuredAttribute> measured;
  for (const GroupQuery::Measure& measure : query.measures) {
    if (measure.kind == GroupQuery::Measure::Kind::count) continue;
    const MeasuredAttribute one = measured_attribute(measure, names);
    if (std::find(measured.begin(), measured.end(), one) == measured.end()) measured.push_back(one);
  }
  return measured;
}

// Returns the number of attributes that the query groups by. They come first among the attributes
// asked for.
std::size_t count_of_grouped(const GroupQuery& query) {
  Names grouped;
  for (const std::string& name : query.group_by)
    grouped.add(name);
  return grouped.all().size();
}

// Extends the range of a measure by the numbers of its labels.
void add_range(const std::vector<double>& numbers, MeasureSums& sums) {
  for (const double number : numbers) {
    if (!std::isnan(number)) add_to_range(sums, number);
  }
}

bool is_all_or_nothing(double share) {
  return share == 0 || share == 1;
}

// A query as a question to the core.
class Question {
 public:
  Question(const Release& release, const GroupQuery& query, const ReleaseEstimator& read,
           const Names& names, const Progress& progress)
      : query_(query), read_(read), names_(names), progress_(progress) {
    question_.bucket_of = read.bucket_of;
    question_.buckets = read.buckets;
    question_.counterfeits = read.counterfeits;
    question_.weights = read.weights;
    question_.conjunctions = query.predicates ? query.predicates->size() : 0;
    grouped_ = count_of_grouped(query);
    find_measures();
    find_shares();
    find_columns(release);
    for (const int column : columns_)
      add_column(column);
  }

  // Adds the attributes of the first column, which can tell the level of another column that goes
  // with a row. Attributes of other columns made errors larger, because a bucket does not show
  // whose they are.
  void add_features() {
    question_.features.push_back({truth_, 2, false});
    for (const PublishedAttribute& attribute : read_.attributes) {
      if (attribute.column != columns_.front()) continue;
      const bool ordered =
          attribute.texts.empty() && attribute.meaning.type.projection != Projection::none;
      question_.features.push_back({attribute.labels, attribute.meaning.distinct(), ordered});
    }
  }

  // Returns the sums of each group. `parts` is true if the sums of other regions will be added.
  std::vector<LabelledSums> sums(bool parts) const {
    std::vector<LabelledSums> result;
    for (GroupSums& group : sum_groups(question_, query_.method, parts, progress_)) {
      for (std::size_t m = 0; m < numbers_.size(); ++m)
        add_range(numbers_[m], group.measures[m]);
      mark_unknown_errors(group);
      std::vector<Code> labels = labels_of(group);
      result.push_back({std::move(labels), std::move(group)});
    }
    return result;
  }

 private:
  // Marks the errors that are unknown. A row can have any value of a range or a set that is
  // published. Mixing does not show how far columns depend on each other.
  void mark_unknown_errors(GroupSums& group) const {
    constexpr double unknown = std::numeric_limits<double>::infinity();
    const bool is_linked = query_.method == LinkingMethod::likelihood || columns_.size() == 1;
    if (!is_located_ || !is_linked) group.variance = unknown;
    for (std::size_t m = 0; m < number_of_.size(); ++m) {
      if (is_located_ && is_linked &&
          has_single_values(read_.attributes[number_of_[m].place].meaning))
        continue;
      group.measures[m].variance = unknown;
      group.measures[m].of_centered = unknown;
    }
  }

  void find_measures() {
    number_of_ = measured_attributes(query_, names_);
    for (const MeasuredAttribute& one : number_of_) {
      std::vector<double> added = numbers(read_.attributes[one.place]);
      for (double& number : added)
        if (one.squared) number *= number;
      numbers_.push_back(std::move(added));
    }
    question_.measures = number_of_.size();
  }

  // Finds the share of each label that satisfies the conditions, by conjunction and attribute.
  void find_shares() {
    for (std::size_t k = 0; k < question_.conjunctions; ++k) {
      std::map<std::size_t, std::vector<double>>& of_attribute = shares_.emplace_back();
      for (const Condition& condition : (*query_.predicates)[k]) {
        const std::size_t place = names_.place(condition.attribute);
        const AttributeMeaning& meaning = read_.attributes[place].meaning;
        std::vector<double> share = shares(meaning, condition, progress_);
        is_located_ = is_located_ && !may_be_anything(meaning) &&
                      std::all_of(share.begin(), share.end(), is_all_or_nothing);
        const auto [found, is_new] = of_attribute.try_emplace(place, share);
        for (std::size_t label = 0; !is_new && label < share.size(); ++label)
          found->second[label] *= share[label];
      }
    }
  }

  // Finds the columns of the attributes asked for. The column with the most attributes of the
  // release comes first, because these attributes tell most about the others.
  void find_columns(const Release& release) {
    for (const std::string& name : names_.all()) {
      const int column = read_.attributes[names_.place(name)].column;
      if (std::find(columns_.begin(), columns_.end(), column) == columns_.end())
        columns_.push_back(column);
    }
    const auto attributes = [&](int column) {
      return std::count_if(release.attributes.begin(), release.attributes.end(),
                           [&](const ReleaseAttribute& a) { return a.column == column; });
    };
    std::sort(columns_.begin(), columns_.end(), [&](int x, int y) {
      return std::pair(-attributes(x), x) < std::pair(-attributes(y), y);
    });
    if (columns_.empty()) columns_.push_back(0);
    if (read_.counterfeits > 0) put_persons_first(release);
  }

  // Puts a column without a sensitive attribute first, even if the query does not ask for it.
  // Counterfeits have no rows in the first column.
  void put_persons_first(const Release& release) {
    const auto shows_sensitive = [&](int column) {
      return std::any_of(release.attributes.begin(), release.attributes.end(),
                         [&](const ReleaseAttribute& a) {
                           return a.column == column && a.role == Role::sensitive;
                         });
    };
    std::stable_partition(columns_.begin(), columns_.end(),
                          [&](int column) { return !shows_sensitive(column); });
    if (!shows_sensitive(columns_.front())) return;
    const auto known =
        std::find_if(release.attributes.begin(), release.attributes.end(),
                     [](const ReleaseAttribute& a) { return a.role != Role::sensitive; });
    columns_.insert(columns_.begin(), known == release.attributes.end() ? 0 : known->column);
  }

  void add_column(int column) {
    std::vector<std::size_t> in_column;
    std::vector<std::span<const Code>> codes;
    std::vector<Code> domains;
    for (std::size_t a = 0; a < names_.all().size(); ++a) {
      if (read_.attributes[a].column != column) continue;
      in_column.push_back(a);
      codes.emplace_back(read_.attributes[a].labels);
      domains.push_back(read_.attributes[a].meaning.distinct());
    }
    const auto rows = static_cast<Row>(codes.empty() ? read_.persons() : codes.front().size());
    Combinations levels = combine(rows, codes, domains, progress_);
    AskedColumn& asked = question_.columns.emplace_back();
    asked.levels = levels.distinct;
    asked.measure.resize(question_.measures);
    std::vector<std::vector<Code>>& groups = groups_.emplace_back();
    std::map<std::vector<Code>, Code> numbered;
    if (rows > 0) {
      for (const Row row : representatives(levels)) {
        const auto [found, is_new] =
            numbered.try_emplace(group_labels(in_column, row), static_cast<Code>(groups.size()));
        if (is_new) groups.push_back(found->first);
        asked.group.push_back(found->second);
        add_level(in_column, row, asked);
      }
    }
    asked.groups = std::max<Code>(1, static_cast<Code>(groups.size()));
    asked.level_of = std::move(levels.of_row);
    if (question_.columns.size() == 1) find_truth(asked);
  }

  // Returns the labels of the column's attributes that the query groups by, in the query's order.
  std::vector<Code> group_labels(const std::vector<std::size_t>& in_column, Row row) const {
    std::vector<Code> labels;
    for (const std::size_t a : in_column) {
      if (a < grouped()) labels.push_back(read_.attributes[a].labels[row]);
    }
    return labels;
  }

  void add_level(const std::vector<std::size_t>& in_column, Row row, AskedColumn& asked) const {
    for (std::size_t k = 0; k < question_.conjunctions; ++k) {
      double share = 1;
      for (const std::size_t a : in_column) {
        const auto found = shares_[k].find(a);
        if (found != shares_[k].end()) share *= found->second[read_.attributes[a].labels[row]];
      }
      asked.share.push_back(share);
    }
    for (std::size_t m = 0; m < number_of_.size(); ++m) {
      const std::size_t a = number_of_[m].place;
      if (std::find(in_column.begin(), in_column.end(), a) == in_column.end()) continue;
      if (!asked.measure[m]) asked.measure[m].emplace();
      asked.measure[m]->push_back(numbers_[m][read_.attributes[a].labels[row]]);
    }
  }

  // Finds for each row whether it satisfies any conjunction, as far as the first column goes.
  void find_truth(const AskedColumn& asked) {
    for (const Code level : asked.level_of) {
      bool any = false;
      for (std::size_t k = 0; k < question_.conjunctions; ++k)
        any = any || asked.share[level * question_.conjunctions + k] > 0;
      truth_.push_back(any ? 1 : 0);
    }
  }

  // Returns the number of attributes that the query groups by, which come first.
  std::size_t grouped() const { return grouped_; }

  // Returns the labels of a group in the order of group_by.
  std::vector<Code> labels_of(const GroupSums& group) const {
    std::vector<Code> labels(grouped());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      std::size_t next = 0;
      for (std::size_t a = 0; a < labels.size(); ++a) {
        if (read_.attributes[a].column == columns_[c])
          labels[a] = groups_[c][group.group[c]][next++];
      }
    }
    return labels;
  }

  const GroupQuery& query_;
  const ReleaseEstimator& read_;
  const Names& names_;
  const Progress& progress_;
  EstimateQuestion question_;
  std::size_t grouped_ = 0;
  // True if each label passes every condition or fails it as a whole.
  bool is_located_ = true;
  std::vector<std::map<std::size_t, std::vector<double>>> shares_;
  // Attributes whose numbers are added up, and their numbers by label, for each measure.
  std::vector<MeasuredAttribute> number_of_;
  std::vector<std::vector<double>> numbers_;
  std::vector<int> columns_;
  // Labels of each group of each column.
  std::vector<std::vector<std::vector<Code>>> groups_;
  std::vector<Code> truth_;
};

std::optional<Figure> figure_of(const std::optional<double>& number) {
  return number ? std::optional(Figure{*number, 0}) : std::nullopt;
}

std::vector<std::optional<Figure>> figures(const GroupQuery& query, const Names& names,
                                           const GroupSums& sums, const Agreements& agreements) {
  const GroupFigures figures = figures_of(sums, agreements);
  const std::vector<MeasuredAttribute> measured = measured_attributes(query, names);
  std::vector<std::optional<Figure>> result;
  for (const GroupQuery::Measure& measure : query.measures) {
    if (measure.kind == GroupQuery::Measure::Kind::count) {
      result.emplace_back(figures.count);
      continue;
    }
    const auto at = std::find(measured.begin(), measured.end(), measured_attribute(measure, names));
    const auto m = static_cast<std::size_t>(at - measured.begin());
    switch (measure.kind) {
      case GroupQuery::Measure::Kind::avg:
        result.push_back(figures.avg[m]);
        break;
      case GroupQuery::Measure::Kind::known:
        result.emplace_back(Figure{figures.known[m], 0});
        break;
      case GroupQuery::Measure::Kind::lowest:
        result.push_back(figure_of(figures.lowest[m]));
        break;
      case GroupQuery::Measure::Kind::highest:
        result.push_back(figure_of(figures.highest[m]));
        break;
      default:
        result.push_back(figures.sum[m]);
    }
  }
  return result;
}

// Returns the estimate of no rows, as SQL's aggregates have it: the count is 0, and all other
// figures are NULL.
GroupEstimate nobody(const GroupQuery& query, bool has_errors) {
  GroupEstimate none{{}, {}, has_errors};
  for (const GroupQuery::Measure& measure : query.measures) {
    none.figures.push_back(
        measure.kind == GroupQuery::Measure::Kind::count ? std::optional(Figure{}) : std::nullopt);
  }
  return none;
}

// Returns the groups with an expected number of rows above 0, in the order of their labels.
// `grouped` begins with the attributes of the labels.
GroupEstimates answer(const GroupQuery& query, const Names& names,
                      std::vector<PublishedAttribute> grouped, std::vector<LabelledSums> groups,
                      bool has_errors) {
  std::sort(groups.begin(), groups.end(),
            [](const LabelledSums& x, const LabelledSums& y) { return x.labels < y.labels; });
  Agreements agreements;
  for (const LabelledSums& group : groups)
    agreements.add(group.sums);
  GroupEstimates result{std::move(grouped), {}};
  for (LabelledSums& group : groups) {
    if (group.sums.rows == 0) continue;
    result.groups.push_back(
        {std::move(group.labels), figures(query, names, group.sums, agreements), has_errors});
  }
  if (result.groups.empty() && query.group_by.empty())
    result.groups.push_back(nobody(query, has_errors));
  return result;
}

std::vector<LabelledSums> sum_by_labels(const Release& release, const GroupQuery& query,
                                        const ReleaseEstimator& read, const Names& names,
                                        bool parts, const Progress& progress) {
  Question question(release, query, read, names, progress);
  if (query.method == LinkingMethod::likelihood) question.add_features();
  try {
    return question.sums(parts);
  } catch (const TooManyLinks&) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                "buckets allow too many combinations of the values asked for")
        .detail("At most " + std::to_string(most_links) +
                " pairs of a row and a value that it can "
                "have are looked at, and " +
                std::to_string(most_links_of_bucket) + " combinations in one bucket.")
        .hint("Ask for fewer attributes, or for attributes of fewer values.");
  } catch (const std::length_error&) {
    fail_groups();
  }
}

// Returns all attributes that must be read. A model of linked columns uses every attribute of the
// release.
std::vector<std::string> attributes_to_read(const Release& release, const GroupQuery& query,
                                            const Names& asked) {
  Names all = asked;
  if (query.method == LinkingMethod::likelihood && are_linked(release, asked.all())) {
    for (const ReleaseAttribute& attribute : distinct_attributes(release))
      all.add(attribute.name);
  }
  if (all.all().empty()) all.add(release.attributes.front().name);
  return all.all();
}

GroupEstimates estimate_by(ReadEstimator* read, const Release& release, const GroupQuery& query,
                           const Progress& progress) {
  progress.phase("read");
  const Names names = asked_names(release, query);
  ReleaseEstimator estimator = read(release, attributes_to_read(release, query, names), progress);
  if (asks_for_sensitive(release, query)) estimator.leave_out_valueless();
  progress.phase("estimate");
  // Combinations that are made from several tables show no errors.
  const bool has_errors = estimator.weights.empty();
  std::vector<LabelledSums> sums = sum_by_labels(release, query, estimator, names, false, progress);
  return answer(query, names, std::move(estimator.attributes), std::move(sums), has_errors);
}

// Returns the reader of releases in buckets or of rows.
ReadEstimator* reader_of(const Release& release) {
  return release.layout.bucket.recorded ? read_bucket_estimator : read_row_estimator;
}

// A query, and the settings by which its values are read.
struct GroupRequest {
  ReadingSettings settings;
  GroupQuery query;
};
template <typename Request>
auto members(Request& request, const GroupRequest* /*type*/) {
  return std::tie(request.settings, request.query);
}

// Returns the groups of the region that was entered. A region without persons has none.
PackedGroups groups_of_region(const AskedPart& part, const GroupRequest& request,
                              const Progress& progress) {
  const TextAsThere as_there(request.settings);
  const Release& release = part.release;
  const GroupQuery& query = request.query;
  const Names names = asked_names(release, query);
  progress.phase("read");
  ReleaseEstimator estimator =
      reader_of(release)(release, attributes_to_read(release, query, names), progress);
  if (asks_for_sensitive(release, query)) estimator.leave_out_valueless();
  if (estimator.persons() == 0) return {};
  progress.phase("estimate");
  return packed_groups(std::span(estimator.attributes).first(count_of_grouped(query)),
                       sum_by_labels(release, query, estimator, names, true, progress), progress);
}

constexpr PartTask<GroupRequest, PackedGroups> groups_task{"groups", "estimate", groups_of_region,
                                                           false};

}  // namespace

const PartQuestion groups_question = question_of<groups_task>;

GroupEstimates estimate_groups(const Release& release, const GroupQuery& query,
                               const Progress& progress) {
  const Names names = asked_names(release, query);
  const std::vector<std::string> attributes = attributes_to_read(release, query, names);
  MemoryNeed need = need_of_groups(release, attributes.size());
  need.beside = [&] { return bytes_of_labels(release, attributes); };
  const Division division = division_of(release, need, RowsOfSource::left);
  if (division == Division::none) return estimate_by(reader_of(release), release, query, progress);
  GroupsOfRegions groups;
  const auto add = [&](PackedGroups region) { groups.add(std::move(region), release, progress); };
  run_parts(release, division, {.options = reading_of_regions(release, attributes)}, groups_task,
            GroupRequest{ReadingSettings::current(), query}, nullptr,
            bytes_of_groups(query.measures.size()), add, progress);
  std::vector<LabelledSums> sums = groups.finish(progress);
  return answer(query, names, groups.take_grouped(), std::move(sums), true);
}

std::string GroupEstimates::text(const GroupEstimate& group) const {
  Json object = Json::object();
  for (std::size_t a = 0; a < group.labels.size(); ++a)
    object.add(grouped[a].name, json_of(grouped[a], group.labels[a]));
  return object.str();
}

GroupEstimates estimate_groups_of_combinations(ReadEstimator* read, const char* why,
                                               const Release& release, const GroupQuery& query,
                                               const Progress& progress) {
  GroupQuery mixed = query;
  mixed.method = LinkingMethod::mixed;
  if (query.method == LinkingMethod::likelihood && !query.mixed_if_not_linked) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, "this release has no estimate by likelihood")
        .detail(why)
        .hint("Use method => 'mixed'.");
  }
  try {
    return estimate_by(read, release, mixed, progress);
  } catch (const std::length_error&) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                "the release allows too many combinations of the values asked for")
        .hint("Ask for fewer attributes, or for attributes of fewer values.");
  }
}

}  // namespace microdata::postgres
