-- Logos of parties are files of their own purpose again: 0040 had left it out of the list.
alter table files drop constraint files_purpose;
alter table files add constraint files_purpose
  check (purpose in ('sheet', 'profile_picture', 'chat', 'collation', 'logo'));
