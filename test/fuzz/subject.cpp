#include "subject.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

namespace microdata::fuzz {

namespace {

std::size_t distinct_values(const Attribute& attribute) {
  return std::set<std::string>(attribute.values.begin(), attribute.values.end()).size();
}

// Returns a release that mostly suits the function.
const Release* suitable_release(Choice& choice, const World& world, const std::string& function) {
  static const std::map<std::string, std::vector<std::string>> methods = {
      {"kl_divergence", {"gnf"}},
      {"membership_likelihood", {"fragmentation"}},
      {"information_loss", {"generalization", "fragmentation"}},
      {"matching_buckets", {"slicing", "bucketization"}},
      {"disclosure", {"slicing", "bucketization", "gnf"}},
      {"audit_inference", {"slicing", "bucketization", "generalization"}},
      {"audit_membership", {"slicing", "bucketization", "generalization"}},
      {"audit_minimality", {"slicing", "bucketization", "generalization"}},
      {"audit_linkability", {"slicing", "bucketization", "generalization"}},
      {"estimate_count", {"slicing", "bucketization", "gnf", "generalization"}},
      {"estimate", {"slicing", "bucketization", "generalization"}},
      {"relative_error", {"slicing", "bucketization", "gnf", "generalization"}}};
  if (world.releases.empty()) return nullptr;
  const auto wanted = methods.find(function);
  if (wanted != methods.end() && !choice.one_in(20)) {
    std::vector<const Release*> suitable;
    for (const Release& release : world.releases) {
      const std::vector<std::string>& names = wanted->second;
      if (std::find(names.begin(), names.end(), release.method) != names.end())
        suitable.push_back(&release);
    }
    return suitable.empty() ? nullptr : choice.of(suitable);
  }
  return &choice.of(world.releases);
}

void choose_roles(Choice& choice, Subject& subject) {
  // Attributes with many values come last and are sensitive.
  std::vector<std::string> names;
  std::vector<std::string> diverse;
  for (const Attribute& attribute : subject.source->attributes) {
    if (subject.telling_apart == std::vector{attribute.name}) continue;
    (distinct_values(attribute) > 2 ? diverse : names).push_back(attribute.name);
  }
  choice.shuffle(names);
  choice.shuffle(diverse);
  names.insert(names.end(), diverse.begin(), diverse.end());
  if (choice.one_in(5)) choice.shuffle(names);
  if (!names.empty()) subject.class_attribute = names.back();
  const auto take = [&](std::vector<std::string>& list, std::size_t count) {
    for (; count > 0 && !names.empty(); --count) {
      list.push_back(names.back());
      names.pop_back();
    }
  };
  take(subject.sensitive, choice.percent(85) ? 1 : choice.below(4));
  choice.shuffle(names);
  if (choice.one_in(5) && names.size() > 1) take(subject.identifiers, 1);
  if (choice.one_in(6) && names.size() > 1) take(subject.insensitive, 1);
  if (choice.one_in(4)) take(subject.quasi_identifiers, 1 + choice.below(3));
  if (subject.telling_apart.empty() && choice.one_in(6) && names.size() > 1)
    take(subject.telling_apart, 1 + choice.below(2));
}

// Identifies people by the attribute with the most values.
void tell_apart(Subject& subject) {
  const auto most =
      std::max_element(subject.source->attributes.begin(), subject.source->attributes.end(),
                       [](const Attribute& a, const Attribute& b) {
                         return distinct_values(a) < distinct_values(b);
                       });
  if (most == subject.source->attributes.end()) return;
  subject.telling_apart = {most->name};
}

}  // namespace

Subject new_subject(Choice& choice, const World& world, const std::string& function) {
  Subject subject;
  subject.world = &world;
  subject.release = suitable_release(choice, world, function);
  if (!world.hierarchies.empty()) subject.hierarchy = &choice.of(world.hierarchies);
  subject.l = choice.of({1.0, 1.2, 1.5, 1.5, 2.0, 2.0, 2.0, 2.5, 3.0});
  subject.k = choice.of({1, 1, 2, 2, 2, 3, 4});
  if (world.relations.empty()) return subject;
  subject.source = &choice.of(world.relations);
  if (function == "register_release" && !world.externals.empty()) {
    subject.external = &choice.of(world.externals);
    for (const Relation& relation : world.relations) {
      if (relation.name == subject.external->source) subject.source = &relation;
    }
  }
  if (function == "create_series" && !choice.one_in(10)) tell_apart(subject);
  choose_roles(choice, subject);
  const auto published =
      static_cast<int>(subject.source->attributes.size() - subject.identifiers.size());
  subject.columns = published < 2 ? 1 : choice.between(1, std::min(published, 4));
  return subject;
}

}  // namespace microdata::fuzz
