-- What is written on photos of sheets, in 256 bits, by which the same photo is found again after it was made smaller or saved anew.
create table photo_hashes (
  file_id uuid primary key constraint photo_hashes_file references files (id) on delete restrict,
  -- Null where hardly anything is written on it, or where the stored photo cannot be opened.
  hash bit(256),
  -- The hash in 16 parts of 16 bits, each with its number: hashes that are near have one in common.
  bands int[] not null default '{}'
);
-- Without a list of pending rows: each look-up would read all of it.
create index photo_hashes_bands on photo_hashes using gin (bands) with (fastupdate = off);

-- Up to which link of the audit chain photos were compared. Those from before are compared too.
create table photo_progress (
  only_row boolean primary key default true constraint photo_progress_only_row check (only_row),
  position bigint not null default 0
);
insert into photo_progress default values;
