#include "postgres/hierarchies/hierarchy_levels.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <span>

#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/hierarchies/label_texts.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();

std::string level_name(std::size_t level) {
  return "level" + std::to_string(level);
}

// Returns the level that a column of the name holds; nothing for other names.
std::optional<std::size_t> level_of(const std::string& name) {
  const std::size_t prefix = level_name(0).size() - 1;
  if (name.size() <= prefix) return std::nullopt;
  std::size_t level = 0;
  (void)std::from_chars(name.data() + prefix, name.data() + name.size(), level);
  return level_name(level) == name ? std::optional(level) : std::nullopt;
}

// Fails unless the columns are level0, level1, ... without a gap; returns their number.
std::size_t count_levels(const Source& relation) {
  std::size_t levels = 0;
  for (const SourceColumn& column : relation.columns) {
    const std::optional<std::size_t> level = level_of(column.name);
    if (!level) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "column " + in_quotes(column.name) +
                                                       " of relation " + in_quotes(relation.name) +
                                                       " is no level of a hierarchy")
          .hint("The columns are level0, the values, and level1, level2, ..., their labels.");
    }
    levels = std::max(levels, *level + 1);
  }
  for (std::size_t level = 0; level < std::max<std::size_t>(levels, 2); ++level) {
    if (relation.find(level_name(level)) != nullptr) continue;
    throw Error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(level_name(level)) +
                                              " of relation " + in_quotes(relation.name) +
                                              " does not exist")
        .detail("A hierarchy has at least two levels, and none is left out.");
  }
  if (levels > most_levels) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "a hierarchy has at most " +
                                                     std::to_string(most_levels) + " levels, not " +
                                                     std::to_string(levels));
  }
  return levels;
}

// The levels as read: dictionaries of their labels, and codes by row.
struct Levels {
  std::vector<Dictionary> dictionaries;
  std::vector<std::vector<Code>> codes;

  std::size_t count() const { return dictionaries.size(); }
  std::size_t rows() const { return codes.front().size(); }
  std::string text(std::size_t level, std::size_t row) const {
    return in_quotes(dictionaries[level].text(codes[level][row]));
  }
};

Levels read(const Source& relation, const Progress& progress) {
  Levels levels;
  std::vector<std::string> names;
  for (std::size_t level = 0; level < count_levels(relation); ++level) {
    names.push_back(level_name(level));
    levels.dictionaries.emplace_back(relation.find(names.back())->type);
  }
  std::vector<Dictionary*> dictionaries;
  for (Dictionary& dictionary : levels.dictionaries)
    dictionaries.push_back(&dictionary);
  levels.codes = read_columns(relation.relation, names, dictionaries);
  for (std::size_t level = 0; level < levels.count(); ++level) {
    levels.dictionaries[level].finish(progress);
    levels.dictionaries[level].translate(levels.codes[level], progress);
  }
  return levels;
}

void check_not_null(const Levels& levels) {
  for (std::size_t level = 0; level < levels.count(); ++level) {
    const Dictionary& dictionary = levels.dictionaries[level];
    if (!dictionary.nullable()) continue;
    const std::vector<Code>& codes = levels.codes[level];
    const auto row = static_cast<std::size_t>(
        std::find(codes.begin(), codes.end(), dictionary.distinct() - 1) - codes.begin());
    if (level == 0) {
      throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "column \"level0\" contains a null")
          .hint("A null needs no row: at every level but the last it is a label of its own.");
    }
    throw Error(
        ERRCODE_NULL_VALUE_NOT_ALLOWED,
        "value " + levels.text(0, row) + " has no label in column " + in_quotes(level_name(level)));
  }
}

// Returns the row of each value; fails if a value occurs twice.
std::vector<std::uint32_t> rows_of_values(const Levels& levels) {
  std::vector<std::uint32_t> row_of(levels.dictionaries[0].distinct(), unknown);
  for (std::uint32_t row = 0; row < levels.rows(); ++row) {
    std::uint32_t& known = row_of[levels.codes[0][row]];
    if (known != unknown) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "value " + levels.text(0, row) + " appears more than once in column \"level0\"");
    }
    known = row;
  }
  return row_of;
}

