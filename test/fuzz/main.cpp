#include <CLI/CLI.hpp>
#include <cstdint>
#include <exception>
#include <iomanip>
#include <iostream>
#include <random>
#include <string>
#include <thread>

#include "description_play.hpp"
#include "region_play.hpp"
#include "scene.hpp"
#include "tamper_play.hpp"

// Makes random calls of all functions of the extension with random relations until it finds an
// error. Errors are a crash, an internal error, a release that does not verify, and remains of a
// failed call.

namespace microdata::fuzz {

namespace {

struct Options {
  std::string connection;
  std::string log;
  std::string reference = "docs/reference/errors.md";
  std::string folder = ".";
  std::size_t calls = 2000;
  std::uint64_t seed = 0;
  std::size_t first_scene = 0;
  std::size_t scenes = 0;
  std::size_t descriptions = 0;
  std::size_t first_description = 0;
  std::string made_up;
  int patience = 20;
  bool quiet = false;
};

void report(const Stage& stage, std::size_t calls, double seconds, bool quiet) {
  if (!quiet) {
    for (const auto& [name, tally] : stage.tallies) {
      std::cout << std::left << std::setw(28) << name << std::right << std::setw(8) << tally.calls
                << " calls " << std::setw(8) << tally.succeeded << " succeeded, mean " << std::fixed
                << std::setprecision(1) << tally.seconds * 1000 / static_cast<double>(tally.calls)
                << " ms, slowest " << tally.slowest * 1000 << " ms\n";
    }
    for (const auto& [sqlstate, count] : stage.sqlstates)
      std::cout << sqlstate << " " << count << "\n";
  }
  std::cout << calls << " calls in " << std::fixed << std::setprecision(0) << seconds << " s, "
            << stage.releases_checked << " releases verified, " << stage.cancelled
            << " calls cancelled (the slowest after " << std::setprecision(3)
            << stage.slowest_cancel << " s), " << stage.slow << " ended for their slowness, "
            << stage.findings.distinct() << " findings\n"
            << std::flush;
}

void look_for_strays(Stage& stage, const Options& options, std::size_t scene) {
  const std::string files = stage.watch.stray_files();
  if (!files.empty())
    stage.findings.add("files that belong to no relation", files, "", options.seed,
                       "scene " + std::to_string(scene));
}

// A watch of the growth of a session's memory.
class MemoryWatch {
 public:
  MemoryWatch(Stage& stage, const Options& options) : stage_(stage), options_(options) {}

