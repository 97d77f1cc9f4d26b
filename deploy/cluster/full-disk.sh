# /etc/patroni/full-disk.sh on each database machine (postgres:postgres, 0600): hands over when the disk of the primary is full.
# PostgreSQL refuses writes then and goes on, so Patroni leaves the lease where it is. It is handed over only to a synchronous standby
# with room on its disk; where there is none, nothing happens, and reads go on.
export LC_ALL=C PGUSER=rewind PGPASSWORD='{{password_rewind}}' PGDATABASE=postgres PGCONNECT_TIMEOUT=5

data={{postgres_data}}
# In PostgreSQL's folder, where the others can ask for it; absent or old where there is no room.
mark=election-console-has-room
# Two segments of WAL, which PostgreSQL needs to write at all.
least=32

ask() {
  {{programs}}/psql --no-psqlrc --tuples-only --no-align --host="$1" --port="$2" --command="$3"
}

address_of() {
  case "$1" in
    {{db1_name}}) echo {{db1_address}} {{db1_postgres}} ;;
    {{db2_name}}) echo {{db2_address}} {{db2_postgres}} ;;
    {{db3_name}}) echo {{db3_address}} {{db3_postgres}} ;;
  esac
}

while sleep 2; do
  # No mark in the empty folder of a copy that is about to be made.
  [ -f "$data/postmaster.pid" ] || continue
  free="$(df --output=avail --block-size=1M "$data" "$data/pg_wal/." 2>/dev/null | tail -n +2 | sort -n | head -n 1 | tr -d ' ')"
  case "$free" in
    '' | *[!0-9]*) continue ;;
  esac
  if [ "$free" -ge "$least" ]; then
    touch "$data/$mark"
    continue
  fi
  rm -f "$data/$mark"
  # A standby that fills up at the same moment has removed its mark by then.
  sleep 3
  standby="$(ask {{address}} {{postgres}} "select translate(current_setting('synchronous_standby_names'), '\"', '') where not pg_is_in_recovery()")"
  at="$(address_of "$standby")"
  [ -n "$at" ] || continue
  room="$(ask $at "select (pg_stat_file('$mark', true)).modification > now() - interval '20 seconds'")"
  if [ "$room" != t ]; then
    echo "$free MB are free, and $standby, the synchronous standby, has no room either or did not answer."
    continue
  fi
  said="$(patronictl -c {{patroni_config}} switchover election-console --leader {{name}} --candidate "$standby" --force 2>&1)"
  case "$said" in
    *'Successfully switched over'*) echo "$free MB were free, so $standby took over. With space again, this machine follows." ;;
    *) echo "$free MB are free, and $standby did not take over: $said" ;;
  esac
  sleep 10
done
