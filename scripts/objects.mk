# How units of sources become objects. Included by the Makefile after PGXS, whose compiler and flags it uses.

# The core computes, and has -O3. The adapter asks and copies: it needs inlining, and little else that takes g++ a quarter of its time.
# With these g++ 12 sees the bounds of strings passed where they are not.
adapter_optimization = -O1 $(if $(tolerant),,-Wno-array-bounds -finline-functions -finline-small-functions -findirect-inlining -fpartial-inlining)
$(ADAPTER_OBJECTS) build/precompiled/postgres.hpp.gch: optimization = $(adapter_optimization)

# Where the flags are others than last time, everything is compiled again. Warnings as errors make no other objects,
# but build/strict says that all objects there are were compiled so.
flags := $(strip $(filter-out -Werror,$(COMPILE.cc)) $(adapter_optimization))
$(shell mkdir -p build/precompiled; echo '$(flags)' | cmp -s - build/flags || echo '$(flags)' >build/flags)
strict := $(filter -Werror,$(COMPILE.cc))
$(if $(strict),$(shell test -e build/strict || touch build/strict))
$(ALL_OBJECTS): build/flags $(if $(strict),build/strict)

# The headers of the standard library and of the server are most of what a source includes: they are compiled once.
# PRECOMPILE=no does without, for compilers (and caches of theirs) that cannot.
ifneq ($(PRECOMPILE),no)
$(CORE_OBJECTS): precompiled = -include build/precompiled/core.hpp
$(CORE_OBJECTS): build/precompiled/core.hpp.gch
$(ADAPTER_OBJECTS): precompiled = -include build/precompiled/postgres.hpp
$(ADAPTER_OBJECTS): build/precompiled/postgres.hpp.gch
endif
build/precompiled/core.hpp.gch: header = core/base/precompiled.hpp
build/precompiled/postgres.hpp.gch: header = postgres/server/precompiled.hpp
build/precompiled/%.hpp.gch: build/flags
	@echo '#include "$(header)"' >build/precompiled/$*.hpp
	scripts/compile-unit $(COMPILE.cc) $(optimization) -x c++-header -o $@ build/precompiled/$*.hpp

# Memory is cheaper than the time that g++ takes to collect it.
roomy := $(if $(findstring g++,$(subst clang++,,$(CXX))),--param ggc-min-expand=1000 --param ggc-min-heapsize=1000000)
# With PROGRESS=1 every compilation is announced, with its number of files.
announce = $(if $(PROGRESS),@echo 'compiling $(shell grep -c . $<): $*')

build/units/%.o: build/units/%.cpp
	$(announce)
	scripts/compile-unit $(COMPILE.cc) $(optimization) $(roomy) $(precompiled) -o $@ $<
	$(if $(strict),,@rm -f build/strict)

# The core for programs without the server: the tests.
.PHONY: core
core: build/core.a
build/core.a: $(CORE_OBJECTS)
	@rm -f $@
	$(AR) crs $@ $^

-include $(OBJS:.o=.d) build/precompiled/core.hpp.d build/precompiled/postgres.hpp.d
