#include "postgres/values/dictionary.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>

#include "core/base/radix_sort.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

namespace {

constexpr std::size_t smallest_block = 8192;
constexpr std::size_t largest_block = std::size_t{1} << 20U;
constexpr std::size_t alignment = 8;

// Returns a float's bits so that unsigned comparison is the type's order: -0 equals 0, NaN is the
// largest.
std::uint64_t ordered_bits(double value) {
  if (std::isnan(value)) return std::numeric_limits<std::uint64_t>::max();
  const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
  constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

double to_double(Oid type, Datum value) {
  return type == FLOAT4OID ? static_cast<double>(DatumGetFloat4(value)) : DatumGetFloat8(value);
}

bool is_ordered_by_value(Projection projection) {
  return projection == Projection::integer || projection == Projection::date ||
         projection == Projection::timestamp || projection == Projection::time;
}

// An order that sorts without leaving the guard, because comparisons may fail, and may be many.
struct TypeOrder {
  SortSupportData support;
  const std::vector<Datum>* datums;

  static int compare(const void* a, const void* b, void* self) {
    check_in_server();
    auto* order = static_cast<TypeOrder*>(self);
    const Datum x = (*order->datums)[*static_cast<const std::uint32_t*>(a)];
    const Datum y = (*order->datums)[*static_cast<const std::uint32_t*>(b)];
    return ApplySortComparator(x, false, y, false, &order->support);
  }
};

void prepare(TypeOrder& order, const AttributeType& type) {
  std::memset(&order.support, 0, sizeof(order.support));
  order.support.ssup_cxt = CurrentMemoryContext;
  order.support.ssup_collation = type.collation;
  order.support.abbreviate = false;
  const TypeCacheEntry* entry = lookup_type_cache(type.base, TYPECACHE_LT_OPR);
  PrepareSortSupportFromOrderingOp(entry->lt_opr, &order.support);
}

// True for types whose text form is the stored form.
bool is_stored_as_text(const AttributeType& type) {
  return type.is_varlena() &&
         (type.output == F_TEXTOUT || type.output == F_VARCHAROUT || type.output == F_BPCHAROUT ||
          type.output == F_JSON_OUT || type.output == F_XML_OUT);
}

double interval_microseconds(const Interval* interval) {
  constexpr double day = 86400e6;
  return (interval->month * 30.0 + interval->day) * day + static_cast<double>(interval->time);
}

double project_one(const AttributeType& type, Datum value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (type.projection) {
    case Projection::integer:
      if (type.base == INT2OID) return DatumGetInt16(value);
      if (type.base == INT4OID) return DatumGetInt32(value);
      return static_cast<double>(DatumGetInt64(value));
    case Projection::floating:
      return to_double(type.base, value);
    case Projection::numeric:
      return DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, value));
    case Projection::date: {
      const DateADT date = DatumGetDateADT(value);
      if (DATE_IS_NOBEGIN(date)) return -infinity;
      return DATE_IS_NOEND(date) ? infinity : static_cast<double>(date);
    }
    case Projection::timestamp: {
      const Timestamp timestamp = DatumGetTimestamp(value);
      if (TIMESTAMP_IS_NOBEGIN(timestamp)) return -infinity;
      return TIMESTAMP_IS_NOEND(timestamp) ? infinity : static_cast<double>(timestamp);
    }
    case Projection::time:
      return static_cast<double>(DatumGetTimeADT(value));
    case Projection::interval:
      return interval_microseconds(DatumGetIntervalP(value));
    case Projection::none:
      break;
  }
  return 0;
}

}  // namespace

Dictionary::Dictionary(AttributeType type)
    : type_(type),
      seed_(guarded([] {
        std::uint64_t seed = 0;
        // If this failed, only the protection against chosen collisions would be gone.
        (void)pg_strong_random(&seed, sizeof(seed));
        return seed;
      })),
      slots_(64) {}

// Hashes a key. For values of up to four bytes it is a bijection, so that equal hashes are equal
// values.
std::uint32_t Dictionary::hash(const Key& key) const {
  if (key.is_null) return 0;
  std::uint32_t hash = 0;
  if (fixed()) {
    auto mixed = static_cast<std::uint64_t>(key.fixed) ^ seed_;
    if (!hash_is_key()) mixed = (mixed * 0x9E3779B97F4A7C15ULL) >> 32U;
    hash = static_cast<std::uint32_t>(mixed) * 0x9E3779B1U;
    hash ^= hash >> 15U;
  } else {
    hash = static_cast<std::uint32_t>(
        hash_bytes_extended(reinterpret_cast<const unsigned char*>(key.bytes.data()),
                            static_cast<int>(key.bytes.size()), seed_));
  }
  __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  return hash;
}

