#include "postgres/source/spelled_numbers.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>

#include "core/privacy/written_numbers.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

namespace {

constexpr std::size_t most_of_text = 64;
constexpr std::size_t one_in = 10;

bool may_spell_numbers(const AttributeType& type) {
  if (type.projection != Projection::none) return false;
  if (type.is_text || type.base == CASHOID) return true;
  return guarded([&] {
    const char kind = get_typtype(type.base);
    return kind == TYPTYPE_RANGE || kind == TYPTYPE_MULTIRANGE ||
           OidIsValid(get_base_element_type(type.base));
  });
}

// Looks at every so many values; the others have no number.
std::vector<double> numbers_of(const Dictionary& values, Code step, const Progress& progress) {
  std::vector<double> numbers(values.distinct(), std::numeric_limits<double>::quiet_NaN());
  std::size_t looked_at = 0;
  std::size_t spelled = 0;
  for (Code code = 0; code < values.distinct(); code += step) {
    progress.checkpoint();
    if (values.is_null(code)) continue;
    ++looked_at;
    const std::optional<double> number = written_number(values.opening(code, most_of_text));
    if (!number) continue;
    numbers[code] = *number;
    ++spelled;
  }
  if (spelled == 0 || one_in * (looked_at - spelled) > looked_at) numbers.clear();
  return numbers;
}

}  // namespace

std::vector<double> spelled_numbers(const Dictionary& values, const Progress& progress) {
  constexpr Code first_look = 100;
  if (!may_spell_numbers(values.type())) return {};
  const PlainText settings;
  const Code step = std::max<Code>(values.distinct() / first_look, 1);
  std::vector<double> numbers = numbers_of(values, step, progress);
  return numbers.empty() || step == 1 ? numbers : numbers_of(values, 1, progress);
}

bool may_be_amounts(const AttributeType& type) {
  if (type.projection != Projection::none) return type.comparison == Comparison::order;
  return type.is_text || type.base == CASHOID;
}

namespace {

// Texts that are numbers are short.
constexpr std::size_t most_of_amount = 65;

std::optional<double> amount(const Dictionary& values, Code code) {
  if (values.type().base == CASHOID) return static_cast<double>(DatumGetInt64(values.datum(code)));
  return written_amount(values.opening(code, most_of_amount));
}

// `must_be`: whether to give up at the first value that is no number.
std::vector<double> read_amounts(const Dictionary& values, bool must_be, const Progress& progress) {
  if (!may_be_amounts(values.type())) return {};
  if (values.type().projection != Projection::none) return values.projection();
  const PlainText settings;
  std::vector<double> numbers(values.distinct(), std::numeric_limits<double>::quiet_NaN());
  bool has_any = false;
  for (Code code = 0; code < values.distinct(); ++code) {
    progress.checkpoint();
    if (values.is_null(code)) continue;
    const std::optional<double> number = amount(values, code);
    if (!number && must_be) return {};
    has_any = has_any || number.has_value();
    if (number) numbers[code] = *number;
  }
  if (!has_any && must_be) numbers.clear();
  return numbers;
}

}  // namespace

std::vector<double> amounts_of(const Dictionary& values, const Progress& progress) {
  return read_amounts(values, false, progress);
}

std::vector<double> amounts_if_all_are(const Dictionary& values, const Progress& progress) {
  return read_amounts(values, true, progress);
}

}  // namespace microdata::postgres
