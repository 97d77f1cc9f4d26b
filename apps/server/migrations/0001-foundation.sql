-- People, places, sessions, settings, audit and events: what every feature stands on.
create extension if not exists pg_trgm;

-- The id is the place in the tree (see packages/contract/src/location-id.ts): all inside an area is one range of ids.
create table locations (
  id bigint primary key,
  type text not null constraint locations_type check (type in ('national', 'region', 'state', 'lga', 'ward', 'polling_unit')),
  name text not null constraint locations_name check (btrim(name) <> ''),
  code text not null constraint locations_code_unique unique,
  parent_id bigint constraint locations_parent references locations (id),
  registered_voters bigint,
  units integer not null default 0,
  created_at timestamptz not null default now()
);
create index locations_parent_id on locations (parent_id);
create index locations_type_id on locations (type, id);
create index locations_name_trgm on locations using gin (name gin_trgm_ops);

create table files (
  id uuid primary key,
  sha256 bytea not null,
  size integer not null,
  type text not null,
  width integer not null,
  height integer not null,
  uploaded_by uuid,
  created_at timestamptz not null default now()
);
create index files_sha256 on files (sha256);

create table users (
  id uuid primary key,
  phone text not null constraint users_phone_form check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  name text not null constraint users_name check (btrim(name) <> ''),
  first_name text,
  last_name text,
  email text,
  role text not null,
  status text not null default 'ACTIVE' constraint users_status check (
    status in ('ACTIVE', 'INACTIVE', 'SUSPENDED', 'PENDING', 'PENDING_NATIONAL_APPROVAL', 'PENDING_DELETION', 'DELETED')),
  area_id bigint constraint users_area references locations (id),
  personal_area_id bigint constraint users_personal_area references locations (id),
  password_hash text,
  must_change_password boolean not null default false,
  two_factor_enabled boolean not null default false,
  totp_secret text,
  -- The last time step whose authenticator code was taken: none is taken twice.
  totp_last_step bigint,
  profile_picture_id uuid constraint users_profile_picture references files (id),
  invite_code text,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_phone_unique on users (phone) where status <> 'DELETED';
-- One holder of an office: part of the rules of user management, held by the database so that no race can break it.
create unique index users_one_office on users (role, area_id)
  where status <> 'DELETED' and role in ('regional_admin', 'state_admin', 'lga_admin', 'ward_admin', 'polling_unit_officer');
create index users_area_id on users (area_id, role);
create index users_personal_area_id on users (personal_area_id) where personal_area_id is not null;

create table sessions (
  id uuid primary key,
  user_id uuid not null constraint sessions_user references users (id),
  access_hash bytea not null,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null,
  -- Of the first refresh token, which every later one of the session begins with; null until the first renewal.
  refresh_family bytea,
  previous_refresh_hash bytea,
  refreshed_at timestamptz,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ip text,
  user_agent text,
  ended_at timestamptz,
  end_reason text
);
create unique index sessions_access_hash on sessions (access_hash);
create unique index sessions_refresh_hash on sessions (refresh_hash);
create index sessions_previous_refresh_hash on sessions (previous_refresh_hash) where previous_refresh_hash is not null;
create index sessions_refresh_family on sessions (refresh_family) where refresh_family is not null;
create index sessions_open on sessions (user_id) where ended_at is null;

-- By phone, known or not, so that a lock-out does not tell whether an account exists.
create table sign_in_attempts (
  phone text primary key,
  failures integer not null default 0,
  last_failure_at timestamptz not null default now(),
  locked_until timestamptz
);

create table one_time_codes (
  id uuid primary key,
  user_id uuid not null constraint one_time_codes_user references users (id),
  purpose text not null constraint one_time_codes_purpose check (purpose in ('sign_in', 'reset')),
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_codes_user_id on one_time_codes (user_id, purpose, created_at desc);

create table recovery_codes (
  user_id uuid not null constraint recovery_codes_user references users (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table stream_tickets (
  ticket_hash bytea primary key,
  session_id uuid not null constraint stream_tickets_session references sessions (id),
  expires_at timestamptz not null
);
create index stream_tickets_session_id on stream_tickets (session_id);

-- SMS and e-mail leave through here; with no gateway a message goes to the server's log and is marked so.
create table messages (
  id uuid primary key,
  channel text not null constraint messages_channel check (channel in ('sms', 'email')),
  recipient text not null,
  body text not null,
  status text not null default 'waiting' constraint messages_status check (status in ('waiting', 'sent', 'logged', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index messages_waiting on messages (created_at) where status = 'waiting';

create table settings (
  only_row boolean primary key default true constraint settings_only_row check (only_row),
  value jsonb not null,
  updated_at timestamptz not null default now()
);

create table election_mode (
  only_row boolean primary key default true constraint election_mode_only_row check (only_row),
  is_on boolean not null default false,
  changed_at timestamptz,
  changed_by uuid constraint election_mode_changed_by references users (id)
);
insert into election_mode default values;

-- Levels that differ from the default table.
create table role_permissions (
  role text not null,
  module text not null,
  level text not null constraint role_permissions_level check (level in ('none', 'read', 'write')),
  primary key (role, module)
);

create table audit_entries (
  id bigint generated always as identity primary key,
  event text not null,
  resource_id text,
  user_id uuid,
  area_id bigint,
  ip text,
  user_agent text,
  previous_values jsonb,
  new_values jsonb,
  created_at timestamptz not null default clock_timestamp()
);
create index audit_entries_created_at on audit_entries (created_at desc);
create index audit_entries_resource on audit_entries (resource_id) where resource_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();

-- Domain events, written with the change they tell of; each server process reads them in order (platform/events.ts).
create table events (
  id bigint generated always as identity primary key,
  payload jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index events_created_at on events (created_at);

create table notifications (
  id bigint generated always as identity primary key,
  user_id uuid not null constraint notifications_user references users (id),
  type text not null constraint notifications_type check (type in ('error', 'warning', 'success', 'info')),
  title text not null,
  message text not null,
  action_url text,
  read_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index notifications_user_id on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;

create table register_imports (
  id uuid primary key,
  state text not null,
  done real not null default 0,
  rows integer not null default 0,
  counts jsonb,
  error jsonb,
  started_by uuid constraint register_imports_started_by references users (id),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
