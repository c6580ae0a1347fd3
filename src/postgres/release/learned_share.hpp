#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>

#include "core/choice/quick_attack.hpp"
#include "core/choice/quick_subject_attack.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// The findings of a quick attack on a release in the making, or on its first regions.
class LearnedShare {
 public:
  // `bound`: what one bucket may tell of a value, 1/l. Does nothing where nothing is sensitive,
  // where enough persons were attacked, and with pg_microdata.quick_attack off.
  template <typename Release>
  void attack(const Table& table, const Release& release, double bound, const Progress& progress) {
    if (!may_attack(table)) return;
    options_.bound = bound;
    options_.persons = most_persons - found_.persons;
    // The release does not depend on these draws.
    Random random = Random::seeded(0);
    add(table, attack_quickly(table.data, release, options_, random, progress));
  }

  // False where nobody was attacked.
  bool is_known() const { return found_.persons > 0; }

  // Says what was made, and what was found: in a NOTICE or, where the attack gets much more than
  // buckets and frequent values tell, in a WARNING.
  void report(const std::string& made) const;

 private:
  static constexpr std::size_t most_persons = QuickAttackOptions{}.persons;

  bool may_attack(const Table& table) const;
  void add(const Table& table, const QuickAttack& found);

  QuickAttackOptions options_;
  QuickAttack found_;
  // By name: tables of regions are gone when all of the release is made.
  std::string attribute_;
  std::string telling_;
};

}  // namespace microdata::postgres
