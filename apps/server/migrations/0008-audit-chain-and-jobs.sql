-- The chain of audit entries. Entries are added by many transactions at once and never changed; one writer at a time
-- (platform/audit-chain.ts) links those that are stored, in the order in which it finds them, within a second. A link
-- repeats what lists filter by, so that the entries themselves need few indexes while hundreds a second are added.
create table audit_links (
  position bigint primary key,
  entry_id bigint not null constraint audit_links_entry_unique unique,
  -- SHA-256 over the hash of the link before and the entry in its written form (platform/audit-form.ts).
  hash bytea not null,
  event text not null,
  resource_id text,
  user_id uuid,
  area_id bigint,
  ip text collate "C",
  created_at timestamptz not null,
  linked_at timestamptz not null default clock_timestamp(),
  -- 16,384 links each. A list goes from block to block, in each along the index that finds least, until its page is full:
  -- so no filter, and no two filters together, ever make it read far (features/audit/queries.ts).
  block integer not null generated always as ((position >> 14)::integer) stored
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index audit_links_event on audit_links (event, block, area_id) include (position, created_at);
create index audit_links_area on audit_links (block, area_id) include (position) where area_id is not null;
create index audit_links_ip on audit_links (block, ip) include (position) where ip is not null;
create index audit_links_system on audit_links (block, event) include (area_id, ip, position) where user_id is null;
create index audit_links_user on audit_links (user_id, position);
create index audit_links_resource on audit_links (resource_id, position) where resource_id is not null;

-- Which times a block holds, so that those outside a period are passed over. It only says where to look.
create table audit_blocks (
  block integer primary key,
  first_at timestamptz not null,
  last_at timestamptz not null
) with (fillfactor = 50);

create trigger audit_links_append_only before update or delete or truncate on audit_links
  for each statement execute function refuse_change();
-- Also where a session switches triggers off for replication.
alter table audit_links enable always trigger audit_links_append_only;
alter table audit_entries enable always trigger audit_entries_append_only;

-- Where the writer stands. `linked_through`: every entry with a number up to it is linked, or never will be stored.
create table audit_chain (
  only_row boolean primary key default true constraint audit_chain_only_row check (only_row),
  position bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  linked_through bigint not null default 0
);
insert into audit_chain default values;

-- The processes that run jobs, so that what a killed one held is taken up by another (platform/jobs.ts).
create table job_runners (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);
