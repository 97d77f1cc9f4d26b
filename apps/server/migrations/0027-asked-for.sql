-- A reviewer asks for the photo as it was taken, where a copy of it was sent. Asked once for a version.
create table original_requests (
  result_id uuid not null,
  version integer not null,
  asked_by uuid not null constraint original_requests_asked_by references users (id) on delete restrict,
  asked_at timestamptz not null,
  primary key (result_id, version),
  constraint original_requests_version foreign key (result_id, version)
    references result_versions (result_id, version) on delete restrict
);
create index original_requests_by on original_requests (asked_by);
create trigger original_requests_append_only before update or delete or truncate on original_requests
  for each statement execute function refuse_change();
alter table original_requests enable always trigger original_requests_append_only;

create or replace view versions_with_photo as
  select v.*, coalesce(v.sheet_file_id, s.file_id) as photo_file_id, o.file_id as original_file_id,
    q.asked_at as original_asked_at
  from result_versions v
  left join version_photos s on s.result_id = v.result_id and s.version = v.version and s.part = 'sheet'
  left join version_photos o on o.result_id = v.result_id and o.version = v.version and o.part = 'original'
  left join original_requests q on q.result_id = v.result_id and q.version = v.version;

-- What came back to its sender has a topic of its own: it is told by SMS unless the person switched that off.
alter table notifications drop constraint notifications_topic;
alter table notifications add constraint notifications_topic check (
  topic in ('results', 'returned', 'disputes', 'approvals', 'account', 'announcements', 'alerts', 'reports', 'chat')) not valid;
