#include "core/risk/shown_release.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/microdata/combination.hpp"
#include "core/risk/bucket_hull.hpp"
#include "core/risk/singling_out.hpp"

namespace microdata {

namespace {

constexpr std::size_t most_rows_compared = 1'500'000'000;

// Returns the terms of a predicate, attribute by attribute, to compare predicates of several
// tables.
std::vector<Code> written(const SinglingPredicate& predicate) {
  std::vector<std::vector<Code>> terms;
  for (const SinglingPredicate::Term& term : predicate.terms) {
    std::vector<Code>& codes = terms.emplace_back();
    codes.push_back(static_cast<Code>(term.attribute));
    term.values.for_each_run([&](Code from, Code to) { codes.insert(codes.end(), {from, to}); });
  }
  std::sort(terms.begin(), terms.end());
  std::vector<Code> result;
  for (const std::vector<Code>& codes : terms) {
    result.push_back(static_cast<Code>(codes.size()));
    result.insert(result.end(), codes.begin(), codes.end());
  }
  return result;
}

void renumber(SinglingPredicate& predicate, const TableOfPersons& shown) {
  for (SinglingPredicate::Term& term : predicate.terms)
    term.attribute = shown.attributes[term.attribute];
}

SinglingPredicate& predicate_in(SinglingPredicate& predicate) {
  return predicate;
}
SinglingPredicate& predicate_in(HullPredicate& found) {
  return found.predicate;
}

// Predicates learned from one table after the other, in the numbers of the persons' attributes,
// each predicate once.
template <typename Predicate>
class FromTables {
 public:
  void add(const TableOfPersons& shown, std::vector<Predicate>&& found, bool only) {
    for (Predicate& one : found) {
      renumber(predicate_in(one), shown);
      if (only || known_.insert(written(predicate_in(one))).second)
        learned.push_back(std::move(one));
    }
  }

  std::vector<Predicate> learned;

 private:
  std::set<std::vector<Code>> known_;
};

// Returns the predicates of the published tables; `learn` makes those of one table.
template <typename Learn>
std::vector<SinglingPredicate> from_published(const ShownRelease& release, std::size_t most,
                                              Random& random, const Learn& learn) {
  const bool only = release.tables.size() == 1;
  FromTables<SinglingPredicate> all;
  for (const TableOfPersons& shown : release.tables) {
    if (!shown.joined) all.add(shown, learn(shown.table), only);
  }
  if (only) return std::move(all.learned);
  random.shuffle(std::span(all.learned));
  if (all.learned.size() > most) all.learned.resize(most);
  return std::move(all.learned);
}

std::vector<HullPredicate> likeliest(FromTables<HullPredicate>& all, std::size_t most, bool only) {
  if (!only) keep_likeliest(all.learned, most);
  return std::move(all.learned);
}

// A column of one of the tables.
struct ColumnOfTable {
  std::size_t table;
  std::size_t column;
  std::vector<std::size_t> attributes;  // those of persons, ascending
};

std::vector<ColumnOfTable> columns_of(const ShownRelease& release) {
  std::vector<ColumnOfTable> result;
  for (std::size_t t = 0; t < release.tables.size(); ++t) {
    const TableOfPersons& shown = release.tables[t];
    for (std::size_t c = 0; c < shown.table.columns; ++c) {
      ColumnOfTable column{t, c, {}};
      for (std::size_t a = 0; a < shown.attributes.size(); ++a) {
        if (shown.table.attributes[a].column == c) column.attributes.push_back(shown.attributes[a]);
      }
      std::sort(column.attributes.begin(), column.attributes.end());
      result.push_back(std::move(column));
    }
  }
  return result;
}

std::vector<std::size_t> common_attributes(const ColumnOfTable& x, const ColumnOfTable& y) {
  std::vector<std::size_t> common;
  std::set_intersection(x.attributes.begin(), x.attributes.end(), y.attributes.begin(),
                        y.attributes.end(), std::back_inserter(common));
  return common;
}

const PublishedTable::Attribute& attribute_in(const TableOfPersons& shown, std::size_t attribute) {
  const auto found = std::find(shown.attributes.begin(), shown.attributes.end(), attribute);
  return shown.table.attributes[static_cast<std::size_t>(found - shown.attributes.begin())];
}

// Join of columns of several tables on the attributes that all of them show.
class Join {
 public:
  Join(const ShownRelease& release, std::vector<std::size_t> shared,
       const std::vector<const ColumnOfTable*>& columns, const Progress& progress)
      : release_(release),
        shared_(std::move(shared)),
        columns_(columns),
        buckets_(combined(progress)) {
    std::size_t first = 0;
    for (const ColumnOfTable* column : columns_) {
      const std::size_t rows = shown_in(*column).table.rows();
      rows_of_.push_back(group_numbers(std::span(buckets_.of_row).subspan(first, rows),
                                       buckets_.distinct, progress));
      first += rows;
    }
  }

