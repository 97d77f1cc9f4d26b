-- Profile pictures lie beside the sheets, but never pass for one: each route serves the files of its own purpose.
alter table files add column purpose text not null default 'sheet' constraint files_purpose check (
  purpose in ('sheet', 'profile_picture'));
-- A picture is one person's; this is also how a picture leads to its person.
create unique index users_profile_picture_id on users (profile_picture_id) where profile_picture_id is not null;
