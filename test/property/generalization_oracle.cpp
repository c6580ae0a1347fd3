#include "property/generalization_oracle.hpp"

#include <algorithm>
#include <cmath>

namespace oracle {

namespace {

std::vector<Value> values_of(const Generalization& problem, const std::vector<std::size_t>& rows,
                             std::size_t attribute) {
  std::vector<Value> values;
  for (const std::size_t row : rows)
    values.push_back(problem.table.rows[row][attribute]);
  return values;
}

std::vector<double> shares(const std::vector<Value>& values, std::size_t domain) {
  std::vector<double> result(domain);
  for (const Value value : values)
    result[static_cast<std::size_t>(value)] += 1.0 / static_cast<double>(values.size());
  return result;
}

std::vector<std::size_t> all_rows(const Generalization& problem) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < problem.table.rows.size(); ++row)
    rows.push_back(row);
  return rows;
}

double divergence(const std::vector<double>& p, const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t v = 0; v < p.size(); ++v) {
    if (p[v] > 0) sum += p[v] * std::log(p[v] / q[v]);
  }
  return sum;
}

template <typename Predicate>
bool all_values(const std::vector<double>& p, const std::vector<double>& q,
                const Predicate& predicate) {
  for (std::size_t v = 0; v < p.size(); ++v) {
    if (!predicate(p[v], q[v])) return false;
  }
  return true;
}

bool model_holds(const Generalization& problem, const ClassModel& model,
                 const std::vector<std::size_t>& rows, std::size_t j) {
  const std::size_t attribute = problem.sensitive[j];
  const std::vector<Value> values = values_of(problem, rows, attribute);
  const std::vector<double> p = shares(values, problem.sensitive_domain[j]);
  const std::vector<double> q =
      shares(values_of(problem, all_rows(problem), attribute), problem.sensitive_domain[j]);
  switch (model.kind) {
    case ClassModel::Kind::anonymity:
      return static_cast<double>(rows.size()) >= model.bound;
    case ClassModel::Kind::frequency:
      return frequency_l_diverse(values, model.bound);
    case ClassModel::Kind::distinct:
      return distinct_l_diverse(values, model.bound);
    case ClassModel::Kind::entropy:
      return entropy_l_diverse(values, model.bound);
    case ClassModel::Kind::recursive:
      return recursive_l_diverse(values, model.c, model.bound);
    case ClassModel::Kind::closeness:
      return equal_distance(p, q) <= model.bound + 1e-9;
    case ClassModel::Kind::ordered:
      return ordered_distance(p, q) <= model.bound + 1e-9;
    case ClassModel::Kind::hierarchical:
      return hierarchical_distance(p, q, problem.sensitive_label[j]) <= model.bound + 1e-9;
    case ClassModel::Kind::divergence:
      return divergence(p, q) <= model.bound + 1e-9;
    case ClassModel::Kind::likeness:
      return all_values(p, q, [&](double share, double of_table) {
        return of_table == 0 || (share - of_table) / of_table <= model.bound + 1e-9;
      });
    case ClassModel::Kind::disclosure:
      return all_values(p, q, [&](double share, double of_table) {
        return of_table == 0 || std::abs(std::log(share / of_table)) < model.bound;
      });
  }
  return false;
}

bool same_labels(const Generalization& problem, const std::vector<std::vector<std::size_t>>& levels,
                 std::size_t a, std::size_t b) {
  for (std::size_t i = 0; i < problem.quasi_identifiers.size(); ++i) {
    const Generalized& g = problem.quasi_identifiers[i];
    if (levels[a][i] != levels[b][i]) return false;
    const std::vector<int>& label = g.label[levels[a][i]];
    if (label[static_cast<std::size_t>(problem.table.rows[a][g.attribute])] !=
        label[static_cast<std::size_t>(problem.table.rows[b][g.attribute])]) {
      return false;
    }
  }
  return true;
}

