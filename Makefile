# pg_microdata: publish tables about persons without giving the persons away.
#
#   make demo     slices real data and shows what comes of it
#   make check    runs the tests that every change must pass
#   make check-all   runs everything, and writes what each part took to docs/experiments/platforms.md: PARTS="lint,valgrind" for some parts
#   make check-citus   runs the tests of distributed tables on three clusters with Citus; skips them where there is none
#   make check-versions   builds and tests with every server of Debian's, in chroots: VERSIONS="15 15-assertions 17 18"; with UBUNTU_MIRROR=
#                 14 and 16 as well, which are Ubuntu's
#   make check-demo   tries README's first block, as root and as an ordinary user, in chroots of SUITES="bookworm trixie sid"; with UBUNTU_MIRROR=
#                 jammy and noble as well
#   make check-container   does what the Containerfile says, in a chroot
#   make check-compilers, check-processors, check-reproducible
#                 build with clang++, for other processors (run by qemu), and twice: all releases and files are the same
#   make check-workflows   lints .github/workflows
#   make check-crossing   what databases keep goes from server 15 to 17 to 18: CROSSING="15 17 18"; in chroots of Debian's suites, by root
#   make digests  writes test/digests anew, after a change that means seeded releases or figures to be others
#   make fuzz     calls all functions at random, and makes descriptions of releases up: CALLS=1000000 DESCRIPTIONS=20000,
#                 SEED= to repeat a run
#   make bench    runs the benchmarks
#   make deb      builds Debian's packages in a clean chroot and tests them: SUITE=trixie for another suite
#   make dist     packs what PGXN takes; make check-dist installs it on a clean machine
#   make install  builds the extension, and the program microdata where libpq-dev, libcli11-dev and nlohmann-json3-dev are,
#                 and installs them for the PostgreSQL that PG_CONFIG names; the program below prefix= where that is given
#
# DEBUG_INFO=1 builds with debug information, WERROR=1 with warnings as errors, ASSERTIONS=1 with the standard library's checks of indexes.
# All but the last install what they need with apt and work under build/, with a private cluster; of the extension, only the last one
# writes into the server's own folders. INSTALLED=1: they use what it has put there.

# What `make demo DATA=my.csv SENSITIVE=column L=3 COLUMNS=2` says, kept from the variables of the same names below and
# in shells.
ifneq ($(filter command environment,$(firstword $(origin DATA))),)
demo: export DEMO_DATA := $(DATA)
endif
ifeq ($(origin COLUMNS),command line)
demo: export DEMO_COLUMNS := $(COLUMNS)
endif
demo: export DEMO_SENSITIVE := $(SENSITIVE)
demo: export DEMO_IDENTIFIERS := $(IDENTIFIERS)
demo: export DEMO_L := $(L)

fuzz: export FUZZ_CALLS := $(CALLS)
fuzz: export FUZZ_DESCRIPTIONS := $(DESCRIPTIONS)
fuzz: export FUZZ_SEED := $(SEED)