std::string_view Dictionary::bytes(std::uint32_t image) const {
  return {stored_[image] + (type_.is_varlena() ? VARHDRSZ : 0), lengths_[image]};
}

bool Dictionary::equals(std::uint32_t image, const Key& key) const {
  if (hash_is_key()) return true;
  return fixed() ? fixed_[image] == key.fixed : bytes(image) == key.bytes;
}

Code Dictionary::encode(const Key& key, std::uint32_t hash) {
  if (key.is_null) {
    null_seen_ = true;
    return null_code;
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot].code_plus_one != 0) {
    if (slots_[slot].hash == hash && equals(slots_[slot].code_plus_one - 1, key)) {
      return slots_[slot].code_plus_one - 1;
    }
    slot = (slot + 1) & mask;
  }
  store(key);
  slots_[slot] = {hash, images()};
  if (std::size_t{images()} * 2 > slots_.size()) grow();
  return images() - 1;
}

void Dictionary::grow() {
  std::vector<Slot> larger(slots_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (const Slot& entry : slots_) {
    if (entry.code_plus_one == 0) continue;
    std::size_t slot = entry.hash & mask;
    while (larger[slot].code_plus_one != 0)
      slot = (slot + 1) & mask;
    larger[slot] = entry;
  }
  slots_ = std::move(larger);
}

void Dictionary::store(const Key& key) {
  if (fixed()) {
    fixed_.push_back(key.fixed);
    return;
  }
  const std::size_t header = type_.is_varlena() ? VARHDRSZ : 0;
  // A cstring keeps its terminating zero.
  const std::size_t size = header + key.bytes.size() + (type_.length == -2 ? 1 : 0);
  const std::size_t needed = (size + alignment - 1) / alignment * alignment;
  if (block_used_ + needed > block_size_) {
    const std::size_t next = std::clamp(block_size_ * 2, smallest_block, largest_block);
    const std::size_t wanted = std::max(next, needed);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(wanted));
    block_size_ = wanted;
    block_bytes_ += wanted;
    block_used_ = 0;
  }
  char* target = blocks_.back().get() + block_used_;
  if (header != 0) SET_VARSIZE(target, size);
  std::memcpy(target + header, key.bytes.data(), key.bytes.size());
  if (type_.length == -2) target[key.bytes.size()] = '\0';
  stored_.push_back(target);
  lengths_.push_back(static_cast<std::uint32_t>(key.bytes.size()));
  block_used_ += needed;
}

std::string Dictionary::image_text(std::uint32_t image) const {
  const Datum value = image_datum(image);
  // Output functions leave memory behind besides their result; that of ranges leaves two kB.
  const MemoryScope memory;
  const char* const output =
      guarded([&]() -> const char* { return OidOutputFunctionCall(type_.output, value); });
  return output;
}

// Returns the images in the type's order.
Dictionary::Order Dictionary::order_by_value(const Progress& progress) const {
  Order order = all_images();
  if (order.images.empty()) return order;
  const auto [low, high] = std::minmax_element(fixed_.begin(), fixed_.end());
  const auto base = static_cast<std::uint64_t>(*low);
  radix_sort(
      std::span(order.images), static_cast<std::uint64_t>(*high) - base,
      [&](std::uint32_t i) { return static_cast<std::uint64_t>(fixed_[i]) - base; }, progress);
  return order;
}

Dictionary::Order Dictionary::order_floats(const Progress& progress) const {
  Order order = all_images();
  std::vector<std::uint64_t> bits(order.images.size());
  for (std::uint32_t i = 0; i < bits.size(); ++i) {
    bits[i] = ordered_bits(to_double(type_.base, image_datum(i)));
  }
  radix_sort(
      std::span(order.images), std::numeric_limits<std::uint64_t>::max(),
      [&](std::uint32_t i) { return bits[i]; }, progress);
  for (std::size_t i = 1; i < order.images.size(); ++i) {
    order.same_as_previous[i] = bits[order.images[i]] == bits[order.images[i - 1]];
  }
  return order;
}

Dictionary::Order Dictionary::order_bytes(const Progress& progress) const {
  Order order = all_images();
  std::uint32_t compared = 0;
  std::sort(order.images.begin(), order.images.end(), [&](std::uint32_t a, std::uint32_t b) {
    progress.checkpoint_at(++compared);
    return bytes(a) < bytes(b);
  });
  return order;
}

