-- /etc/patroni/roles.sql on each database machine (postgres:postgres, 0600): Patroni runs it once, on the first primary.
create role election_console_owner login password '{{password_owner}}';
create role election_console login password '{{password_application}}';
grant pg_read_all_stats to election_console;
create database election_console owner election_console_owner encoding 'UTF8' template template0;
