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

#include "core/base/progress.hpp"
#include "core/microdata/code_set.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

enum class ListForm : std::uint8_t { set, multiset };

// Texts of lists of a dictionary's values as they are published. A set is written as PostgreSQL
// writes an array, so that it can be cast to text[]; a multiset as 22:2,33:1.
class ListTexts {
 public:
  ListTexts(const Dictionary& dictionary, ListForm form) : dictionary_(dictionary), form_(form) {}

  // Returns the text of a list. `counts` are the numbers of each code in a multiset.
  std::string text(std::span<const Code> codes, std::span<const std::uint32_t> counts = {});

  // Returns the bytes of that text as a value in memory; writes the values one at a time.
  double bytes(std::span<const Code> codes, std::span<const std::uint32_t> counts = {});

 private:
  std::string element(Code code) const;

  const Dictionary& dictionary_;
  ListForm form_;
  // Sizes and elements by code; 0 and empty until they are needed.
  std::vector<std::size_t> sizes_;
  std::vector<std::string> elements_;
};

// The published type of an attribute that may be generalized, even if no value is. It is a range if
// PostgreSQL has one over the type. Otherwise it is text, with a single value unchanged and several
// values as an array literal.
struct GeneralizedType {
  Oid range = InvalidOid;  // invalid: text
  // The type as in CREATE TABLE.
  std::string ddl;

  bool is_range() const { return OidIsValid(range); }
};

// The label of a whole domain.
inline constexpr const char* everything_label = "*";

GeneralizedType generalized_type(const AttributeType& type);

// Returns Attribute::same_end: the other values that a range ending at a value would also cover.
std::vector<Code> same_ends(const Dictionary& dictionary, const Progress& progress);

// Returns the smallest number of bytes that a range over values of the dictionary takes within a
// row of a table; the range may lack an upper bound.
std::size_t least_bytes_of_range(const Dictionary& dictionary);

// The form of a set that has all values of a table: `everything_label`, or as any other set. The
// latter makes the release independent of the other values of the table.
enum class WholeDomain { one_label, values };

// True if codes, the values of a set, are published as `everything_label`.
bool shows_everything(const Dictionary& dictionary, const std::vector<Code>& codes,
                      WholeDomain whole);

// Returns a value of type text, in the current memory context.
Datum text_datum(const std::string& text);

// Published values, one for each region.
struct GeneralizedValues {
  std::vector<Datum> values;
  std::vector<std::uint8_t> nulls;
};

// Returns the regions of an attribute as values of its generalized type. A range reaches from the
// smallest to the largest value of the region; NULL, the last in the order, makes it unbounded
// above. A text is a value by itself, so that a query like col = 'Male' finds it. Several values
// stand within braces, and so does a value that begins with one or is `everything_label`. A region
// of NULL alone is NULL. Values are allocated in the current memory context; regions of the same
// value share it.
GeneralizedValues generalize_values(const Dictionary& dictionary,
                                    const std::vector<std::vector<Code>>& regions,
                                    WholeDomain whole = WholeDomain::values);

// Returns a value as it is published, without the padding of char(n).
std::string without_padding(const AttributeType& type, std::string text);

// Returns the elements of a published set; nothing stands for NULL. Until 0.7.0 a value by itself
// stood within braces, too.
std::vector<std::optional<std::string>> set_elements(Datum set);

// An element of a multiset such as 22:2,33:1, and its number. NULL stands without quotes, the text
// of that spelling within quotes. multiset_elements() returns none for an invalid text.
struct MultisetElement {
  std::optional<std::string> value;
  std::uint32_t count = 0;
};
std::vector<MultisetElement> multiset_elements(const std::string& text);

// The codes of a dictionary that generalized values cover; for a range, the codes between its
// bounds. The dictionary and the progress must outlive it.
class CoveredCodes {
 public:
  CoveredCodes(const Dictionary& dictionary, GeneralizedType type, const Progress& progress)
      : dictionary_(dictionary), type_(std::move(type)), progress_(progress) {}

  // Returns the codes of a value. A region of NULL alone is published as NULL.
  CodeSet of(bool is_null, Datum value);

  // Returns the texts in the sets read so far that are not values as the dictionary writes them.
  const std::set<std::string>& unknown() const { return unknown_; }
  // Returns the number of occurrences of such texts.
  std::size_t misses() const { return misses_; }
  // Gives these texts the meaning of values from now on.
  void add(const std::map<std::string, Code>& spellings) {
    code_of_text_.insert(spellings.begin(), spellings.end());
  }

 private:
  CodeSet of_set(Datum set);

  const Dictionary& dictionary_;
  GeneralizedType type_;
  const Progress& progress_;
  // The codes by text for sets; filled at the first set.
  std::map<std::string, Code> code_of_text_;
  std::set<std::string> unknown_;
  std::size_t misses_ = 0;
};

}  // namespace microdata::postgres
