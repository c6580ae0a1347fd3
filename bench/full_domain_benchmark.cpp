// Benchmarks of full-domain generalization of the UCI Adult data, by the size of the lattice; each
// measures the whole search. The project does not ship the data: they are the file that
// MICRODATA_ADULT names or adult.csv in the folder that MICRODATA_DATA names.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/generalization/cell_generalization.hpp"
#include "core/generalization/full_domain.hpp"

namespace microdata {
namespace {

struct Table {
  Microdata data;
  std::map<std::string, std::size_t> position;
  // Value by attribute and code.
  std::vector<std::vector<std::string>> values;
};

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> parts;
  std::stringstream stream(line);
  for (std::string part; std::getline(stream, part, ',');)
    parts.push_back(part);
  return parts;
}

bool is_number(const std::string& text) {
  return text.find_first_not_of("0123456789") == std::string::npos;
}

Table read_adult() {
  const char* file_name = std::getenv("MICRODATA_ADULT");
  const char* folder = std::getenv("MICRODATA_DATA");
  Table table;
  if (file_name == nullptr && folder == nullptr) return table;
  std::ifstream file(file_name != nullptr ? file_name : std::string(folder) + "/adult.csv");
  std::string line;
  if (!std::getline(file, line)) return table;
  const std::vector<std::string> names = split(line);
  std::vector<std::vector<std::string>> columns(names.size());
  while (std::getline(file, line)) {
    const std::vector<std::string> parts = split(line);
    for (std::size_t a = 0; a < names.size(); ++a)
      columns[a].push_back(parts[a]);
  }
  table.data.rows = static_cast<Row>(columns.front().size());
  for (std::size_t a = 0; a < names.size(); ++a) {
    const bool numeric = is_number(columns[a].front());
    const auto before = [&](const std::string& x, const std::string& y) {
      return numeric ? std::stol(x) < std::stol(y) : x < y;
    };
    std::vector<std::string> distinct = columns[a];
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    std::sort(distinct.begin(), distinct.end(), before);
    std::map<std::string, Code> code_of;
    for (const std::string& value : distinct)
      code_of.emplace(value, static_cast<Code>(code_of.size()));
    std::vector<Code> codes;
    for (const std::string& value : columns[a])
      codes.push_back(code_of[value]);
    Attribute attribute;
    attribute.name = names[a];
    attribute.distinct = static_cast<Code>(distinct.size());
    for (std::size_t i = 0; numeric && i < distinct.size(); ++i)
      attribute.projection.push_back(std::stod(distinct[i]));
    table.position[names[a]] = a;
    table.data.attributes.push_back(std::move(attribute));
    table.data.columns.push_back(std::move(codes));
    table.values.push_back(std::move(distinct));
  }
  return table;
}

// Adds one level, which labels each code with the name that `name` returns.
template <typename Name>
void add_level(Hierarchy& hierarchy, Code distinct, const Name& name) {
  std::map<std::string, std::uint32_t> labels;
  std::vector<std::uint32_t> label_of_code;
  for (Code code = 0; code < distinct; ++code) {
    const auto next = static_cast<std::uint32_t>(labels.size());
    label_of_code.push_back(labels.emplace(name(code), next).first->second);
  }
  hierarchy.label_of_code.push_back(std::move(label_of_code));
  hierarchy.labels.push_back(static_cast<std::uint32_t>(labels.size()));
}

// Returns intervals of numbers with the given widths, of which each is a multiple of the one before
// it. The first level has single values, the last one label.
Hierarchy intervals(const Attribute& attribute, const std::vector<double>& widths) {
  Hierarchy hierarchy;
  const auto add = [&](const auto& name) { add_level(hierarchy, attribute.distinct, name); };
  add([](Code code) { return std::to_string(code); });
  for (const double width : widths) {
    add([&](Code code) { return std::to_string(std::floor(attribute.projection[code] / width)); });
  }
  add([](Code /*code*/) { return std::string("*"); });
  return hierarchy;
}

// Groups of values by name, each value in one group. The first group contains the values without a
// name.
using Groups = std::vector<std::vector<std::string>>;

std::size_t group_of(const Groups& groups, const std::string& value) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (std::find(groups[g].begin(), groups[g].end(), value) != groups[g].end()) return g;
  }
  return 0;
}

