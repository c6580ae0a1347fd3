# What the commands of the Makefile share. Sourced by bash, from the project's root.
set -u
# Of whoever calls: cd would go elsewhere, libpq to another server than the private one, and administration lies in sbin.
unset CDPATH
for variable in $(compgen -e PG); do
  [ "$variable" = PG_CONFIG ] || [ "$variable" = PG_REGRESS ] || unset "$variable"
done
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
root=$PWD
build=$root/build
mkdir -p "$build"
jobs=$(nproc)

say() { printf '\n== %s\n' "$*"; }

. scripts/packages.sh

# Says what of the tests is left out, where the server's version of Debian has no pg_cron.
need_scheduler() {
  [ -f "$("$PG_CONFIG" --pkglibdir)/pg_cron.so" ] || echo "no pg_cron for this server: tests of schedules are left out"
}

# Whether nobody but root and whoever calls can have written this file, or put it there.
is_trusted() {
  local path owner group mode
  path=$(realpath -e "$1" 2>/dev/null) || return 1
  while read -r owner group mode < <(stat -c '%u %g %A' "$path"); do
    [ "$owner" = 0 ] || [ "$owner" = "$(id -u)" ] || return 1
    # Whoever may write a folder may put something else there, but for a sticky one.
    [[ ${mode:5:1} == - || $group == 0 || ${mode:9:1} == [tT] ]] || return 1
    [[ ${mode:8:1} == - || ${mode:9:1} == [tT] ]] || return 1
    [ "$path" != / ] || return 0
    path=$(dirname "$path")
  done
}

