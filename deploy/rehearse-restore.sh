#!/usr/bin/env bash
# Rehearses a restore: backs up a database of its own, writes to it, deletes rows by mistake, kills and erases it, and
# restores it to the moment before the mistake. Touches nothing outside its temporary folder. Exit code 0: every row came back.
#   sudo -u postgres deploy/rehearse-restore.sh
set -euo pipefail

[ "$(id -u)" -ne 0 ] || { echo "Run it as postgres: sudo -u postgres $0" >&2; exit 2; }
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
home=$(mktemp -d)
data=$home/data
trap '"$bin/pg_ctl" -D "$data" stop -m immediate >/dev/null 2>&1 || true; rm -rf "$home"' EXIT

say() { printf '%(%H:%M:%S)T  %s\n' -1 "$*"; }
sql() { psql -h "$home" -d postgres -XqAt -v ON_ERROR_STOP=1 -c "$1"; }
backrest() { pgbackrest --config="$home/pgbackrest.conf" --stanza=pariksha "$@"; }
up() { "$bin/pg_ctl" -D "$data" -l "$home/log" -w -t 120 start >/dev/null; }

mkdir "$home/repo" "$home/backrest-log" "$home/spool"
# The settings of deploy/pgbackrest.conf, with other folders.
sed -e "s#^repo1-path=.*#repo1-path=$home/repo#" -e "s#^pg1-path=.*#pg1-path=$data\npg1-socket-path=$home#" \
  -e "s#^log-level-file=.*#log-path=$home/backrest-log\nspool-path=$home/spool\nlock-path=$home#" \
  "$(dirname "$0")/pgbackrest.conf" >"$home/pgbackrest.conf"

"$bin/initdb" -D "$data" --auth=trust >/dev/null
cat >>"$data/postgresql.conf" <<SETTINGS
listen_addresses = ''
unix_socket_directories = '$home'
archive_mode = on
archive_command = 'pgbackrest --config=$home/pgbackrest.conf --stanza=pariksha archive-push %p'
SETTINGS
up
backrest stanza-create
backrest check
say "$(psql --version), $(pgbackrest version): a database of its own, write-ahead logs archived"

sql "create table answers (n int primary key, at timestamptz not null default clock_timestamp())"
sql "insert into answers select generate_series(1, 1000)"
backrest --type=full backup
say "1000 answers, backed up whole"

sql "insert into answers select generate_series(1001, 2000)"
moment=$(sql "select clock_timestamp()")
say "1000 more after the backup; the moment to come back to: $moment"

sleep 1
sql "delete from answers where n % 2 = 0"
sql "select pg_switch_wal()" >/dev/null
# The log that holds the mistake is in the archive too, so the restore has to stop before it.
backrest check
say "by mistake half are deleted: $(sql "select count(*) from answers") left"

kill -KILL "$(head -1 "$data/postmaster.pid")"
rm -rf "$data"
say "the server is killed, its folder erased"

mkdir -m 700 "$data"
began=$SECONDS
backrest --type=time --target="$moment" --target-action=promote restore
up
# Waits until Postgres is out of recovery and takes writes.
for _ in $(seq 120); do [ "$(sql "select pg_is_in_recovery()")" = f ] && break; sleep 1; done
found=$(sql "select count(*) || ' from ' || min(n) || ' to ' || max(n) from answers")
late=$(sql "select count(*) from answers where at > '$moment'")
sql "insert into answers values (2001)"
say "restored in $((SECONDS - began)) s: $found, $late later than the moment, and it takes writes"

[ "$found" = "2000 from 1 to 2000" ] && [ "$late" = 0 ] || { say "NOT what was there"; exit 1; }
say "all that was there at the moment is there again, and nothing after it"
