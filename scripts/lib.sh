# What the commands of the Makefile share. Sourced by bash, from the project's root.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
root=$PWD
build=$root/build
mkdir -p "$build"
jobs=$(nproc)

say() { printf '\n== %s\n' "$*"; }

# Runs a command as root: directly, or with sudo, saying what for.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    echo "root is needed for: $*"
    sudo -- "$@"
  else
    echo "root is needed for: $*" >&2
    return 1
  fi
}

# Installs those Debian packages of the list that are missing; with all there, does nothing.
need_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -q '^install ok installed$' ||
      missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return 0
  if ! command -v apt-get >/dev/null; then
    echo "please install what Debian calls: ${missing[*]}" >&2
    return 1
  fi
  say "installing ${missing[*]}"
  as_root apt-get update -q >/dev/null &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
      "${missing[@]}" >"$build/apt.log" 2>&1 || {
    tail -n 20 "$build/apt.log" >&2
    return 1
  }
}

# What the program microdata is made of; D3 is in the pages that it writes.
client_packages=(libpq-dev libcli11-dev nlohmann-json3-dev node-d3)

# The server: the one that PG_CONFIG names; where none is named and none found, Debian's.
need_server() {
  PG_CONFIG=${PG_CONFIG:-pg_config}
  need_packages g++ make libeigen3-dev || return 1
  if ! { command -v "$PG_CONFIG" >/dev/null && [ -x "$("$PG_CONFIG" --bindir)/postgres" ] &&
    [ -f "$("$PG_CONFIG" --includedir-server)/postgres.h" ]; }; then
    if [ "$PG_CONFIG" != pg_config ]; then
      echo "PG_CONFIG=$PG_CONFIG: no pg_config of a server with its headers" >&2
      return 1
    fi
    need_packages postgresql-15 postgresql-server-dev-15 libpq-dev || return 1
    PG_CONFIG=pg_config
  fi
  bindir=$("$PG_CONFIG" --bindir)
  pgxs_dir=$(dirname "$(dirname "$("$PG_CONFIG" --pgxs)")")
}

