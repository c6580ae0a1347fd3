#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

enum class ListForm : std::uint8_t { set, multiset };

// Lists of a dictionary's values as they are published: a set as PostgreSQL writes an array, so
// that it can be cast to text[]; a multiset as 22:2,33:1.
class ListTexts {
 public:
  ListTexts(const Dictionary& dictionary, ListForm form) : dictionary_(dictionary), form_(form) {}

  // `counts`: of a multiset, how many of each of the codes.
  std::string text(std::span<const Code> codes, std::span<const std::uint32_t> counts = {});

  // The bytes of that text as a value in memory, for which the values are written one at a time.
  double bytes(std::span<const Code> codes, std::span<const std::uint32_t> counts = {});

 private:
  std::string element(Code code) const;

  const Dictionary& dictionary_;
  ListForm form_;
  // By code; 0 and empty until they are asked for.
  std::vector<std::size_t> sizes_;
  std::vector<std::string> elements_;
};

// What the values of an attribute that may be generalized are published as, whether or not any of
// them is: a range where PostgreSQL has one over the type, otherwise text, a value as it is and
// several of them as an array literal.
struct GeneralizedType {
  Oid range = InvalidOid;  // invalid: text
  // As in CREATE TABLE.
  std::string ddl;

  bool is_range() const { return OidIsValid(range); }
};

// What stands for a whole domain.
inline constexpr const char* everything_label = "*";

GeneralizedType generalized_type(const AttributeType& type);

// As Attribute::same_end: what a range that ends at one value would cover of the others as well.
std::vector<Code> same_ends(const Dictionary& dictionary, const Progress& progress);

// The fewest bytes that a range over values of the dictionary takes within a row of a table, which
// may lack an upper bound.
std::size_t least_bytes_of_range(const Dictionary& dictionary);

// A set that has all values of a table: `everything_label`, or as any other set, so that what is
// published does not depend on which values the table has besides.
enum class WholeDomain { one_label, values };

// Returns true if codes, the values of a set, are published as `everything_label`.
bool shows_everything(const Dictionary& dictionary, const std::vector<Code>& codes,
                      WholeDomain whole);

// A value of type text, in the current memory context.
Datum text_datum(const std::string& text);

// Published values, one for each region.
struct GeneralizedValues {
  std::vector<Datum> values;
  std::vector<std::uint8_t> nulls;
};

// The regions of an attribute as values of its generalized type. A range reaches from the smallest
// to the largest value of the region; NULL, the last in the order, makes it unbounded above. A text
// is a value by itself, so that what is written of values, col = 'Male', finds it; it stands within
// braces, as several do, where it begins with one or is `everything_label`. A region of NULL alone
// is NULL. Values are allocated in the current memory context; regions of the same value share it.
GeneralizedValues generalize_values(const Dictionary& dictionary,
                                    const std::vector<std::vector<Code>>& regions,
                                    WholeDomain whole = WholeDomain::values);

// A value as it is published: what char(n) is padded with is no part of it.
std::string without_padding(const AttributeType& type, std::string text);

// The elements of a set as it is published; nothing: NULL. Until 0.7.0 a value by itself stood
// within braces, too.
std::vector<std::optional<std::string>> set_elements(Datum set);

// Of a multiset such as 22:2,33:1, how many of each; empty where the text is none. NULL stands
// without quotes, the text of that spelling within them.
struct MultisetElement {
  std::optional<std::string> value;
  std::uint32_t count = 0;
};
std::vector<MultisetElement> multiset_elements(const std::string& text);

// The codes of a dictionary that generalized values cover; of a range those between its bounds.
// What it is made of outlives it.
class CoveredCodes {
 public:
  CoveredCodes(const Dictionary& dictionary, GeneralizedType type, const Progress& progress)
      : dictionary_(dictionary), type_(std::move(type)), progress_(progress) {}

  // A region of NULL alone is published as NULL.
  CodeSet of(bool is_null, Datum value);

  // The texts in sets so far that are no values of the dictionary as it writes them.
  const std::set<std::string>& unknown() const { return unknown_; }
  // How often such a text was met.
  std::size_t misses() const { return misses_; }
  // Has these texts mean values from now on.
  void add(const std::map<std::string, Code>& spellings) {
    code_of_text_.insert(spellings.begin(), spellings.end());
  }

 private:
  CodeSet of_set(Datum set);

  const Dictionary& dictionary_;
  GeneralizedType type_;
  const Progress& progress_;
  // For sets, from the first on.
  std::map<std::string, Code> code_of_text_;
  std::set<std::string> unknown_;
  std::size_t misses_ = 0;
};

}  // namespace microdata::postgres
