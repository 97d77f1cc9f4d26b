-- Group chats and announcements. A channel is its place's and has no members of its own: who belongs to it follows from
-- role and assignment (contract: isMember), so that whoever is moved loses it at once.
create table chat_channels (
  id bigint primary key constraint chat_channels_place references locations (id),
  last_message_id bigint
);
create table chat_messages (
  id bigint generated always as identity primary key,
  channel_id bigint not null constraint chat_messages_channel references chat_channels (id),
  sender_id uuid not null constraint chat_messages_sender references users (id),
  sender_role text not null,
  content text not null constraint chat_messages_content check (char_length(content) <= 2000),
  file_id uuid constraint chat_messages_file references files (id),
  link jsonb,
  mentions uuid[] not null default '{}',
  idempotency_key text not null,
  request_hash bytea not null,
  created_at timestamptz not null,
  ended_as text constraint chat_messages_ended_as check (ended_as in ('withdrawn', 'removed')),
  ended_by uuid constraint chat_messages_ended_by references users (id),
  ended_at timestamptz,
  end_reason text,
  constraint chat_messages_one_per_key unique (sender_id, idempotency_key),
  constraint chat_messages_ended check ((ended_as is null) = (ended_at is null))
);
create index chat_messages_by_channel on chat_messages (channel_id, id desc);
create index chat_messages_file_id on chat_messages (file_id) where file_id is not null;
create index chat_messages_ended_by on chat_messages (ended_by) where ended_by is not null;
create index chat_messages_search on chat_messages using gin (lower(content) gin_trgm_ops) where ended_as is null;
create index chat_messages_mentions on chat_messages using gin (mentions) where mentions <> '{}';
-- One row for each person and channel that they have opened: unread is what came after it.
create table chat_reads (
  user_id uuid not null constraint chat_reads_user references users (id),
  channel_id bigint not null constraint chat_reads_channel references chat_channels (id),
  read_through bigint not null default 0,
  muted boolean not null default false,
  primary key (user_id, channel_id)
);
create index chat_reads_channel_id on chat_reads (channel_id);

create table announcements (
  id uuid primary key,
  title text not null constraint announcements_title check (btrim(title) <> ''),
  content text not null constraint announcements_content check (btrim(content) <> '' and char_length(content) <= 10000),
  priority text not null constraint announcements_priority check (priority in ('low', 'medium', 'high', 'urgent')),
  -- Whom it is meant for: roles (empty: all) within areas (at least one).
  roles text[] not null default '{}',
  areas bigint[] not null constraint announcements_areas check (cardinality(areas) > 0),
  author_area_id bigint not null constraint announcements_author_area references locations (id),
  created_by uuid not null constraint announcements_created_by references users (id),
  created_role text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  edited_by uuid constraint announcements_edited_by references users (id),
  expires_at timestamptz,
  pinned_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid constraint announcements_withdrawn_by references users (id),
  withdraw_reason text,
  version integer not null default 1
);
create index announcements_current on announcements (created_at desc) where withdrawn_at is null;
create index announcements_created_by on announcements (created_by);
create index announcements_author_area_id on announcements (author_area_id);
create index announcements_edited_by on announcements (edited_by) where edited_by is not null;
create index announcements_withdrawn_by on announcements (withdrawn_by) where withdrawn_by is not null;
create table announcement_reads (
  announcement_id uuid not null constraint announcement_reads_announcement references announcements (id),
  user_id uuid not null constraint announcement_reads_user references users (id),
  read_at timestamptz not null,
  primary key (announcement_id, user_id)
);
create index announcement_reads_user_id on announcement_reads (user_id);
