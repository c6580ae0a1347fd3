#include "postgres/source/numbered_together.hpp"

#include "postgres/server/memory_scope.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

Key key_of(const AttributeType& type, const std::optional<std::string>& value) {
  if (value) return make_key(type, read_value(type, *value));
  Key null;
  null.is_null = true;
  return null;
}

}  // namespace

NumberedTogether number_together(
    const Dictionary& dictionary, std::size_t count,
    const std::function<std::optional<std::string>(std::size_t)>& text_of,
    const Progress& progress) {
  const PlainText settings;
  Dictionary all(dictionary.type());
  NumberedTogether numbered{dictionary.add_to(all), {}, 0};
  numbered.others.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    progress.checkpoint();
    // The dictionary has a copy.
    const MemoryScope memory;
    numbered.others.push_back(all.encode(key_of(dictionary.type(), text_of(i))));
  }
  all.finish(progress);
  all.translate(numbered.known, progress);
  all.translate(numbered.others, progress);
  numbered.distinct = all.distinct();
  return numbered;
}

}  // namespace microdata::postgres