Dictionary::Order Dictionary::order_by_type(const Progress& progress) const {
  Order order = all_images();
  std::vector<Datum> datums;
  datums.reserve(order.images.size());
  for (std::uint32_t i = 0; i < order.images.size(); ++i)
    datums.push_back(image_datum(i));
  TypeOrder by_type;
  by_type.datums = &datums;
  guarded([&] {
    prepare(by_type, type_);
    qsort_arg(order.images.data(), order.images.size(), sizeof(std::uint32_t), TypeOrder::compare,
              &by_type);
  });
  for (std::size_t i = 1; i < order.images.size(); ++i) {
    progress.checkpoint_at(i);
    const Datum a = datums[order.images[i - 1]];
    const Datum b = datums[order.images[i]];
    order.same_as_previous[i] =
        guarded([&] { return ApplySortComparator(a, false, b, false, &by_type.support); }) == 0;
  }
  return order;
}

// Orders the images of types without an order by text form, with equal ones together. Equality is
// the type's own if it has one, otherwise that of the text form.
Dictionary::Order Dictionary::order_by_text(const Progress& progress) const {
  Order order = all_images();
  const std::vector<std::string> texts = this->texts(progress);
  std::uint32_t compared = 0;
  std::sort(order.images.begin(), order.images.end(), [&](std::uint32_t a, std::uint32_t b) {
    progress.checkpoint_at(++compared);
    return texts[a] < texts[b];
  });
  if (type_.comparison == Comparison::equality) {
    bring_equal_together(order, progress);
  } else {
    for (std::size_t i = 1; i < order.images.size(); ++i) {
      order.same_as_previous[i] = texts[order.images[i]] == texts[order.images[i - 1]];
    }
  }
  return order;
}

void Dictionary::bring_equal_together(Order& order, const Progress& progress) const {
  const TypeCacheEntry* entry = guarded([&] {
    return lookup_type_cache(type_.base, TYPECACHE_EQ_OPR_FINFO | TYPECACHE_HASH_PROC_FINFO);
  });
  std::vector<std::vector<std::uint32_t>> classes;
  std::unordered_multimap<std::uint32_t, std::size_t> classes_by_hash;
  for (const std::uint32_t image : order.images) {
    progress.checkpoint();
    const Datum value = image_datum(image);
    const std::uint32_t hash = guarded([&] {
      return DatumGetUInt32(FunctionCall1Coll(const_cast<FmgrInfo*>(&entry->hash_proc_finfo),
                                              type_.collation, value));
    });
    const auto [begin, end] = classes_by_hash.equal_range(hash);
    const auto found = std::find_if(begin, end, [&](const auto& candidate) {
      const Datum other = image_datum(classes[candidate.second].front());
      return guarded([&] {
        return DatumGetBool(FunctionCall2Coll(const_cast<FmgrInfo*>(&entry->eq_opr_finfo),
                                              type_.collation, value, other));
      });
    });
    if (found != end) {
      classes[found->second].push_back(image);
    } else {
      classes_by_hash.emplace(hash, classes.size());
      classes.push_back({image});
    }
  }
  std::size_t next = 0;
  for (const auto& equal : classes) {
    for (std::size_t i = 0; i < equal.size(); ++i) {
      order.same_as_previous[next] = i > 0;
      order.images[next++] = equal[i];
    }
  }
}

Dictionary::Order Dictionary::all_images() const {
  Order order;
  order.images.resize(images());
  order.same_as_previous.resize(order.images.size());
  std::iota(order.images.begin(), order.images.end(), 0U);
  return order;
}

Dictionary::Order Dictionary::order_images(const Progress& progress) const {
  if (type_.comparison != Comparison::order) return order_by_text(progress);
  if (is_ordered_by_value(type_.projection)) return order_by_value(progress);
  if (type_.projection == Projection::floating) return order_floats(progress);
  return type_.bytewise ? order_bytes(progress) : order_by_type(progress);
}

// Returns the image that stands for several equal ones.
std::uint32_t Dictionary::spelling(std::span<const std::uint32_t> images) const {
  if (images.size() == 1) return images.front();
  const PlainText settings;
  std::uint32_t best = images.front();
  std::string best_text = image_text(best);
  for (const std::uint32_t image : images.subspan(1)) {
    const std::string text = image_text(image);
    if (text.size() < best_text.size() || (text.size() == best_text.size() && text < best_text)) {
      best = image;
      best_text = text;
    }
  }
  return best;
}