  bool agrees() const {
    for (std::uint32_t b = 0; b < buckets_.distinct; ++b) {
      for (const Grouped<std::uint32_t>& rows : rows_of_) {
        if (rows[b].size() != rows_of_.front()[b].size()) return false;
      }
    }
    return true;
  }

  TableOfPersons make(std::size_t most_in_bucket) const {
    TableOfPersons result;
    result.joined = true;
    PublishedTable& table = result.table;
    std::vector<std::uint32_t> kept;
    for (std::uint32_t b = 0; b < buckets_.distinct; ++b) {
      const std::size_t rows = rows_of_.front()[b].size();
      if (rows > most_in_bucket) continue;
      table.bucket_of.insert(table.bucket_of.end(), rows, table.buckets++);
      kept.push_back(b);
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      for (const std::size_t a : columns_[i]->attributes) {
        const bool is_shared = std::binary_search(shared_.begin(), shared_.end(), a);
        if (is_shared && i > 0) continue;
        const PublishedTable::Attribute& of = attribute_in(shown_in(*columns_[i]), a);
        PublishedTable::Attribute attribute = of;
        attribute.column = is_shared ? columns_.size() : i;
        attribute.published.clear();
        for (const std::uint32_t b : kept) {
          for (const std::uint32_t row : rows_of_[i][b])
            attribute.published.push_back(of.published[row]);
        }
        table.attributes.push_back(std::move(attribute));
        result.attributes.push_back(a);
      }
    }
    table.columns = columns_.size() + 1;
    return result;
  }

 private:
  const TableOfPersons& shown_in(const ColumnOfTable& column) const {
    return release_.tables[column.table];
  }

  // Returns the combinations of the shared attributes' values, over the rows of all tables.
  Combinations combined(const Progress& progress) const {
    std::vector<std::vector<Code>> codes(shared_.size());
    std::vector<std::span<const Code>> spans;
    std::vector<Code> domains;
    std::size_t rows = 0;
    for (const ColumnOfTable* column : columns_)
      rows += shown_in(*column).table.rows();
    for (std::size_t i = 0; i < shared_.size(); ++i) {
      for (const ColumnOfTable* column : columns_) {
        const std::vector<Code>& published = attribute_in(shown_in(*column), shared_[i]).published;
        codes[i].insert(codes[i].end(), published.begin(), published.end());
      }
      spans.emplace_back(codes[i]);
      domains.push_back(release_.values[shared_[i]]);
    }
    return combine(static_cast<Row>(rows), spans, domains, progress);
  }

