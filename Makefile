# pg_microdata: publish tables about persons without giving the persons away.
#
#   make demo     slices real data and shows what comes of it
#   make check    runs all tests
#   make fuzz     calls all functions at random: CALLS=1000000, SEED= to repeat a run
#   make bench    runs the benchmarks
#   make install  builds the extension and installs it for the PostgreSQL that PG_CONFIG names
#
# All but the last install what they need with apt and work in a private cluster under build/.

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
fuzz: export FUZZ_SEED := $(SEED)

EXTENSION = control/pg_microdata
DATA = $(sort $(wildcard control/pg_microdata--*.sql))
MODULE_big = pg_microdata
OBJS = $(patsubst %.cpp,%.o,$(sort $(shell find src -name "*.cpp")))

PG_CONFIG ?= pg_config
EIGEN_CFLAGS ?= -isystem /usr/include/eigen3
PG_CPPFLAGS = -Isrc $(EIGEN_CFLAGS) -DEIGEN_MPL2_ONLY -MMD -MP
override PG_CXXFLAGS += -std=c++20 -O3 -Wall -Wextra -Wno-register -fvisibility=hidden
SHLIB_LINK = -lstdc++ -lpthread
EXTRA_CLEAN = $(OBJS:.o=.d)
# Bitcode would want another compiler for C++20.
override with_llvm = no

REGRESS = $(patsubst sql/%.sql,%,$(sort $(wildcard sql/*.sql)))
REGRESS_OPTS = --inputdir=. --outputdir=build/regress

# What prepares the machine runs before there may be a pg_config to ask.
ifneq ($(filter demo check fuzz bench dependencies format format-check lint,$(MAKECMDGOALS)),)

.PHONY: demo check fuzz bench dependencies format format-check lint
demo check fuzz bench dependencies format format-check lint:
	@env -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES -u DATA -u COLUMNS PG_CONFIG='$(PG_CONFIG)' scripts/$@

else

PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)
-include $(OBJS:.o=.d)

endif
