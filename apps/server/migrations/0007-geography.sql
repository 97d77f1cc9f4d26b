-- Geographical data: lists that page, sort and search 180,000 places, and register imports that are looked at before they
-- are stored.

-- What a list looks through and is sorted by, whatever the case in which a name is written.
alter table locations add column search text not null generated always as (lower(name)) stored;
-- The lists of places are filtered, counted and paged within one of these two alone; the rows themselves are read for one
-- page only.
drop index locations_name_trgm;
create index locations_search_trgm on locations using gin (search gin_trgm_ops);
drop index locations_type_id;
create index locations_type_id on locations (type, id) include (search, code);
create index locations_by_name on locations (type, search, id) include (code);

-- One row for each statement that changed places, as user_changes is for users: the same sum, the same tree.
create table location_changes (
  id bigint generated always as identity primary key,
  changes bigint not null default 1
);
create function note_location_change() returns trigger language plpgsql as $$
begin
  insert into location_changes default values;
  return null;
end $$;
create trigger locations_added_or_removed after insert or delete or truncate on locations
  for each statement execute function note_location_change();
create trigger locations_changed after update of name, code, parent_id, registered_voters, units on locations
  for each statement execute function note_location_change();

-- Users of places are counted in this one alone.
create index users_by_area on users (area_id) include (role, status) where status <> 'DELETED';
-- Counts of units by who holds their office look at everybody whose deletion is asked for.
create index users_status_before on users (role, status_before, area_id) where status_before is not null;

alter table register_imports add column file_name text not null default 'register.csv';
-- The file as it was checked: only that very file is stored.
alter table register_imports add column file_sha256 bytea;
-- What the import would change, and the changes of the tree when that was found out.
alter table register_imports add column preview jsonb;
alter table register_imports add column tree_changes bigint;
alter table register_imports add constraint register_imports_state check (
  state in ('reading', 'checking', 'waiting', 'storing', 'completed', 'failed', 'discarded'));
create index register_imports_created_at on register_imports (created_at desc);
create index register_imports_started_by on register_imports (started_by) where started_by is not null;
