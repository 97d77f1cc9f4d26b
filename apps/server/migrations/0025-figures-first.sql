-- The figures of a result arrive first, and its photo follows. The version declares the photo's SHA-256; when the photo has
-- arrived a row of version_photos joins it to the version. Neither is ever changed.

-- True where the photo was declared with the figures: the receipt is then of the third form (docs/receipts.md).
alter table result_versions add column photo_declared boolean not null default false;
-- The photo as it was taken, where the one that was sent first is a copy of it.
alter table result_versions add column original_sha256 bytea
  constraint result_versions_original_sha256 check (octet_length(original_sha256) = 32);
alter table result_versions add constraint result_versions_declared check (
  case when photo_declared then sheet_sha256 is not null and sheet_file_id is null else original_sha256 is null end) not valid;

create table version_photos (
  result_id uuid not null,
  version integer not null,
  part text not null constraint version_photos_part check (part in ('sheet', 'original')),
  file_id uuid not null constraint version_photos_file references files (id) on delete restrict,
  received_at timestamptz not null,
  primary key (result_id, version, part),
  constraint version_photos_version foreign key (result_id, version)
    references result_versions (result_id, version) on delete restrict
);
create index version_photos_file_id on version_photos (file_id);
create trigger version_photos_append_only before update or delete or truncate on version_photos
  for each statement execute function refuse_change();
alter table version_photos enable always trigger version_photos_append_only;

-- The photo that joins a version is the one that its sender declared, byte for byte.
create function refuse_other_photo() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (
    select from public.result_versions v join public.files f on f.id = new.file_id
    where v.result_id = new.result_id and v.version = new.version and v.photo_declared and f.uploaded_by = v.submitted_by
      and f.sha256 = case new.part when 'sheet' then v.sheet_sha256 else v.original_sha256 end
  ) then
    raise exception 'file % is not the photo that version % of result % declared', new.file_id, new.version, new.result_id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger version_photos_declared before insert on version_photos for each row execute function refuse_other_photo();
alter table version_photos enable always trigger version_photos_declared;

-- Every version with the photo that it has now: sent before the figures, or joined since.
create view versions_with_photo as
  select v.*, coalesce(v.sheet_file_id, s.file_id) as photo_file_id, o.file_id as original_file_id
  from result_versions v
  left join version_photos s on s.result_id = v.result_id and s.version = v.version and s.part = 'sheet'
  left join version_photos o on o.result_id = v.result_id and o.version = v.version and o.part = 'original';