# pg_cron of the server, where Debian has one: tests of schedules are left out otherwise.
need_scheduler() {
  local version
  version=$("$PG_CONFIG" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
  case $("$PG_CONFIG" --pkglibdir) in
    /usr/lib/postgresql/*) need_packages "postgresql-$version-cron" ;;
    *) false ;;
  esac || echo "no pg_cron for this server: tests of schedules are left out"
}

# Citus of the server, for tests of what is distributed: installed where its sources are, which takes about five minutes.
need_citus() {
  local installer=$root/../shared/engines/install-citus
  [ -f "$("$PG_CONFIG" --sharedir)/extension/citus.control" ] && return 0
  if [ ! -x "$installer" ]; then
    echo "no Citus for this server, nor ../shared/engines/install-citus: tests of what is distributed are skipped"
    return 1
  fi
  say "installing Citus"
  as_root env PG_CONFIG="$PG_CONFIG" "$installer" >"$build/install-citus.log" 2>&1 && return 0
  tail -n 20 "$build/install-citus.log" >&2
  echo "Citus cannot be installed: tests of what is distributed are skipped"
  return 1
}

# Copies standard input, in which lines "compiling k: name" are shown as "file n of $1: name" in one line that changes;
# where standard output is no terminal, now and then as a line.
show_progress() {
  local line n=0 shown=0
  while IFS= read -r line; do
    if [[ ! $line =~ ^'compiling '([0-9]+)': '(.*)$ ]]; then
      if [ -t 1 ]; then printf '\r\033[K'; fi
      echo "$line"
      continue
    fi
    n=$((n + BASH_REMATCH[1]))
    if [ -t 1 ]; then
      printf '\r\033[Kfile %d of %d: %s' "$n" "$1" "${BASH_REMATCH[2]:0:50}"
    elif [ $((n - shown)) -ge 20 ] || [ "$n" = "$1" ]; then
      echo "file $n of $1"
      shown=$n
    fi
  done
  if [ -t 1 ] && [ "$n" -gt 0 ]; then printf '\r\033[K'; fi
}

# Builds the extension and installs it for that server. WERROR=1: warnings are errors. INSTALLED=1: that is done.
install_extension() {
  [ "${INSTALLED:-}" = 1 ] && return
  local make=(make -s PG_CONFIG="$PG_CONFIG" WERROR="${WERROR:-}") files library
  files=$("${make[@]}" -n PROGRESS=1 all |
    awk '/^echo .compiling/ { sum += $3 } END { print sum + 0 }')
  "${make[@]}" -j"$jobs" PROGRESS=1 all | show_progress "$files"
  [ "${PIPESTATUS[0]}" = 0 ] || return 1
  library=$("$PG_CONFIG" --pkglibdir)
  if [ -w "$library" ]; then
    "${make[@]}" install
  else
    as_root "${make[@]}" install
  fi
}

# Runs a command as the user that the server runs as: not root, which initdb refuses.
as_server() {
  if [ "$(id -u)" = 0 ]; then
    runuser -u postgres -- "$@"
  else
    "$@"
  fi
}

# A folder that the server's user can work in: under build/, or, where the way there is closed to
# that user, under /tmp. Sets $work.
make_work() {
  local old
  # What runs that were killed have left.
  for old in "$build"/private.*; do
    [ -f "$old/run" ] && ! kill -0 "$(cat "$old/run")" 2>/dev/null && remove_work "$old"
  done
  work=$(mktemp -d "$build/private.XXXXXX")
  chmod 755 "$work"
  echo $$ >"$work/run"
  [ "$(id -u)" = 0 ] && chown postgres "$work"
  if ! as_server test -w "$work" 2>/dev/null; then
    rm -rf "$work"
    work=$(mktemp -d /tmp/pg_microdata.XXXXXX)
    chmod 755 "$work"
    [ "$(id -u)" = 0 ] && chown postgres "$work"
    echo "the user postgres cannot enter $build: working in $work"
  fi
  # A socket's path must be short.
  sockets=$(mktemp -d /tmp/pg_microdata.XXXXXX)
  [ "$(id -u)" = 0 ] && chown postgres "$sockets"
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

# Stops the cluster in a folder of make_work's and removes the folder.
remove_work() {
  if [ -f "$1/cluster/postmaster.pid" ]; then
    (cd / && as_server "$bindir/pg_ctl" -D "$1/cluster" -m immediate -w stop) >/dev/null 2>&1
  fi
  rm -rf "$1"
}

# Whatever happened, nothing is left of what make_work made.
clean_up() {
  local status=$?
  trap - EXIT INT TERM HUP
  remove_work "$work"
  rm -rf "$sockets"
  exit "$status"
}

# Starts the private cluster, reachable through a Unix socket only. Further arguments: settings.
start_cluster() {
  local setting
  (cd / && as_server "$bindir/initdb" -D "$work/cluster" -U postgres -A trust -E UTF8 \
    --locale=C.UTF-8) >"$build/initdb.log" 2>&1 || {
    cat "$build/initdb.log" >&2
    return 1
  }
  for setting in "listen_addresses = ''" "unix_socket_directories = '$sockets'" "port = 5432" "$@"; do
    echo "$setting" | as_server tee -a "$work/cluster/postgresql.conf" >/dev/null
  done
  (cd / && as_server "$bindir/pg_ctl" -D "$work/cluster" -l "$work/log" -w start) >/dev/null || {
    cat "$work/log" >&2
    return 1
  }
  export PGHOST=$sockets PGPORT=5432 PGUSER=postgres PGDATABASE=postgres
  unset PGOPTIONS PGSERVICE PGPASSFILE PGCLIENTENCODING
}

run_psql() { (cd / && "$bindir/psql" -X -P pager=off -v ON_ERROR_STOP=1 "$@"); }

# Runs TAP tests, of the copies in $work, as the server's user. $1: the log; then arguments of prove. Sets $tap_all and
# $tap_bad; what failed leaves its traces in build/tap_log.
run_tap() {
  local log=$1 status
  shift
  (cd "$work" && as_server env PATH="$bindir:$PATH" PG_REGRESS="$pgxs_dir/test/regress/pg_regress" \
    TESTDIR="$work" TESTDATADIR="$work/tap_data" TESTLOGDIR="$work/tap_log" LC_ALL=C.UTF-8 \
    MICRODATA_ADULT="${MICRODATA_ADULT:-}" MICRODATA_ROOT="$work" \
    prove -j "$jobs" --timer -I "$pgxs_dir/test/perl" -I "$work/test/tap" "$@") >"$log" 2>&1
  status=$?
  cat "$log"
  tap_all=$(sed -n 's/^Files=[0-9]*, Tests=\([0-9]*\),.*/\1/p' "$log")
  tap_all=${tap_all:-0}
  tap_bad=$(sed -n 's/.*Tests: *[0-9]* Failed: *\([0-9]*\)).*/\1/p' "$log" |
    awk '{ sum += $1 } END { print sum + 0 }')
  [ "$status" != 0 ] && [ "$tap_bad" = 0 ] && tap_bad=1
  [ "$status" != 0 ] && [ -d "$work/tmp_check/log" ] && cp -r "$work/tmp_check/log" "$build/tap_log"
  return "$status"
}

# The Adult data, outside the project; sets $adult, empty where there is none.
find_adult() {
  local candidate
  adult=
  for candidate in "${MICRODATA_DATA:-}/adult.csv" "$root/../shared/data/adult.csv"; do
    [ -r "$candidate" ] && adult=$(realpath "$candidate") && return 0
  done
  return 0
}
