#!/bin/sh
# Makes the role that does the work and owns nothing, when the database is made. The owner's start grants it what it needs.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role election_console login password :'password';
SQL
