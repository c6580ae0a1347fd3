# The program microdata, which talks to servers by libpq and knows nothing of their headers. Included by the Makefile after
# PGXS. Where one of its libraries is missing, or with CLIENT=no, the extension is built without it. Packagers' flags:
# CLIENT_CXXFLAGS and CLIENT_LDFLAGS.

client_include := $(shell $(PG_CONFIG) --includedir)
client_headers = libpq-fe.h CLI/CLI.hpp nlohmann/json.hpp
# (\043 is the sign that begins comments here.)
ifneq ($(CLIENT),no)
client_missing := $(strip $(foreach header,$(client_headers),$(shell \
  printf '\043if !__has_include(<%s>)\n\043error\n\043endif\n' '$(header)' | \
  $(CXX) -x c++ -std=c++20 -I'$(client_include)' -E - >/dev/null 2>&1 || echo '$(header)')))
endif

client_flags = -std=c++20 -O1 $(everywhere) -Wall -Wextra $(tolerant) $(strict) \
  $(if $(filter 1,$(DEBUG_INFO)),-g) -Isrc -isystem $(client_include) -DMICRODATA_VERSION='"$(MICRODATA_VERSION)"' $(CLIENT_CXXFLAGS) -MMD -MP
# Below prefix= where the command line has it, else where the server's own programs are.
client_folder = $(if $(filter command line,$(origin prefix)),$(prefix)/bin,$(bindir))
client_manual = $(if $(filter command line,$(origin prefix)),$(prefix)/share/man,$(mandir))/man1

$(CLIENT_OBJECTS): COMPILE.cc = $(CXX) $(client_flags) -c

# D3 draws the charts of `microdata report`: D3=, npm's or Debian's, of version 5 or later.
report_d3 := $(firstword $(foreach file,$(wildcard $(D3) node_modules/d3/dist/d3.min.js /usr/share/nodejs/d3/dist/d3.min.js \
  /usr/local/lib/node_modules/d3/dist/d3.min.js /usr/lib/node_modules/d3/dist/d3.min.js),\
  $(shell head -c 40 '$(file)' | grep -q 'd3js.org v\([5-9]\|[1-9][0-9]\)\.' && echo '$(file)')))

ifeq ($(CLIENT),no)
else ifeq ($(client_missing),)
$(if $(report_d3),,$(info The program microdata is built without its subcommand report: there is no D3. Debian: node-d3))
all: build/microdata build/microdata.1
install: install-client
else
.PHONY: no-client
all: no-client
no-client:
	@echo 'the program microdata is not built: there is no $(client_missing) (in Debian libpq-dev libcli11-dev nlohmann-json3-dev)'
endif

build/report_assets.cpp: scripts/report-assets $(wildcard src/client/report/*) $(report_d3)
	scripts/report-assets $@ $(report_d3)
build/report_assets.o: build/report_assets.cpp src/client/embedded.hpp
	$(CXX) $(client_flags) -c -o $@ $<

build/argument_comments.cpp: scripts/argument-comments scripts/Interface.pm $(sort $(wildcard sql/*.sql))
	mkdir -p build && scripts/argument-comments $(filter %.sql,$^) >$@.new && mv $@.new $@
build/argument_comments.o: build/argument_comments.cpp src/client/embedded.hpp
	$(CXX) $(client_flags) -c -o $@ $<

build/microdata: $(CLIENT_OBJECTS) build/report_assets.o build/argument_comments.o
	$(CXX) -o $@ $^ $(LDFLAGS) $(LDFLAGS_EX) $(CLIENT_LDFLAGS) -L$(shell $(PG_CONFIG) --libdir) -lpq

.PHONY: install-client uninstall-client
install-client: build/microdata build/microdata.1
	$(MKDIR_P) '$(DESTDIR)$(client_folder)' '$(DESTDIR)$(client_manual)'
	$(INSTALL_PROGRAM) build/microdata '$(DESTDIR)$(client_folder)/microdata'
	$(INSTALL_DATA) build/microdata.1 '$(DESTDIR)$(client_manual)/microdata.1'

build/microdata.1: scripts/manual-page docs/client.md build/microdata
	scripts/manual-page build/microdata >$@.new && mv $@.new $@

uninstall: uninstall-client
uninstall-client:
	rm -f '$(DESTDIR)$(client_folder)/microdata' '$(DESTDIR)$(client_manual)/microdata.1'

-include $(CLIENT_OBJECTS:.o=.d) build/report_assets.d build/argument_comments.d