void Dictionary::finish(const Progress& progress) {
  slots_ = {};
  const Order order = order_images(progress);
  code_of_image_.resize(order.images.size());
  std::vector<std::uint32_t> spellings;
  for (std::size_t begin = 0; begin < order.images.size();) {
    progress.checkpoint_at(begin);
    std::size_t end = begin + 1;
    while (end < order.images.size() && order.same_as_previous[end])
      ++end;
    for (std::size_t i = begin; i < end; ++i) {
      code_of_image_[order.images[i]] = static_cast<Code>(spellings.size());
    }
    spellings.push_back(spelling(std::span(order.images).subspan(begin, end - begin)));
    begin = end;
  }
  keep_only(spellings);
  project(progress);
}

std::vector<Code> Dictionary::add_to(Dictionary& other) const {
  std::vector<Code> codes;
  codes.reserve(distinct());
  for (std::uint32_t value = 0; value < images(); ++value) {
    Key key;
    if (fixed()) {
      key.fixed = fixed_[value];
    } else {
      key.bytes = bytes(value);
    }
    codes.push_back(other.encode(key));
  }
  if (null_seen_) {
    Key null;
    null.is_null = true;
    codes.push_back(other.encode(null));
  }
  return codes;
}

// Keeps the images that stand for a value, in the order of the codes.
void Dictionary::keep_only(const std::vector<std::uint32_t>& spellings) {
  const auto select = [&](const auto& from) {
    std::remove_cvref_t<decltype(from)> to;
    to.reserve(spellings.size());
    for (const std::uint32_t image : spellings)
      to.push_back(from[image]);
    return to;
  };
  if (fixed()) {
    fixed_ = select(fixed_);
  } else {
    stored_ = select(stored_);
    lengths_ = select(lengths_);
  }
}

void Dictionary::project(const Progress& progress) {
  if (type_.projection == Projection::none || type_.comparison != Comparison::order) return;
  projection_.reserve(images() + 1);
  for (std::uint32_t code = 0; code < images(); ++code) {
    progress.checkpoint_at(code);
    const Datum value = image_datum(code);
    projection_.push_back(type_.projection == Projection::numeric
                              ? guarded([&] { return project_one(type_, value); })
                              : project_one(type_, value));
  }
  if (null_seen_) projection_.push_back(std::numeric_limits<double>::quiet_NaN());
}

void Dictionary::translate(std::vector<Code>& provisional, const Progress& progress) const {
  for (std::size_t row = 0; row < provisional.size(); ++row) {
    progress.checkpoint_at(row);
    Code& code = provisional[row];
    code = code == null_code ? images() : code_of_image_[code];
  }
}

std::size_t Dictionary::allocated_bytes() const {
  return block_bytes_ + fixed_.capacity() * sizeof(std::int64_t) +
         stored_.capacity() * sizeof(const char*) + lengths_.capacity() * sizeof(std::uint32_t) +
         slots_.capacity() * sizeof(Slot) + code_of_image_.capacity() * sizeof(Code) +
         projection_.capacity() * sizeof(double);
}

std::size_t Dictionary::stored_bytes() const {
  return std::accumulate(lengths_.begin(), lengths_.end(), std::size_t{0});
}

std::size_t Dictionary::least_bytes_in_row() const {
  // The size is below that of any compressed value, and of a pointer to a value stored elsewhere.
  constexpr std::size_t stored_elsewhere = 12;
  if (null_seen_ || images() == 0) return 0;
  if (type_.length > 0) return static_cast<std::size_t>(type_.length);
  const std::size_t least = *std::min_element(lengths_.begin(), lengths_.end()) + 1;
  return type_.is_varlena() ? std::min(least, stored_elsewhere) : least;
}

std::string Dictionary::text(Code code) const {
  if (is_null(code)) return "NULL";
  const PlainText settings;
  return image_text(code);
}

std::string Dictionary::opening(Code code, std::size_t size) const {
  constexpr std::size_t quickly_written = 65536;
  if (is_stored_as_text(type_)) return std::string(bytes(code).substr(0, size));
  if (!fixed() && lengths_[code] > quickly_written) return {};
  std::string text = image_text(code);
  if (text.size() > size) text.resize(size);
  return text;
}

std::vector<std::string> Dictionary::texts(const Progress& progress) const {
  const PlainText settings;
  std::vector<std::string> texts;
  texts.reserve(images());
  for (std::uint32_t code = 0; code < images(); ++code) {
    progress.checkpoint_at(code);
    texts.push_back(image_text(code));
  }
  return texts;
}

std::vector<std::optional<std::string>> texts_of(const Dictionary& published,
                                                 const Progress& progress) {
  const std::vector<std::string> texts = published.texts(progress);
  std::vector<std::optional<std::string>> result(texts.begin(), texts.end());
  if (published.nullable()) result.emplace_back();
  return result;
}

}  // namespace microdata::postgres
