-- What readers did about a marking: closed it with an explanation, or reopened it. Markings themselves are computed from the results.
-- A step is about one version of a result; a newer version is marked anew.
create table unusual_steps (
  id bigint generated always as identity primary key,
  result_id uuid not null,
  version integer not null,
  check_name text not null constraint unusual_steps_check_name check (btrim(check_name) <> ''),
  change text not null constraint unusual_steps_change check (change in ('closed', 'reopened')),
  explanation text not null constraint unusual_steps_explanation check (btrim(explanation) <> ''),
  -- Of identical votes: the other versions that the explanation covers, as unit:version. One more opens the marking again.
  covers text[] not null default '{}',
  by_user_id uuid not null constraint unusual_steps_by references users (id) on delete restrict,
  created_at timestamptz not null,
  constraint unusual_steps_version foreign key (result_id, version) references result_versions (result_id, version) on delete restrict
);
create index unusual_steps_of_result on unusual_steps (result_id, version, id);
create index unusual_steps_by on unusual_steps (by_user_id);
create trigger unusual_steps_append_only before update or delete or truncate on unusual_steps
  for each statement execute function refuse_change();
alter table unusual_steps enable always trigger unusual_steps_append_only;
