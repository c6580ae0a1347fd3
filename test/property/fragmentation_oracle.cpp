#include "property/fragmentation_oracle.hpp"

#include <set>

namespace oracle {

namespace {

struct Joined {
  std::vector<std::size_t> groups;
  JoinedRow rows;
  int value;
};

}  // namespace

JoinedGroups join(const std::vector<FragmentRows>& fragments,
                  const std::vector<std::size_t>& subset) {
  std::vector<Joined> joined;
  for (std::size_t i = 0; i < subset.size(); ++i) {
    const FragmentRows& fragment = fragments[subset[i]];
    std::vector<Joined> next;
    for (std::size_t row = 0; row < fragment.group.size(); ++row) {
      if (!fragment.value[row]) continue;
      if (i == 0) next.push_back({{fragment.group[row]}, {row}, *fragment.value[row]});
      for (const Joined& j : joined) {
        if (j.value != *fragment.value[row]) continue;
        next.push_back(j);
        next.back().groups.push_back(fragment.group[row]);
        next.back().rows.push_back(row);
      }
    }
    joined = next;
  }
  JoinedGroups result;
  for (const Joined& j : joined)
    result[j.groups].push_back(j.rows);
  return result;
}

void for_subsets(std::size_t fragments, std::size_t least,
                 const std::function<void(const std::vector<std::size_t>&)>& body) {
  for (std::size_t bits = 0; bits < (std::size_t{1} << fragments); ++bits) {
    std::vector<std::size_t> subset;
    for (std::size_t f = 0; f < fragments; ++f) {
      if ((bits >> f & 1U) != 0) subset.push_back(f);
    }
    if (subset.size() >= least) body(subset);
  }
}

std::size_t join_size(const std::vector<Values>& classes) {
  std::set<int> all;
  for (const Values& values : classes)
    all.insert(values.begin(), values.end());
  std::size_t rows = 0;
  for (const int value : all) {
    std::size_t product = 1;
    for (const Values& values : classes) {
      std::size_t frequency = 0;
      for (const int v : values)
        frequency += v == value ? 1 : 0;
      product *= frequency;
    }
    rows += product;
  }
  return rows;
}

bool non_reconstructible(const std::vector<std::vector<Values>>& fragments, std::size_t k) {
  bool holds = true;
  for_subsets(fragments.size(), 1, [&](const std::vector<std::size_t>& subset) {
    std::vector<std::vector<Values>> chosen{{}};
    for (const std::size_t f : subset) {
      std::vector<std::vector<Values>> next;
      for (const std::vector<Values>& before : chosen) {
        for (const Values& values : fragments[f]) {
          next.push_back(before);
          next.back().push_back(values);
        }
      }
      chosen = next;
    }
    for (const std::vector<Values>& classes : chosen) {
      const std::size_t rows = join_size(classes);
      holds = holds && (rows == 0 || rows >= k);
    }
  });
  return holds;
}

std::vector<Values> versions(const Values& values, std::size_t tuples) {
  std::set<std::multiset<int>> found;
  const std::set<int> distinct(values.begin(), values.end());
  std::set<std::multiset<int>> open{std::multiset<int>(distinct.begin(), distinct.end())};
  for (std::size_t slots = distinct.size(); slots < tuples; ++slots) {
    std::set<std::multiset<int>> next;
    for (const std::multiset<int>& version : open) {
      for (const int value : distinct) {
        std::multiset<int> longer = version;
        longer.insert(value);
        next.insert(longer);
      }
    }
    open = next;
  }
  std::vector<Values> result;
  for (const std::multiset<int>& version : open)
    result.emplace_back(version.begin(), version.end());
  return result;
}

Selectivity equijoin_selectivity(const std::vector<Values>& values,
                                 const std::vector<std::size_t>& tuples, std::size_t k) {
  std::vector<std::vector<Values>> chosen{{}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::vector<std::vector<Values>> next;
    for (const std::vector<Values>& before : chosen) {
      for (const Values& version : versions(values[i], tuples[i])) {
        next.push_back(before);
        next.back().push_back(version);
      }
    }
    chosen = next;
  }
  Selectivity result;
  for (const std::vector<Values>& classes : chosen) {
    ++result.joins;
    result.preserving += join_size(classes) >= k ? 1 : 0;
  }
  return result;
}

double relevance(const Matrix& information, const std::vector<std::size_t>& features) {
  double sum = 0;
  for (const std::size_t f : features)
    sum += information[f].back();
  return features.empty() ? 0 : sum / static_cast<double>(features.size());
}

double redundancy(const Matrix& information, const std::vector<std::size_t>& features) {
  double sum = 0;
  for (const std::size_t f : features) {
    for (const std::size_t g : features)
      sum += information[f][g];
  }
  const auto size = static_cast<double>(features.size());
  return features.empty() ? 0 : sum / (size * size);
}

}  // namespace oracle