  const ShownRelease& release_;
  std::vector<std::size_t> shared_;
  const std::vector<const ColumnOfTable*>& columns_;
  Combinations buckets_;
  std::vector<Grouped<std::uint32_t>> rows_of_;  // by column
};

// True if both columns show single values of the attributes that they share, and also other
// attributes.
bool can_be_joined(const ShownRelease& release, const ColumnOfTable& x, const ColumnOfTable& y,
                   const std::vector<std::size_t>& shared) {
  if (x.table == y.table || shared.empty() || shared.size() == x.attributes.size() ||
      shared.size() == y.attributes.size())
    return false;
  return std::all_of(shared.begin(), shared.end(), [&](std::size_t a) {
    return attribute_in(release.tables[x.table], a).tells_values() &&
           attribute_in(release.tables[y.table], a).tells_values();
  });
}

}  // namespace

void add_joins(ShownRelease& release, const Progress& progress, std::size_t most_in_bucket) {
  constexpr std::size_t most_joins = 16;
  const std::vector<ColumnOfTable> columns = columns_of(release);
  std::set<std::vector<std::size_t>> made;
  std::vector<TableOfPersons> joins;
  for (std::size_t x = 0; x < columns.size(); ++x) {
    for (std::size_t y = x + 1; y < columns.size(); ++y) {
      const std::vector<std::size_t> shared = common_attributes(columns[x], columns[y]);
      if (!can_be_joined(release, columns[x], columns[y], shared)) continue;
      // Columns that share just these attributes with each of them are joined as well.
      std::vector<std::size_t> numbers;
      std::vector<const ColumnOfTable*> together;
      const auto goes_with_all = [&](const ColumnOfTable& other) {
        return std::all_of(together.begin(), together.end(), [&](const ColumnOfTable* one) {
          return common_attributes(*one, other) == shared &&
                 can_be_joined(release, *one, other, shared);
        });
      };
      for (const std::size_t c : {x, y}) {
        numbers.push_back(c);
        together.push_back(&columns[c]);
      }
      for (std::size_t c = 0; c < columns.size(); ++c) {
        if (!goes_with_all(columns[c])) continue;
        numbers.push_back(c);
        together.push_back(&columns[c]);
      }
      std::sort(numbers.begin(), numbers.end());
      if (joins.size() == most_joins || !made.insert(numbers).second) continue;
      const Join join(release, shared, together, progress);
      if (!join.agrees()) continue;
      TableOfPersons joined = join.make(most_in_bucket);
      if (joined.table.rows() > 0) joins.push_back(std::move(joined));
    }
  }
  std::move(joins.begin(), joins.end(), std::back_inserter(release.tables));
}

std::vector<SinglingPredicate> univariate_predicates(const ShownRelease& release, std::size_t most,
                                                     Random& random, const Progress& progress) {
  return from_published(release, most, random, [&](const PublishedTable& table) {
    return univariate_predicates(table, most, random, progress);
  });
}

std::vector<SinglingPredicate> multivariate_predicates(const ShownRelease& release,
                                                       std::size_t most, Random& random,
                                                       const Progress& progress) {
  return from_published(release, most, random, [&](const PublishedTable& table) {
    return multivariate_predicates(table, most, random, progress,
                                   most_rows_compared / release.tables.size());
  });
}

HullPredicates hull_predicates(const ShownRelease& release, std::size_t most, Random& random,
                               const Progress& progress) {
  const bool only = release.tables.size() == 1;
  FromTables<HullPredicate> of_pieces;
  FromTables<HullPredicate> of_pairs;
  for (const TableOfPersons& shown : release.tables) {
    HullPredicates found = hull_predicates(shown.table, most, random, progress,
                                           most_hull_entries / release.tables.size());
    of_pieces.add(shown, std::move(found.of_pieces), only);
    of_pairs.add(shown, std::move(found.of_pairs), only);
  }
  return {likeliest(of_pieces, most, only), likeliest(of_pairs, most, only)};
}

std::vector<HullPredicate> end_predicates(const ShownRelease& release, EndBelief belief,
                                          std::size_t most, Random& random,
                                          const Progress& progress) {
  const bool only = release.tables.size() == 1;
  FromTables<HullPredicate> all;
  for (const TableOfPersons& shown : release.tables) {
    all.add(shown,
            end_predicates(shown.table, belief, most, random, progress,
                           most_hull_entries / release.tables.size()),
            only);
  }
  return likeliest(all, most, only);
}

std::vector<SinglingPredicate> naive_predicates(const ShownRelease& release,
                                                std::span<const SinglingPredicate> like,
                                                Random& random) {
  std::vector<PublishedDomain> domains(release.values.size());
  for (const TableOfPersons& shown : release.tables) {
    for (std::size_t a = 0; a < shown.attributes.size() && !shown.joined; ++a)
      domains[shown.attributes[a]].add(shown.table.attributes[a]);
  }
  return naive_predicates(domains, release.rows(), like, random);
}

}  // namespace microdata
