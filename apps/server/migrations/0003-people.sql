-- Users, requests about them, permissions and moderators.

-- Somebody whose deletion is asked for stays in office until it is decided: this is what they were, and are meanwhile.
alter table users add column status_before text constraint users_status_before
  check (status_before in ('ACTIVE', 'INACTIVE', 'SUSPENDED'));
update users set status_before = 'ACTIVE' where status = 'PENDING_DELETION';
alter table users add constraint users_status_before_when
  check ((status_before is not null) = (status = 'PENDING_DELETION'));
-- An invite code serves once, for whoever has no password yet.
alter table users add column invited_at timestamptz;
-- The secret of an authenticator that is being enrolled, until a first code proves it.
alter table users add column totp_pending_secret text;
alter table users add column totp_pending_at timestamptz;
alter table users add column preferences jsonb not null default '{}';
-- What the search box looks through.
alter table users add column search text not null
  generated always as (lower(name) || ' ' || phone || ' ' || lower(coalesce(email, ''))) stored;
create index users_search_trgm on users using gin (search gin_trgm_ops);
-- The list of users is filtered, counted and paged within one of these: what it asks of all 200,000 stands in the index,
-- so the rows themselves are read for one page only. `search` begins with the name, so its order is that of names. The time
-- of the last sign-in is in none of them: it changes with each sign-in, which would then write to them all.
create index users_by_name on users (search) include (role, status, area_id, id) where status <> 'DELETED';
create index users_by_role on users (role, search) include (status, area_id, id) where status <> 'DELETED';
create index users_by_status on users (status, search) include (role, area_id, id) where status <> 'DELETED';
drop index users_area_id;
create index users_area_id on users (area_id, role) include (status, search, id);

-- One row for each statement that changed what lists and counts of users tell. The sum of `changes` grows with every commit
-- and never else, so two readers who see the same sum see the same users. Rows are only added, so that no writer waits for
-- another; maintenance adds them up.
create table user_changes (
  id bigint generated always as identity primary key,
  changes bigint not null default 1
);
create function note_user_change() returns trigger language plpgsql as $$
begin
  insert into user_changes default values;
  return null;
end $$;
create trigger users_added_or_removed after insert or delete or truncate on users
  for each statement execute function note_user_change();
create trigger users_changed after update of name, phone, email, role, status, area_id on users
  for each statement execute function note_user_change();
create index users_invite_code on users (invite_code) where invite_code is not null;

create table approval_requests (
  id uuid primary key,
  type text not null constraint approval_requests_type check (
    type in ('USER_REGISTRATION', 'DATA_MODIFICATION', 'ROLE_CHANGE', 'USER_DEACTIVATION', 'USER_DELETION')),
  status text not null default 'PENDING' constraint approval_requests_status check (
    status in ('PENDING', 'APPROVED', 'REJECTED', 'CANCELLED')),
  priority text not null default 'MEDIUM' constraint approval_requests_priority check (
    priority in ('LOW', 'MEDIUM', 'HIGH', 'URGENT')),
  requester_id uuid not null constraint approval_requests_requester references users (id),
  -- The requester's office when they asked: it decides who decides.
  requester_role text not null,
  requester_area_id bigint,
  -- Whom it is about; for a registration the person who was stored as pending with it.
  target_user_id uuid not null constraint approval_requests_target references users (id),
  -- Where the person is, or is to be, assigned; null where nowhere.
  area_id bigint constraint approval_requests_area references locations (id),
  -- What is asked for, and for a change what held when it was asked.
  user_data jsonb not null,
  previous_data jsonb,
  justification text not null constraint approval_requests_justification check (
    char_length(btrim(justification)) between 10 and 1000),
  -- What the approver wants to know before deciding; null while nothing is open.
  required_info jsonb,
  info_comment text,
  decided_by uuid constraint approval_requests_decided_by references users (id),
  decided_at timestamptz,
  decision_comment text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint approval_requests_decided check ((decided_at is null) = (status = 'PENDING'))
);
-- One open request about a person, so that no decision overtakes another.
create unique index approval_requests_one_pending on approval_requests (target_user_id) where status = 'PENDING';
create index approval_requests_target_user_id on approval_requests (target_user_id);
create index approval_requests_status on approval_requests (status, created_at desc);
create index approval_requests_requester_id on approval_requests (requester_id, created_at desc);
create index approval_requests_area_id on approval_requests (area_id, created_at desc);
create index approval_requests_decided_by on approval_requests (decided_by) where decided_by is not null;
create index approval_requests_decided_at on approval_requests (decided_at desc) where decided_at is not null;

-- The course of a request: asked, information wanted and given, decided. Append-only.
create table approval_entries (
  id bigint generated always as identity primary key,
  request_id uuid not null constraint approval_entries_request references approval_requests (id),
  kind text not null constraint approval_entries_kind check (
    kind in ('requested', 'info_requested', 'answered', 'approved', 'rejected', 'cancelled')),
  by_user_id uuid constraint approval_entries_by references users (id),
  comment text,
  required_info jsonb,
  created_at timestamptz not null default clock_timestamp()
);
create index approval_entries_request_id on approval_entries (request_id, id);
create index approval_entries_by_user_id on approval_entries (by_user_id) where by_user_id is not null;
create trigger approval_entries_append_only before update or delete or truncate on approval_entries
  for each statement execute function refuse_change();

-- What a moderator was granted; whoever has no row has all that their role has.
create table moderator_privileges (
  user_id uuid primary key constraint moderator_privileges_user references users (id),
  granted text[] not null,
  -- The areas that they act in; empty for the whole area of their role.
  areas bigint[] not null default '{}',
  managed_roles text[] not null default '{}',
  valid_until timestamptz,
  granted_by uuid constraint moderator_privileges_granted_by references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index moderator_privileges_granted_by on moderator_privileges (granted_by) where granted_by is not null;

create table permission_changes (
  id bigint generated always as identity primary key,
  role text not null,
  module text not null,
  action text not null constraint permission_changes_action check (action in ('grant', 'revoke', 'modify')),
  old_level text not null constraint permission_changes_old check (old_level in ('none', 'read', 'write')),
  new_level text not null constraint permission_changes_new check (new_level in ('none', 'read', 'write')),
  changed_by uuid constraint permission_changes_by references users (id),
  created_at timestamptz not null default clock_timestamp()
);
create index permission_changes_role on permission_changes (role, id desc);
create index permission_changes_changed_by on permission_changes (changed_by) where changed_by is not null;

create table user_imports (
  id uuid primary key,
  file_name text not null,
  role text not null,
  -- The file's first line: the refused rows are given back under the same headings.
  headings text[] not null default '{}',
  state text not null constraint user_imports_state check (
    state in ('reading', 'checking', 'storing', 'completed', 'failed')),
  done real not null default 0,
  rows integer not null default 0,
  accepted integer not null default 0,
  refused integer not null default 0,
  error jsonb,
  started_by uuid not null constraint user_imports_started_by references users (id),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index user_imports_started_by on user_imports (started_by, created_at desc);
create table user_import_refusals (
  import_id uuid not null constraint user_import_refusals_import references user_imports (id) on delete cascade,
  line integer not null,
  -- The row's fields as they stood in the file.
  content text[] not null,
  reason text not null,
  primary key (import_id, line)
);