void check_nested(const Levels& levels, const Progress& progress) {
  for (std::size_t level = 1; level + 1 < levels.count(); ++level) {
    std::vector<std::uint32_t> example(levels.dictionaries[level].distinct(), unknown);
    for (std::uint32_t row = 0; row < levels.rows(); ++row) {
      progress.checkpoint_at(row);
      std::uint32_t& first = example[levels.codes[level][row]];
      if (first == unknown) first = row;
      if (levels.codes[level + 1][first] == levels.codes[level + 1][row]) continue;
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "label " + levels.text(level, row) + " in column " +
                      in_quotes(level_name(level)) + " has more than one label in column " +
                      in_quotes(level_name(level + 1)))
          .detail("Value " + levels.text(0, first) + " has " + levels.text(level + 1, first) +
                  ", value " + levels.text(0, row) + " has " + levels.text(level + 1, row) + ".")
          .hint("Values that have one label at a level have one at all higher levels.");
    }
  }
}

// Fails if labels of several levels are ambiguous, because a release can show them in one column.
void check_labels_differ(const LevelTable& table, const Progress& progress) {
  const auto ambiguous = find_ambiguous_label(table.labels, table.levels, progress);
  if (!ambiguous) return;
  const auto [low, high] = std::minmax(ambiguous->with_value, ambiguous->without_value);
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              in_quotes(ambiguous->text) + " stands for different values in columns " +
                  in_quotes(level_name(low)) + " and " + in_quotes(level_name(high)))
      .detail("Value " + in_quotes(ambiguous->value) + " has this label in column " +
              in_quotes(level_name(ambiguous->with_value)) + ", but not in column " +
              in_quotes(level_name(ambiguous->without_value)) + ".")
      .hint("Give the label of one of the columns another text.");
}

void check_root(const Levels& levels) {
  const std::size_t last = levels.count() - 1;
  const std::vector<Code>& codes = levels.codes[last];
  const auto other =
      std::find_if(codes.begin(), codes.end(), [&](Code code) { return code != codes.front(); });
  if (other == codes.end()) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "the last level, column " + in_quotes(level_name(last)) + ", has more than one label")
      .detail("Among them are " + levels.text(last, 0) + " and " +
              levels.text(last, static_cast<std::size_t>(other - codes.begin())) + ".")
      .hint("Add a column " + level_name(last + 1) + " with the same label, such as *, for all.");
}

}  // namespace

std::vector<std::string> value_texts(const Dictionary& dictionary, const Progress& progress) {
  std::vector<std::string> texts = dictionary.texts(progress);
  if (dictionary.type().base == BPCHAROID) {
    for (std::string& text : texts)
      text.erase(text.find_last_not_of(' ') + 1);
  }
  return texts;
}

LevelTable read_levels(const Source& relation, const Progress& progress) {
  progress.phase("read");
  const Levels levels = read(relation, progress);
  if (levels.rows() == 0) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "relation " + in_quotes(relation.name) + " has no rows")
        .hint("A hierarchy has a row for each value.");
  }
  check_not_null(levels);
  const std::vector<std::uint32_t> row_of = rows_of_values(levels);
  check_nested(levels, progress);
  check_root(levels);

  std::vector<std::vector<std::string>> texts;
  for (const Dictionary& dictionary : levels.dictionaries)
    texts.push_back(value_texts(dictionary, progress));
  LevelTable table;
  table.levels = levels.count();
  table.labels.reserve(levels.rows() * levels.count());
  for (const std::uint32_t row : row_of) {
    for (std::size_t level = 0; level < levels.count(); ++level)
      table.labels.push_back(texts[level][levels.codes[level][row]]);
  }
  check_labels_differ(table, progress);
  return table;
}

}  // namespace microdata::postgres