LatticeNode node_at(const Generalization& problem, const std::vector<std::size_t>& levels) {
  LatticeNode node;
  node.levels = levels;
  const std::size_t n = problem.table.rows.size();
  const std::size_t m = problem.quasi_identifiers.size();
  for (const auto& rows :
       classes_of(problem, all_rows(problem), std::vector<std::vector<std::size_t>>(n, levels))) {
    const bool kept = class_holds(problem, rows);
    if (!kept) node.suppressed += rows.size();
    for (const std::size_t row : rows) {
      for (std::size_t i = 0; i < m; ++i) {
        const Value value = problem.table.rows[row][problem.quasi_identifiers[i].attribute];
        node.loss += (kept ? certainty_penalty(problem, i, levels[i], value) : 1) /
                     static_cast<double>(n * m);
      }
    }
  }
  node.feasible = node.suppressed <= problem.allowed && node.suppressed < n;
  return node;
}

}  // namespace

double equal_distance(const std::vector<double>& p, const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t v = 0; v < p.size(); ++v)
    sum += std::abs(p[v] - q[v]);
  return sum / 2;
}

double ordered_distance(const std::vector<double>& p, const std::vector<double>& q) {
  if (p.size() < 2) return 0;
  double sum = 0;
  for (std::size_t upto = 0; upto + 1 < p.size(); ++upto) {
    double ahead = 0;
    for (std::size_t v = 0; v <= upto; ++v)
      ahead += p[v] - q[v];
    sum += std::abs(ahead);
  }
  return sum / static_cast<double>(p.size() - 1);
}

double hierarchical_distance(const std::vector<double>& p, const std::vector<double>& q,
                             const std::vector<std::vector<int>>& label) {
  const std::size_t height = label.size() - 1;
  if (height == 0) return 0;
  double sum = 0;
  for (std::size_t level = 0; level < height; ++level) {
    // The flow over the edge above each label.
    for (int l = 0; l < static_cast<int>(p.size()); ++l) {
      double net = 0;
      for (std::size_t v = 0; v < p.size(); ++v)
        net += label[level][v] == l ? p[v] - q[v] : 0;
      sum += std::abs(net);
    }
  }
  return sum / (2 * static_cast<double>(height));
}

bool class_holds(const Generalization& problem, const std::vector<std::size_t>& rows) {
  for (const ClassModel& model : problem.models) {
    for (std::size_t j = 0; j < problem.sensitive.size(); ++j) {
      if (!model_holds(problem, model, rows, j)) return false;
    }
  }
  return true;
}

std::vector<std::vector<std::size_t>> classes_of(
    const Generalization& problem, const std::vector<std::size_t>& rows,
    const std::vector<std::vector<std::size_t>>& levels) {
  std::vector<std::vector<std::size_t>> classes;
  for (const std::size_t row : rows) {
    auto found = std::find_if(classes.begin(), classes.end(), [&](const auto& members) {
      return same_labels(problem, levels, row, members.front());
    });
    if (found == classes.end()) found = classes.insert(classes.end(), std::vector<std::size_t>{});
    found->push_back(row);
  }
  return classes;
}

double certainty_penalty(const Generalization& problem, std::size_t quasi_identifier,
                         std::size_t level, int value) {
  const Generalized& g = problem.quasi_identifiers[quasi_identifier];
  std::vector<std::size_t> covered;
  for (std::size_t v = 0; v < g.label[level].size(); ++v) {
    if (g.label[level][v] == g.label[level][static_cast<std::size_t>(value)]) covered.push_back(v);
  }
  if (covered.size() == 1) return 0;
  if (g.numbers.empty()) {
    return static_cast<double>(covered.size()) / static_cast<double>(g.label[level].size());
  }
  double low = INFINITY;
  double high = -INFINITY;
  for (const std::size_t v : covered) {
    if (!std::isfinite(g.numbers[v])) return 1;
    low = std::min(low, g.numbers[v]);
    high = std::max(high, g.numbers[v]);
  }
  double least = INFINITY;
  double most = -INFINITY;
  for (const double number : g.numbers) {
    if (!std::isfinite(number)) continue;
    least = std::min(least, number);
    most = std::max(most, number);
  }
  return most > least ? (high - low) / (most - least) : 0;
}

std::vector<LatticeNode> all_nodes(const Generalization& problem) {
  std::vector<LatticeNode> nodes;
  std::vector<std::size_t> levels(problem.quasi_identifiers.size());
  while (true) {
    nodes.push_back(node_at(problem, levels));
    std::size_t i = levels.size();
    while (i > 0 && levels[i - 1] + 1 == problem.quasi_identifiers[i - 1].label.size())
      levels[--i] = 0;
    if (i == 0) return nodes;
    ++levels[i - 1];
  }
}

}  // namespace oracle
