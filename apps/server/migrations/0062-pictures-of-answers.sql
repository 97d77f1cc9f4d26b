-- Pictures of answers are files of their own purpose, so that none passes for a sheet or for a picture of a dispute.
-- contract: since 0043 no server depends on the list: each asks for the purposes that it knows
alter table files drop constraint files_purpose;
-- contract: since 0043 no server depends on the list: each asks for the purposes that it knows
alter table files add constraint files_purpose
  check (purpose in ('sheet', 'profile_picture', 'chat', 'collation', 'logo', 'approval')) not valid;

-- The pictures of an answer to an approver's question; each is in one answer. Append-only.
create table approval_entry_files (
  file_id uuid primary key constraint approval_entry_files_file references files (id) on delete restrict,
  entry_id bigint not null constraint approval_entry_files_entry references approval_entries (id) on delete restrict
);
create index approval_entry_files_entry_id on approval_entry_files (entry_id);
create trigger approval_entry_files_append_only before update or delete or truncate on approval_entry_files
  for each statement execute function refuse_change();
alter table approval_entry_files enable always trigger approval_entry_files_append_only;
