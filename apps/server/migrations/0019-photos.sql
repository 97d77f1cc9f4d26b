-- The digest of a photo stands in the version that it belongs to, and the row of a file is never changed.

-- Null in versions without a photo, and in those from before: their receipts name the photo by its id alone (docs/receipts.md).
alter table result_versions add column sheet_sha256 bytea
  constraint result_versions_sheet_sha256 check (octet_length(sheet_sha256) = 32);
-- Rows from before stay as they are; no new one has a photo without its digest.
alter table result_versions add constraint result_versions_sheet_with_digest
  check (sheet_file_id is null or sheet_sha256 is not null) not valid;
alter table result_versions enable always trigger result_versions_append_only;

-- Of the pictures that were made of a file for screens; null in rows from before.
alter table files add column view_sha256 bytea;
alter table files add column thumbnail_sha256 bytea;
create function refuse_file_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of files are never changed' using errcode = 'insufficient_privilege';
end $$;
create trigger files_unchanged before update or truncate on files for each statement execute function refuse_file_change();
alter table files enable always trigger files_unchanged;
-- A row deleted and added again in one statement is a changed one: "no action" looks at the statement's end only, "restrict" at the deletion.
alter table result_versions drop constraint result_versions_sheet,
  add constraint result_versions_sheet foreign key (sheet_file_id) references files (id) on delete restrict;
alter table dispute_entries drop constraint dispute_entries_file,
  add constraint dispute_entries_file foreign key (file_id) references files (id) on delete restrict;
alter table chat_messages drop constraint chat_messages_file,
  add constraint chat_messages_file foreign key (file_id) references files (id) on delete restrict;
alter table users drop constraint users_profile_picture,
  add constraint users_profile_picture foreign key (profile_picture_id) references files (id) on delete restrict;
-- Files that belong to nothing are looked for by their age.
create index files_created_at on files (created_at);