# Citus of the server, for tests of what is distributed: installed for it as packages are, from its sources beside the project,
# with little optimization and without bitcode, which take a minute instead of five. It finds itself in pg_available_extensions alone,
# which shows nothing below extension_destdir.
need_citus() {
  local installer=$root/../shared/engines/install-citus
  [ -f "$("$PG_CONFIG" --sharedir)/extension/citus.control" ] && return 0
  if [ -x "$installer" ] && ! is_trusted "$installer"; then
    echo "others may write ../shared/engines/install-citus: it is not run"
    return 1
  fi
  if [ ! -x "$installer" ]; then
    echo "no Citus for this server, nor ../shared/engines/install-citus: tests of what is distributed are skipped"
    return 1
  fi
  say "installing Citus"
  as_root "$build/install-citus.log" env PG_CONFIG="$PG_CONFIG" MAKEFLAGS='with_llvm=no COPT=-O1\ -g0' "$installer" && return 0
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

# What the server has of a kind of setting.
server_has() { "$bindir/postgres" --describe-config | grep -q "^$1"$'\t'; }

# Where the extension lies, as the server's own folders do below /; empty: in these folders themselves. Scripts that another
# one calls find it in the environment.
extension_tree=${EXTENSION_TREE:-}

# Builds the extension and puts it below build/, with the program microdata: nothing is written into the server's folders. WERROR=1:
# warnings are errors. INSTALLED=1: the server uses what `make install` has put there.
install_extension() {
  [ "${INSTALLED:-}" = 1 ] || [ -n "$extension_tree" ] && return
  if ! server_has extension_destdir && ! server_has extension_control_path; then
    echo "$("$PG_CONFIG" --version) in $bindir loads extensions from its own folders alone: run make install PG_CONFIG=$PG_CONFIG as who may write there, and then this with INSTALLED=1" >&2
    return 1
  fi
  local make=(make -s PG_CONFIG="$PG_CONFIG" WERROR="${WERROR:-}") files
  files=$("${make[@]}" -n PROGRESS=1 all |
    awk '/^echo .compiling/ { sum += $3 } END { print sum + 0 }')
  "${make[@]}" -j"$jobs" PROGRESS=1 all | show_progress "$files"
  [ "${PIPESTATUS[0]}" = 0 ] || return 1
  rm -rf "$build/installed"
  "${make[@]}" install DESTDIR="$build/installed" >"$build/install.log" 2>&1 || {
    cat "$build/install.log" >&2
    return 1
  }
  export EXTENSION_TREE=$build/installed
  extension_tree=$EXTENSION_TREE
}

# Copies the extension to $work, where the server's user can read it, with former versions, which nobody installs: updates are tested from them.
show_extension() {
  [ -n "$extension_tree" ] && [ "$extension_tree" != "$work/installed" ] || return 0
  [ -d "$work/installed" ] || cp -r "$extension_tree" "$work/installed"
  extension_tree=$work/installed
  [ ! -d "$root/test/upgrade" ] || cp "$root"/test/upgrade/pg_microdata--*.sql "$extension_tree$("$PG_CONFIG" --sharedir)/extension/"
  chmod -R a+rX "$extension_tree"
}

# The settings with which a server finds the extension.
extension_settings() {
  local tree
  [ -n "$extension_tree" ] || return 0
  tree=${extension_tree//\'/\'\'}
  if server_has extension_destdir; then
    echo "extension_destdir = '$tree'"
  else
    echo "extension_control_path = '$tree$("$PG_CONFIG" --sharedir):\$system'"
  fi
  # What is preloaded or named by LOAD, too.
  echo "dynamic_library_path = '$tree$("$PG_CONFIG" --pkglibdir):\$libdir'"
}

# Runs a command as the user that the server runs as: not root, which initdb refuses.
as_server() {
  if [ "$(id -u)" = 0 ]; then
    runuser -u postgres -- "$@"
  else
    "$@"
  fi
}

# Makes a folder of a run's, and in it one of the server's user. $1: where, as for mktemp; $2: the inner one's name.
make_folder() {
  local made
  made=$(mktemp -d "$1")
  chmod 755 "$made"
  echo $$ >"$made/run"
  mkdir "$made/$2"
  [ "$(id -u)" != 0 ] || chown postgres "$made/$2"
  echo "$made"
}

# Sets $work, a folder under build/, or, where the way there is closed to the server's user, under /tmp; $served, a folder in it
# that the server's user works in; and $sockets, one whose name is short, as a socket's has to be. Root does not write below $served,
# where that user may have put a link: `serve` does.
make_work() {
  local old
  # What runs that were killed have left.
  for old in "$build"/private.* /tmp/pg_microdata.*; do
    [ -O "$old" ] && [ ! -L "$old" ] && [ -f "$old/run" ] && ! kill -0 "$(cat "$old/run")" 2>/dev/null && remove_work "$old"
  done
  short=$(make_folder /tmp/pg_microdata.XXXXXX s)
  sockets=$short/s
  work=$(make_folder "$build/private.XXXXXX" served)
  if ! as_server test -w "$work/served" 2>/dev/null; then
    rm -rf "$work"
    work=$(make_folder /tmp/pg_microdata.XXXXXX served)
    echo "the user postgres cannot enter $build: working in $work"
  fi
  served=$work/served
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

# Copies files and folders to the server's user, by that user. $1...: their paths from the project's root.
serve() { tar -cf - -- "$@" | as_server tar -C "$served" -xf -; }

# Stops the clusters in a folder of make_work's and removes the folder.
remove_work() {
  local running
  for running in "$1"/served/cluster*/postmaster.pid; do
    [ ! -f "$running" ] ||
      (cd / && as_server "$bindir/pg_ctl" -D "$(dirname "$running")" -m immediate -w stop) >/dev/null 2>&1
  done
  rm -rf "$1"
}

# Whatever happened, nothing is left of what make_work made.
clean_up() {
  local status=$?
  trap - EXIT
  # make sends a second one.
  trap '' INT TERM HUP
  remove_work "$work"
  rm -rf "$short"
  exit "$status"
}

# Starts a private cluster, reachable through a Unix socket only. Arguments: settings. Of the environment comes PRIVATE_PORT, by which
# several are told apart.
start_cluster() {
  local setting port=${PRIVATE_PORT:-5432}
  local cluster=$served/cluster${PRIVATE_PORT:-}
  show_extension
  (cd / && as_server "$bindir/initdb" -D "$cluster" -U postgres -A trust -E UTF8 \
    --locale=C.UTF-8) >"$build/initdb.log" 2>&1 || {
    cat "$build/initdb.log" >&2
    return 1
  }
  for setting in "listen_addresses = ''" "unix_socket_directories = '$sockets'" "port = $port" \
    "$(extension_settings)" "$@"; do
    echo "$setting" | as_server tee -a "$cluster/postgresql.conf" >/dev/null
  done
  (cd / && as_server "$bindir/pg_ctl" -D "$cluster" -l "$served/log${PRIVATE_PORT:-}" -w start) >/dev/null || {
    as_server cat "$served/log${PRIVATE_PORT:-}" >&2
    return 1
  }
  export PGHOST=$sockets PGPORT=$port PGUSER=postgres PGDATABASE=postgres
}

run_psql() { (cd / && "$bindir/psql" -X -P pager=off -v ON_ERROR_STOP=1 "$@"); }

# Makes clusters that tests' clusters are copies of: bare, as initdb leaves it, and one with the extension in its database
# postgres. Before 16, PostgreSQL's test module knows no INITDB_TEMPLATE: an initdb that comes first in PATH makes the copy.
make_templates() {
  [ ! -d "$served/extended" ] || return 0
  (
    cd / || exit
    export LC_ALL=C.UTF-8
    as_server "$bindir/initdb" -D "$served/bare" -A trust -N && as_server cp -Rp "$served/bare" "$served/cluster.extended" &&
      extension_settings | as_server tee "$served/cluster.extended/postgresql.auto.conf" &&
      as_server "$bindir/pg_ctl" -D "$served/cluster.extended" -l "$served/extended.log" -w \
        -o "-F -p 5431 -k '$sockets' -c listen_addresses=" start &&
      as_server env -u PGUSER "$bindir/psql" -X -h "$sockets" -p 5431 -d postgres -c 'CREATE EXTENSION pg_microdata' &&
      as_server "$bindir/pg_ctl" -D "$served/cluster.extended" -w stop &&
      as_server cp "$served/bare/postgresql.auto.conf" "$served/cluster.extended/postgresql.auto.conf" &&
      as_server mv "$served/cluster.extended" "$served/extended"
  ) >"$build/templates.log" 2>&1 && mkdir "$work/bin" &&
    cat >"$work/bin/initdb" <<END && chmod 755 "$work/bin" "$work/bin/initdb"
#!/bin/sh
[ -n "\$INITDB_TEMPLATE" ] && [ "\$# \$1 \$3 \$4 \$5" = "5 -D -A trust -N" ] && exec cp -Rp "\$INITDB_TEMPLATE" "\$2"
exec '$bindir/initdb' "\$@"
END
}

# Runs TAP tests, of the copies in $served, as the server's user. $1: the log; then arguments of prove. Sets $tap_all and
# $tap_bad; what failed leaves its traces in build/tap_log.
run_tap() {
  local log=$1 status logs
  shift
  show_extension
  make_templates || {
    cat "$build/templates.log"
    tap_all=0 tap_bad=1
    return 1
  }
  extension_settings >"$work/extension.conf"
  chmod a+r "$work/extension.conf"
  (cd "$served" && as_server env PATH="$work/bin:${extension_tree:+$extension_tree$bindir:}$bindir:$PATH" TEMP_CONFIG="$work/extension.conf" \
    INITDB_TEMPLATE="$served/bare" EXTENDED_TEMPLATE="$served/extended" EXTENSION_TREE="$extension_tree" PG_REGRESS="$pgxs_dir/test/regress/pg_regress" \
    TESTDIR="$served" TESTDATADIR="$served/tap_data" TESTLOGDIR="$served/tap_log" LC_ALL=C.UTF-8 \
    MICRODATA_ADULT="${MICRODATA_ADULT:-}" MICRODATA_ROOT="$served" \
    prove -j "$jobs" --timer -I "$pgxs_dir/test/perl" -I "$served/test/tap" "$@") >"$log" 2>&1
  status=$?
  cat "$log"
  tap_all=$(sed -n 's/^Files=[0-9]*, Tests=\([0-9]*\),.*/\1/p' "$log")
  tap_all=${tap_all:-0}
  # A file that ended before its end, without a failed test, is one.
  tap_bad=$(sed -n 's/.*(Wstat: *\([0-9]*\).* Tests: *[0-9]* Failed: *\([0-9]*\)).*/\1 \2/p' "$log" |
    awk '{ sum += $2 ? $2 : $1 != 0 } END { print sum + 0 }')
  [ "$status" != 0 ] && [ "$tap_bad" = 0 ] && tap_bad=1
  # Where logs are is another folder from PostgreSQL 16 on.
  [ "$status" = 0 ] || for logs in tap_log tmp_check/log; do
    mkdir -p "$build/tap_log"
    as_server test ! -d "$served/$logs" || as_server tar -C "$served/$logs" -cf - . | tar -C "$build/tap_log" --no-same-owner -xf -
  done
  return "$status"
}

# Copies the Adult data that find_adult has found to the server's user.
serve_adult() {
  [ -n "$adult" ] || return 0
  export MICRODATA_ADULT=$served/adult.csv
  as_server tee "$MICRODATA_ADULT" <"$adult" >/dev/null
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
