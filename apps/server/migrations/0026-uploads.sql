-- Uploads in parts, for phones on slow networks (docs/adr/0054-uploads-in-parts.md). Unlogged: what is on its way is on the
-- device too, so it costs no write-ahead log, and after a crash of the database the device begins anew.
create unlogged table uploads (
  id uuid primary key,
  user_id uuid not null,
  sha256 bytea not null constraint uploads_sha256 check (octet_length(sha256) = 32),
  size integer not null,
  received integer not null default 0 constraint uploads_received check (received between 0 and size),
  -- The file that it became.
  file_id uuid,
  created_at timestamptz not null
);
create index uploads_user_id on uploads (user_id, created_at);
create index uploads_created_at on uploads (created_at);

create unlogged table upload_parts (
  upload_id uuid not null,
  starts_at integer not null,
  bytes bytea not null,
  primary key (upload_id, starts_at)
);
-- Photos are compressed already.
alter table upload_parts alter column bytes set storage external;