Hierarchy grouped(const Table& table, const std::string& attribute,
                  const std::vector<Groups>& levels) {
  const std::vector<std::string>& values = table.values[table.position.at(attribute)];
  const auto distinct = static_cast<Code>(values.size());
  Hierarchy hierarchy;
  add_level(hierarchy, distinct, [](Code code) { return std::to_string(code); });
  for (const Groups& groups : levels) {
    add_level(hierarchy, distinct,
              [&](Code code) { return std::to_string(group_of(groups, values[code])); });
  }
  add_level(hierarchy, distinct, [](Code /*code*/) { return std::string("*"); });
  return hierarchy;
}

// Returns a hierarchy that joins neighbours in the order of the values, so that each level has the
// given number of labels.
Hierarchy thinned(Code distinct, const std::vector<Code>& labels) {
  Hierarchy hierarchy = flat_hierarchy(distinct);
  hierarchy.label_of_code.resize(1);
  hierarchy.labels.resize(1);
  for (const Code count : labels) {
    const std::vector<std::uint32_t> below = hierarchy.label_of_code.back();
    const Code many = hierarchy.labels.back();
    add_level(hierarchy, distinct,
              [&](Code code) { return std::to_string(std::uint64_t{below[code]} * count / many); });
  }
  add_level(hierarchy, distinct, [](Code /*code*/) { return std::string("*"); });
  return hierarchy;
}