  // Compares the memory of the session with that after the first scenes, when caches have settled.
  // Growth from there on is a leak.
  void look(std::size_t scene) {
    ++scenes_;
    if (scenes_ == 50) base_ = ServerWatch::memory_of(stage_.player);
    if (scenes_ < 500) return;
    const long grown = ServerWatch::memory_of(stage_.player) - base_;
    if (grown > 100'000)
      stage_.findings.add("a session grows", std::to_string(grown) + " kB in 450 scenes", "",
                          options_.seed, "scene " + std::to_string(scene));
    scenes_ = 0;
    stage_.player.reconnect();
  }

 private:
  Stage& stage_;
  const Options& options_;
  std::size_t scenes_ = 0;
  long base_ = 0;
};

void report_play(const char* what, std::size_t played, const GuardedCalls& calls,
                 Clock::time_point began) {
  std::cout << played << " " << what << ", " << calls.calls() << " calls in " << std::fixed
            << std::setprecision(0) << std::chrono::duration<double>(Clock::now() - began).count()
            << " s, at most " << calls.most_memory() / 1024 << " MB for one\n"
            << std::flush;
}

template <typename Play>
void play_all(Stage& stage, const Options& options, const char* what, std::size_t factor,
              Play& play) {
  const auto began = Clock::now();
  const std::size_t all = options.descriptions * factor;
  for (std::size_t i = 0; i < all && !stage.hung; ++i) {
    play.play(options.first_description * factor + i);
    if (!stage.player.alive() || !stage.observer.alive())
      throw std::runtime_error("the server does not come back");
    if ((i + 1) % (1000 * factor) == 0) report_play(what, i + 1, play.calls(), began);
  }
  report_play(what, all, play.calls(), began);
  stage.findings.write();
}

// Number of calls about regions for each description; these calls are faster.
constexpr std::size_t regions_for_description = 3;

void play_descriptions(Stage& stage, const Options& options) {
  if (options.descriptions == 0) return;
  if (options.made_up != "regions") {
    DescriptionPlay descriptions(stage, options.seed);
    play_all(stage, options, "descriptions", 1, descriptions);
    std::cout << descriptions.taken() << " descriptions taken\n";
    TamperPlay tampering(stage, options.seed);
    play_all(stage, options, "changed releases", 1, tampering);
    std::cout << "in " << tampering.unseen() << " of them, verify_release finds nothing\n";
  }
  if (options.made_up == "descriptions") return;
  // Tables that seem to be distributed must be invisible to all other plays.
  stage.observer.run("DROP DATABASE IF EXISTS fuzz_regions");
  stage.observer.run("CREATE DATABASE fuzz_regions");
  RegionPlay regions(stage, options.connection + " dbname=fuzz_regions", options.seed);
  play_all(stage, options, "calls about regions", regions_for_description, regions);
}

int run(const Options& options) {
  const auto began = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - began).count(); };
  {
    Session session(options.connection, {});
    const Outcome outcome =
        session.run("CREATE EXTENSION IF NOT EXISTS pg_microdata;\n" + type_definitions());
    if (outcome.error) throw std::runtime_error(outcome.error->text);
  }
  Stage stage(options.connection, options.log,
              {std::chrono::seconds(options.patience), std::chrono::seconds(options.patience)},
              options.reference, options.folder);
  play_descriptions(stage, options);
  MemoryWatch memory(stage, options);
  std::size_t calls = 0;
  std::size_t scene = options.first_scene;
  std::size_t told = 0;
  for (; options.scenes == 0 ? calls < options.calls : scene < options.first_scene + options.scenes;
       ++scene) {
    calls += Scene(stage, options.seed, scene).play();
    if (stage.hung) {
      std::cerr << "a call does not end; the run does\n";
      break;
    }
    if (!stage.player.alive() || !stage.other.alive() || !stage.observer.alive()) {
      if (!stage.player.reconnect() || !stage.other.reconnect() || !stage.observer.reconnect()) {
        std::cerr << "the server does not come back\n";
        break;
      }
      // The server clears the remains of the lost sessions with a delay.
      std::this_thread::sleep_for(std::chrono::seconds(12));
      stage.watch.trouble_in_log();
      stage.crashed = true;
    }
    memory.look(scene);
    if (calls / 10'000 > told) {
      told = calls / 10'000;
      if (!stage.crashed) look_for_strays(stage, options, scene);
      stage.findings.write();
      std::cout << "scene " << scene << ": " << std::flush;
      report(stage, calls, seconds(), true);
    }
  }
  if (!stage.crashed) look_for_strays(stage, options, scene);
  stage.findings.write();
  report(stage, calls, seconds(), options.quiet);
  return stage.findings.distinct() == 0 ? 0 : 1;
}

}  // namespace

}  // namespace microdata::fuzz

int main(int argc, char** argv) {
  microdata::fuzz::Options options;
  CLI::App app("Random calls of the functions of pg_microdata");
  app.add_option("--connection", options.connection, "Connection parameters, as of libpq");
  app.add_option("--log", options.log, "The server's log");
  app.add_option("--reference", options.reference,
                 "docs/reference/errors.md, for its table of codes");
  app.add_option("--folder", options.folder, "Where findings.txt and the scripts go");
  app.add_option("--calls", options.calls, "How many calls");
  const auto* seed = app.add_option("--seed", options.seed, "Repeats a run");
  app.add_option("--scene", options.first_scene, "The first scene; each has a seed of its own");
  app.add_option("--scenes", options.scenes, "How many scenes, in place of calls");
  app.add_option("--descriptions", options.descriptions,
                 "How many descriptions of releases are made up, registered and read before");
  app.add_option("--description", options.first_description,
                 "The first of them; each has a seed of its own");
  app.add_option("--only", options.made_up, "Of them: descriptions, or calls about regions")
      ->check(CLI::IsMember({"descriptions", "regions"}));
  app.add_option("--patience", options.patience,
                 "Seconds until a call is cancelled, and from then until it must have ended");
  app.add_flag("--quiet", options.quiet, "No figures by function");
  CLI11_PARSE(app, argc, argv);
  if (seed->count() == 0) options.seed = std::random_device{}();
  std::cout << "seed " << options.seed << "\n" << std::flush;
  try {
    return microdata::fuzz::run(options);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
