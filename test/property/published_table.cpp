#include "property/published_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/base/grouped.hpp"
#include "core/risk/value_distance.hpp"

namespace microdata::test {

namespace {

PublishedTable::Attribute random_attribute(Choices& choices, std::size_t rows) {
  PublishedTable::Attribute attribute;
  attribute.values = static_cast<Code>(choices.between(1, 4));
  if (choices.one_in(2)) {
    attribute.values = std::min<Code>(attribute.values, 3);
    for (Code value = 0; value < attribute.values; ++value)
      attribute.numbers.push_back(value);
    if (choices.one_in(3)) {
      ++attribute.values;
      attribute.numbers.push_back(std::nan(""));
    }
  }
  attribute.exact = choices.one_in(2);
  if (attribute.exact) {
    for (Code value = 0; value < attribute.values; ++value)
      attribute.covers.push_back(CodeSet::range(value, value + 1));
  } else {
    const int labels = choices.between(1, 4);
    for (int label = 0; label < labels; ++label) {
      std::vector<Code> codes;
      for (Code value = 0; value < attribute.values; ++value) {
        if (choices.one_in(2)) codes.push_back(value);
      }
      attribute.covers.push_back(CodeSet::of(codes));
      std::vector<PublishedTable::NamedValue>& named = attribute.named.emplace_back();
      for (const Code code : codes) {
        if (choices.one_in(2)) named.push_back({code, !choices.one_in(4)});
      }
    }
  }
  for (std::size_t row = 0; row < rows; ++row)
    attribute.published.push_back(
        static_cast<Code>(choices.between(0, static_cast<int>(attribute.labels()) - 1)));
  return attribute;
}

void add_permutations(std::vector<Row> rows, std::vector<std::vector<Row>>& all) {
  std::sort(rows.begin(), rows.end());
  do {
    all.push_back(rows);
  } while (std::next_permutation(rows.begin(), rows.end()));
}

}  // namespace

PublishedWorld random_published(Choices& choices, const PublishedShape& shape) {
  PublishedWorld world;
  PublishedTable& table = world.table;
  const int rows = choices.between(1, shape.most_rows);
  int left = 0;
  for (int row = 0; row < rows; ++row) {
    if (left == 0) {
      left = choices.between(1, shape.most_in_bucket);
      ++table.buckets;
    }
    --left;
    table.bucket_of.push_back(table.buckets - 1);
  }
  shuffle(table.bucket_of, choices);
  table.columns = static_cast<std::size_t>(choices.between(1, shape.most_columns));
  const int attributes = choices.between(2, shape.most_attributes);
  world.persons.persons = static_cast<std::size_t>(choices.between(1, 6));
  for (int a = 0; a < attributes; ++a) {
    PublishedTable::Attribute attribute = random_attribute(choices, static_cast<std::size_t>(rows));
    attribute.column =
        static_cast<std::size_t>(choices.between(0, static_cast<int>(table.columns) - 1));
    std::vector<Code>& values = world.persons.of_attribute.emplace_back();
    for (std::size_t p = 0; p < world.persons.persons; ++p)
      values.push_back(
          static_cast<Code>(choices.between(0, static_cast<int>(attribute.values) - 1)));
    table.attributes.push_back(std::move(attribute));
  }
  return world;
}

PublishedWorld random_published_sets(Choices& choices, const PublishedShape& shape) {
  PublishedWorld world = random_published(choices, shape);
  PublishedTable& table = world.table;
  PersonValues& persons = world.persons;
  for (std::size_t p = 0; p < persons.persons; ++p) {
    for (int left = 1 << choices.between(0, 2); left > 0; --left)
      persons.rows.items.push_back(static_cast<std::uint32_t>(persons.rows.items.size()));
    persons.rows.end_group();
  }
  const int columns = choices.between(1, 2);
  for (int c = 0; c < columns; ++c) {
    PublishedTable::Sets& sets = table.sets.emplace_back();
    sets.column = table.columns++;
    for (std::size_t place = 0; place < table.rows(); ++place) {
      sets.set_at.push_back(choices.one_in(8) ? nowhere : sets.sets++);
      if (sets.set_at.back() != nowhere)
        sets.set_of.insert(sets.set_of.end(), std::size_t{1} << choices.between(0, 2),
                           sets.set_at.back());
    }
    shuffle(sets.set_of, choices);
    const int attributes = choices.between(1, 2);
    for (int a = 0; a < attributes; ++a) {
      PublishedTable::Attribute attribute = random_attribute(choices, sets.set_of.size());
      attribute.column = sets.column;
      std::vector<Code>& values = persons.of_attribute.emplace_back();
      for (std::size_t row = 0; row < persons.rows.items.size(); ++row)
        values.push_back(
            static_cast<Code>(choices.between(0, static_cast<int>(attribute.values) - 1)));
      table.attributes.push_back(std::move(attribute));
    }
  }
  return world;
}

std::vector<std::vector<Linking>> all_linkings(const PublishedTable& table) {
  std::vector<std::vector<Linking>> result;
  for (std::uint32_t b = 0; b < table.buckets; ++b) {
    std::vector<Row> rows;
    for (Row row = 0; row < table.rows(); ++row) {
      if (table.bucket_of[row] == b) rows.push_back(row);
    }
    std::vector<std::vector<Row>> orders;
    add_permutations(rows, orders);
    std::vector<Linking> linkings{{rows}};
    for (std::size_t c = 1; c < table.columns; ++c) {
      std::vector<Linking> longer;
      for (const Linking& linking : linkings) {
        for (const std::vector<Row>& order : orders) {
          longer.push_back(linking);
          longer.back().push_back(order);
        }
      }
      linkings = std::move(longer);
    }
    result.push_back(std::move(linkings));
  }
  return result;
}

PublishedTable some_buckets(const PublishedTable& table, std::uint32_t of, std::uint32_t rest) {
  PublishedTable part;
  part.columns = table.columns;
  part.attributes = table.attributes;
  for (PublishedTable::Attribute& attribute : part.attributes) {
    attribute.extent = numbers_shown(attribute).extent();
    attribute.published.clear();
  }
  std::vector<std::uint32_t> number(table.buckets, table.buckets);
  for (Row row = 0; row < table.rows(); ++row) {
    const std::uint32_t bucket = table.bucket_of[row];
    if (bucket % of != rest) continue;
    if (number[bucket] == table.buckets) number[bucket] = part.buckets++;
    part.bucket_of.push_back(number[bucket]);
    for (std::size_t a = 0; a < part.attributes.size(); ++a)
      part.attributes[a].published.push_back(table.attributes[a].published[row]);
  }
  return part;
}

}  // namespace microdata::test