void set_usual_hierarchies(Table& table) {
  const auto set = [&](const std::string& attribute, Hierarchy hierarchy) {
    table.data.attributes[table.position.at(attribute)].hierarchy = std::move(hierarchy);
  };
  const auto attribute = [&](const std::string& name) -> const Attribute& {
    return table.data.attributes[table.position.at(name)];
  };
  set("age", intervals(attribute("age"), {5, 10, 20}));
  set("hours_per_week", intervals(attribute("hours_per_week"), {5, 10, 20}));
  set("education_num", intervals(attribute("education_num"), {2, 4, 8}));
  set("fnlwgt", intervals(attribute("fnlwgt"), {10'000, 50'000, 200'000}));
  set("marital_status",
      grouped(table, "marital_status",
              {{{"Divorced", "Never-married", "Separated", "Widowed", "Married-spouse-absent"},
                {"Married-civ-spouse", "Married-AF-spouse"}}}));
  const Groups schools{{"Preschool", "1st-4th", "5th-6th", "7th-8th"},
                       {"9th", "10th", "11th", "12th"},
                       {"HS-grad"},
                       {"Some-college", "Assoc-voc", "Assoc-acdm"},
                       {"Bachelors"},
                       {"Masters", "Prof-school", "Doctorate"}};
  Groups stages(2);
  for (std::size_t g = 0; g < schools.size(); ++g) {
    std::vector<std::string>& stage = stages[g < 3 ? 0 : 1];
    stage.insert(stage.end(), schools[g].begin(), schools[g].end());
  }
  set("education", grouped(table, "education", {schools, stages}));
  set("native_country",
      grouped(table, "native_country",
              {{{"United-States", "Canada", "Outlying-US(Guam-USVI-etc)"},
                {"Mexico", "Puerto-Rico", "El-Salvador", "Cuba", "Jamaica", "Dominican-Republic",
                 "Guatemala", "Columbia", "Haiti", "Nicaragua", "Peru", "Ecuador", "Honduras",
                 "Trinadad&Tobago"},
                {"Philippines", "India", "China", "Japan", "Vietnam", "Taiwan", "Iran", "Hong",
                 "Cambodia", "Thailand", "Laos", "South"},
                {"Germany", "England", "Italy", "Poland", "Portugal", "Greece", "France", "Ireland",
                 "Yugoslavia", "Hungary", "Scotland", "Holand-Netherlands"}}}));
  set("workclass", grouped(table, "workclass",
                           {{{"Private", "Self-emp-not-inc", "Self-emp-inc"},
                             {"Federal-gov", "Local-gov", "State-gov"},
                             {"Without-pay"}}}));
  set("relationship", grouped(table, "relationship",
                              {{{"Husband", "Wife", "Own-child", "Other-relative"},
                                {"Not-in-family", "Unmarried"}}}));
}

// Sets hierarchies of five levels for nine attributes.
void set_deep_hierarchies(Table& table) {
  set_usual_hierarchies(table);
  const std::map<std::string, std::vector<Code>> labels{{"marital_status", {5, 3, 2}},
                                                        {"education", {8, 4, 2}},
                                                        {"native_country", {20, 8, 3}},
                                                        {"workclass", {5, 3, 2}},
                                                        {"relationship", {4, 3, 2}}};
  for (const auto& [name, counts] : labels) {
    Attribute& attribute = table.data.attributes[table.position.at(name)];
    attribute.hierarchy = thinned(attribute.distinct, counts);
  }
}

const std::vector<std::string> eight{
    "sex",       "age",         "race", "marital_status", "education", "native_country",
    "workclass", "relationship"};

std::vector<std::string> with(std::vector<std::string> names,
                              const std::vector<std::string>& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

enum class Recoding { full_domain, cell };

void generalize(benchmark::State& state, const std::vector<std::string>& names, bool deep,
                double suppress, const PrivacyModel& model,
                Recoding recoding = Recoding::full_domain) {
  Table table = read_adult();
  if (table.data.rows == 0) {
    state.SkipWithError("no adult.csv");
    return;
  }
  if (deep) {
    set_deep_hierarchies(table);
  } else {
    set_usual_hierarchies(table);
  }
  FullDomainOptions options;
  for (const std::string& name : names)
    options.quasi_identifiers.push_back(table.position.at(name));
  options.sensitive = {table.position.at("occupation")};
  options.k = 5;
  options.suppress = suppress;
  options.threads = static_cast<unsigned>(state.range(0));
  const PrivacyRequirement privacy(table.data, options.sensitive, {model}, {});
  FullDomainGeneralization result;
  if (recoding == Recoding::full_domain) {
    for (auto _ : state)
      result = generalize_full_domain(table.data, options, privacy, {});
  } else {
    result = generalize_full_domain(table.data, options, privacy, {});
    CellGeneralization cells;
    for (auto _ : state)
      cells = generalize_cells(table.data, options, privacy, result.classes, {});
    state.counters["cell_loss"] = cells.loss;
    state.counters["cell_suppressed"] = cells.suppressed;
    state.counters["cell_classes"] = static_cast<double>(cells.classes.buckets());
  }
  std::string levels;
  for (const std::size_t level : result.levels)
    levels += std::to_string(level);
  state.SetLabel(levels);
  state.counters["nodes"] = static_cast<double>(result.nodes);
  state.counters["checked"] = static_cast<double>(result.checked);
  state.counters["loss"] = result.loss;
  state.counters["suppressed"] = result.suppressed;
}

const PrivacyModel five_values = LDiversity{5, LDiversity::Variant::distinct, 1};
const PrivacyModel close = TCloseness{0.3, TCloseness::Distance::equal};

const std::vector<std::string> ten = with(eight, {"hours_per_week", "education_num"});
const std::vector<std::string> eleven = with(ten, {"fnlwgt"});
const std::vector<std::string> nine_deep{"age",       "fnlwgt",         "hours_per_week",
                                         "education", "native_country", "education_num",
                                         "workclass", "relationship",   "marital_status"};

#define MICRODATA_FULL_DOMAIN(...)           \
  BENCHMARK_CAPTURE(generalize, __VA_ARGS__) \
      ->Arg(1)                               \
      ->Arg(2)                               \
      ->UseRealTime()                        \
      ->Unit(benchmark::kMillisecond)

MICRODATA_FULL_DOMAIN(6480, eight, false, 0.05, five_values);
MICRODATA_FULL_DOMAIN(162000, ten, false, 0.05, five_values);
MICRODATA_FULL_DOMAIN(810000, eleven, false, 0.05, five_values);
MICRODATA_FULL_DOMAIN(1953125, nine_deep, true, 0.05, five_values);
MICRODATA_FULL_DOMAIN(6480_without_suppression, eight, false, 0, five_values);
MICRODATA_FULL_DOMAIN(1953125_without_suppression, nine_deep, true, 0, five_values);
MICRODATA_FULL_DOMAIN(6480_t_closeness, eight, false, 0.05, close);
MICRODATA_FULL_DOMAIN(162000_t_closeness, ten, false, 0.05, close);
MICRODATA_FULL_DOMAIN(cells_from_162000, ten, false, 0.05, five_values, Recoding::cell);
MICRODATA_FULL_DOMAIN(cells_from_162000_t_closeness, ten, false, 0.05, close, Recoding::cell);

}  // namespace
}  // namespace microdata
