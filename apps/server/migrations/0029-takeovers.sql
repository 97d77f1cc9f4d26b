-- Escalation of a result: an admin above the ward takes over a result that waits; its officer may ask for that. Both append-only.

create table result_takeovers (
  id bigint generated always as identity primary key,
  result_id uuid not null constraint result_takeovers_result references results (id) on delete restrict,
  -- The version that it was taken over with; a later one that replaces it stays with the same admin.
  version integer not null,
  -- How many decisions the result had: the takeover stands until the next one.
  after_decisions integer not null,
  taken_by uuid not null constraint result_takeovers_by references users (id) on delete restrict,
  -- The office in which they took it over: a person who has left it decides no more, and the result is the ward's again.
  taken_role text not null,
  taken_area bigint not null,
  reason text not null constraint result_takeovers_reason check (btrim(reason) <> ''),
  taken_at timestamptz not null
);
create index result_takeovers_result_id on result_takeovers (result_id, id);
create index result_takeovers_taken_by on result_takeovers (taken_by);
create trigger result_takeovers_append_only before update or delete or truncate on result_takeovers
  for each statement execute function refuse_change();
alter table result_takeovers enable always trigger result_takeovers_append_only;

create table takeover_requests (
  result_id uuid not null,
  version integer not null,
  asked_by uuid not null constraint takeover_requests_asked_by references users (id) on delete restrict,
  asked_at timestamptz not null,
  primary key (result_id, version),
  constraint takeover_requests_version foreign key (result_id, version)
    references result_versions (result_id, version) on delete restrict
);
create index takeover_requests_by on takeover_requests (asked_by);
create trigger takeover_requests_append_only before update or delete or truncate on takeover_requests
  for each statement execute function refuse_change();
alter table takeover_requests enable always trigger takeover_requests_append_only;
