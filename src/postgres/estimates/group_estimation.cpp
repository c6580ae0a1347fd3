#include "postgres/estimates/group_estimation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/utility/answered_questions.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/estimates/person_estimation.hpp"
#include "postgres/estimates/scaled_estimation.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

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

// Returns the questions that this session has asked lately.
AnsweredQuestions& answered_questions() {
  static AnsweredQuestions questions = [] {
    Random random = make_random(std::nullopt);
    const std::uint64_t low = random.next();
    return AnsweredQuestions({low, random.next()});
  }();
  return questions;
}

// A query as a question to the core.
class Question {
 public:
  Question(const Release& release, const GroupQuery& query, const ReleaseEstimator& read,
           const Names& names, const Progress& progress)
      : query_(query),
        read_(read),
        names_(names),
        progress_(progress),
        queried_(query, names, read.attributes, progress) {
    question_.bucket_of = read.bucket_of;
    question_.buckets = read.buckets;
    question_.counterfeits = read.counterfeits;
    question_.weights = read.weights;
    question_.conjunctions = queried_.conjunctions();
    question_.measures = queried_.measures();
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
      if (attribute.column != columns_.front() || query_.expression(attribute.name) != nullptr)
        continue;
      const bool ordered =
          attribute.texts.empty() && attribute.meaning.type.projection != Projection::none;
      question_.features.push_back({attribute.labels, attribute.meaning.distinct(), ordered});
    }
  }

  // Returns the sums of each group. `parts` is true if the sums of other regions will be added.
  std::vector<LabelledSums> sums(bool parts) const {
    std::vector<LabelledSums> result;
    // Mixing does not show how far columns depend on each other.
    const bool is_linked = query_.method == LinkingMethod::likelihood || columns_.size() == 1;
    for (GroupSums& group :
         answered_questions().sum_groups(question_, query_.method, parts, progress_)) {
      queried_.complete(group, is_linked);
      std::vector<Code> labels = queried_.labels_of(group);
      result.push_back({std::move(labels), std::move(group)});
    }
    return result;
  }

 private:
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
    for (std::size_t a = 0; a < names_.all().size(); ++a) {
      if (read_.attributes[a].column == column) in_column.push_back(a);
    }
    const std::size_t rows =
        in_column.empty() ? read_.persons() : read_.attributes[in_column.front()].labels.size();
    question_.columns.push_back(queried_.add(std::move(in_column), rows));
    if (question_.columns.size() == 1) find_truth(question_.columns.front());
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

  const GroupQuery& query_;
  const ReleaseEstimator& read_;
  const Names& names_;
  const Progress& progress_;
  QueriedColumns queried_;
  EstimateQuestion question_;
  std::vector<int> columns_;
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
    if (measure.is_count()) {
      const bool of_rows = measure.kind == GroupQuery::Measure::Kind::count || !sums.persons;
      result.emplace_back(of_rows ? figures.count : *sums.persons);
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
    none.figures.push_back(measure.is_count() ? std::optional(Figure{}) : std::nullopt);
  }
  return none;
}

}  // namespace

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

std::vector<LabelledSums> within_limits(const std::function<std::vector<LabelledSums>()>& sums) {
  try {
    return sums();
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

namespace {

std::vector<LabelledSums> sum_by_labels(const Release& release, const GroupQuery& query,
                                        const ReleaseEstimator& read, const Names& names,
                                        bool parts, const Progress& progress) {
  Question question(release, query, read, names, progress);
  if (query.method == LinkingMethod::likelihood) question.add_features();
  return within_limits([&] { return question.sums(parts); });
}

// Returns all attributes that must be read. A model of linked columns uses every attribute of the
// release.
std::vector<std::string> attributes_to_read(const Release& release, const GroupQuery& query,
                                            const Names& asked) {
  Names all = attributes_of(query, asked);
  if (!is_of_subjects(release) && query.method == LinkingMethod::likelihood &&
      are_linked(release, all.all())) {
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
  estimator.attributes = with_expressions(query, names, std::move(estimator.attributes), progress);
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
  if (is_of_subjects(release)) return sum_groups_of_subjects(release, query, progress);
  const Names names = asked_names(release, query);
  progress.phase("read");
  ReleaseEstimator estimator =
      reader_of(release)(release, attributes_to_read(release, query, names), progress);
  if (asks_for_sensitive(release, query)) estimator.leave_out_valueless();
  if (estimator.persons() == 0) return {};
  estimator.attributes = with_expressions(query, names, std::move(estimator.attributes), progress);
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
  if (division == Division::none) {
    return is_of_subjects(release) ? estimate_groups_of_subjects(release, query, progress)
                                   : estimate_by(reader_of(release), release, query, progress);
  }
  GroupsOfRegions groups;
  const auto add = [&](PackedGroups region) {
    groups.add(std::move(region), release, query, progress);
  };
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

GroupEstimates estimate_groups_of_combinations(ReadEstimator* read, const Release& release,
                                               const GroupQuery& query, const Progress& progress) {
  GroupQuery mixed = query;
  mixed.method = LinkingMethod::mixed;
  try {
    return estimate_by(read, release, mixed, progress);
  } catch (const std::length_error&) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                "the release allows too many combinations of the values asked for")
        .hint("Ask for fewer attributes, or for attributes of fewer values.");
  }
}

}  // namespace microdata::postgres
