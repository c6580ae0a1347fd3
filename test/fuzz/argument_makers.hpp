#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"
#include "choice.hpp"
#include "subject.hpp"
#include "world.hpp"

// Makers of arguments of each kind; arguments.cpp assigns arguments to kinds.

namespace microdata::fuzz {

std::vector<std::string> attribute_names(const Relation& relation);
std::string some_attribute(Choice& choice, const Subject& subject);
std::string wrong_name(Choice& choice, const Subject& subject);
ArgumentMaker names_of(std::vector<std::string> Subject::*list);
// Returns a maker of one of these texts, and sometimes of another.
ArgumentMaker one_of(std::vector<std::string> usual);
ArgumentMaker expression(std::vector<std::string> usual, std::vector<std::string> wrong);
ArgumentMaker whole_number(int least, int greatest);
ArgumentMaker fraction();
std::string l_argument(Choice& choice, const Subject& subject);
std::string k_argument(Choice& choice, const Subject& subject);
std::string source_argument(Choice& choice, const Subject& subject);
std::string relation_argument(Choice& choice, const Subject& subject);
// Returns an array of any sources.
std::string relations_argument(Choice& choice, const Subject& subject);
std::string row_type_argument(Choice& choice, const Subject& subject);
// Returns columns as groups: all published attributes, divided at random, with names as in SQL.
std::string groups_argument(Choice& choice, const Subject& subject);
std::string target_argument(Choice& choice, const Subject& subject);
std::string column_name_argument(Choice& choice, const Subject&);
std::string model(Choice& choice);
std::string models_argument(Choice& choice, const Subject&);
std::string seed_argument(Choice& choice, const Subject&);
std::string some_hierarchy(Choice& choice, const Subject& subject);
// Returns an attribute of the subject's hierarchy, if the subject has one.
std::string attribute_for_hierarchy(Choice& choice, const Subject& subject);
std::string hierarchies_argument(Choice& choice, const Subject& subject);
std::string harmless_argument(Choice& choice, const Subject& subject);
// Returns a rule over attributes of the source, or over the first letters of the alphabet if there
// is no source.
std::string rule_text(Choice& choice, const Subject& subject, bool quoted,
                      const char* arrow = "->");
ArgumentMaker rules(int least, int greatest, bool of_source);
std::string parts_argument(Choice& choice, const Subject& subject);
const std::vector<Attribute>& known_attributes(const Subject& subject, bool known_only);
std::string series_name(Choice& choice, const Subject& subject);
std::string new_hierarchy_name(Choice& choice, const Subject&);

}  // namespace microdata::fuzz