EXTENSION = control/pg_microdata
# The one place of the version; scripts/version-check looks at what repeats it.
MICRODATA_VERSION := $(shell sed -n "s/^default_version = '\(.*\)'/\1/p" $(EXTENSION).control)
# The interface is sql/: the script that makes it, and the one that updates from the version before, which makes the same.
FORMER_VERSIONS = $(patsubst sql/updates/%.before.sql,%,$(wildcard sql/updates/*.before.sql))
DATA = $(sort $(wildcard control/pg_microdata--*.sql))
DATA_built = build/pg_microdata--$(MICRODATA_VERSION).sql $(FORMER_VERSIONS:%=build/pg_microdata--%--$(MICRODATA_VERSION).sql)
MODULE_big = pg_microdata
PG_CONFIG ?= pg_config
EIGEN_CFLAGS ?= -isystem /usr/include/eigen3
PG_CPPFLAGS = -Isrc $(EIGEN_CFLAGS) -DEIGEN_MPL2_ONLY -DMICRODATA_VERSION='"$(MICRODATA_VERSION)"' -MMD -MP
# Processors with a fused multiplication and addition round as those without; folders do not stand in what is built in them.
everywhere = -ffp-contract=off -ffile-prefix-map='$(CURDIR)'=.
override PG_CXXFLAGS += -std=c++20 -O3 $(everywhere) -Wall -Wextra -Wno-register -fvisibility=hidden
# Debian's flags ask for debug information, which makes the library thirty times as large.
ifneq ($(DEBUG_INFO),1)
override PG_CXXFLAGS += -g0
endif
# Methods and audits take a fifth longer with these checks.
ifeq ($(ASSERTIONS),1)
# g++ 12 sees values used uninitialized behind the checks where there are none.
override PG_CXXFLAGS += -D_GLIBCXX_ASSERTIONS -Wno-maybe-uninitialized
endif
ifeq ($(WERROR),1)
override PG_CXXFLAGS += -Werror
endif
SHLIB_LINK = -lstdc++ -lpthread
EXTRA_CLEAN = $(ALL_OBJECTS:.o=.d) $(CLIENT_OBJECTS) build/microdata build/microdata.1 build/report_assets.* build/argument_comments.* build/precompiled build/units build/core.a build/flags build/strict
# Bitcode would want another compiler for C++20.
override with_llvm = no
# The server's makefiles name the compiler that it was built with, and flags of that one. CXX= of the environment counts too.
ifeq ($(origin CXX),environment)
override CXX := $(CXX)
endif

REGRESS = $(patsubst test/regress/sql/%.sql,%,$(sort $(wildcard test/regress/sql/*.sql)))
REGRESS_OPTS = --inputdir=test/regress --outputdir=build/regress
# Some results name the database (and the role postgres, so that `make installcheck` wants PGUSER=postgres).
override CONTRIB_TESTDB = regression

# What prepares the machine runs before there may be a pg_config to ask.
prepared = demo check check-all check-citus check-compilers check-container check-crossing check-demo check-dist check-processors \
  check-reproducible check-versions check-workflows deb digests dist fuzz bench dependencies format format-check lint
ifneq ($(filter $(prepared),$(MAKECMDGOALS)),)

.PHONY: $(prepared)
$(prepared):
	@env -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES -u DATA -u COLUMNS PG_CONFIG='$(PG_CONFIG)' scripts/$@

else

# Sources are compiled in units of a few that lie in one room.
ALL_OBJECTS := $(patsubst %.cpp,%.o,$(shell scripts/units))
CLIENT_OBJECTS = $(filter build/units/client-%,$(ALL_OBJECTS))
OBJS := $(filter-out $(CLIENT_OBJECTS),$(ALL_OBJECTS))
CORE_OBJECTS = $(filter build/units/core-%,$(OBJS))
ADAPTER_OBJECTS = $(filter build/units/postgres-%,$(OBJS))

PGXS := $(shell $(PG_CONFIG) --pgxs)
ifeq ($(wildcard $(PGXS)),)
$(error PG_CONFIG=$(PG_CONFIG) is of no server with its headers: install postgresql-server-dev-NN, or name the pg_config of another)
endif
include $(PGXS)
# Ubuntu 22.04 has g++ 12 by this name, beside an older one.
ifneq ($(shell [ '$(CXX)' = g++ ] && [ "$$(g++ -dumpversion)" = 11 ] && command -v g++-12),)
override CXX := g++-12
endif
# Ubuntu's servers ask for optimization by the linker, which would compile the library twice.
override CXXFLAGS := $(filter-out -flto% -ffat-lto-objects,$(CXXFLAGS))
ifneq ($(findstring clang,$(shell $(CXX) --version)),)
# stable_sort of g++ 12's library uses what that calls deprecated.
tolerant = -Wno-deprecated-declarations
# The server's makefiles have flags, and its headers an attribute of formats, that only g++ knows.
override CXXFLAGS := $(CXXFLAGS) -Wno-unknown-warning-option -Wno-ignored-optimization-argument -Wno-ignored-attributes $(tolerant)
endif
$(DATA_built): build/pg_microdata--%.sql: scripts/install-sql $(wildcard sql/*.sql sql/updates/*.sql) $(EXTENSION).control
	@mkdir -p build
	scripts/install-sql $(lastword $(subst --, ,$*)) $(if $(findstring --,$*),$(firstword $(subst --, ,$*))) >$@.new && mv $@.new $@
include scripts/objects.mk
include scripts/client.mk

endif
