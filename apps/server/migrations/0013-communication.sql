-- Group chats and announcements.

-- A channel is its place's and has no members of its own: who belongs to it follows from role and assignment (contract:
-- isMember), so that whoever is moved loses it at once. Its row is there from the first message on, and is locked by whoever
-- sends: messages are numbered one transaction after another, so that whoever has read up to a number has been shown all up
-- to it.
create table chat_channels (
  id bigint primary key constraint chat_channels_place references locations (id),
  last_message_id bigint not null default 0
);
create table chat_messages (
  id bigint generated always as identity primary key,
  channel_id bigint not null constraint chat_messages_channel references chat_channels (id),
  sender_id uuid not null constraint chat_messages_sender references users (id),
  sender_role text not null,
  -- Empty once it was withdrawn or removed.
  content text not null constraint chat_messages_content check (char_length(content) <= 2000),
  file_id uuid constraint chat_messages_file references files (id),
  link jsonb,
  idempotency_key text not null,
  request_hash bytea not null,
  created_at timestamptz not null,
  ended_as text constraint chat_messages_ended_as check (ended_as in ('withdrawn', 'removed')),
  ended_by uuid constraint chat_messages_ended_by references users (id),
  ended_at timestamptz,
  end_reason text,
  constraint chat_messages_one_per_key unique (sender_id, idempotency_key),
  constraint chat_messages_ended check (
    (ended_as is null) = (ended_at is null) and (ended_as is null) = (ended_by is null)
    and (ended_as is null or (content = '' and link is null)))
);
-- Pages of a channel, its last message, and what is unread of it; the last two are read from the index alone.
create index chat_messages_by_channel on chat_messages (channel_id, id) include (sender_id, ended_as);
create index chat_messages_by_sender on chat_messages (sender_id, created_at desc);
create index chat_messages_file_id on chat_messages (file_id) where file_id is not null;
create index chat_messages_ended_by on chat_messages (ended_by) where ended_by is not null;
create index chat_messages_search on chat_messages using gin (lower(content) gin_trgm_ops) where ended_as is null;
-- Without them the planner takes every word for a rare one, and gathers all messages that hold a common one.
create statistics chat_messages_words on (lower(content)) from chat_messages;
-- Who is named in messages that stand; the channel is the message's, for counting what is unread of it.
create table chat_mentions (
  user_id uuid not null constraint chat_mentions_user references users (id),
  channel_id bigint not null,
  message_id bigint not null constraint chat_mentions_message references chat_messages (id),
  primary key (user_id, channel_id, message_id)
);
create index chat_mentions_message_id on chat_mentions (message_id);
-- One row for each person and channel that they have opened or muted: unread is what came after it.
create table chat_reads (
  user_id uuid not null constraint chat_reads_user references users (id),
  channel_id bigint not null constraint chat_reads_channel references locations (id) on delete cascade,
  read_through bigint not null default 0,
  muted boolean not null default false,
  primary key (user_id, channel_id)
) with (fillfactor = 80);
create index chat_reads_channel_id on chat_reads (channel_id);
-- Where moderators act decides on whose channels they count: a change of it is one of what counts of users tell.
create trigger moderators_narrowed after insert or delete or truncate or update of areas on moderator_privileges
  for each statement execute function note_user_change();
-- Messages are many, and no activity of the organisation: the feed of activities does not pass over them. The condition is
-- that of features/dashboards/queries.ts, word for word.
drop index audit_entries_activity;
drop index audit_entries_activity_by_area;
create index audit_entries_activity on audit_entries (id desc)
  where event not like 'auth.%' and event not in ('stream.opened', 'file.uploaded', 'notification.read', 'chat.sent');
create index audit_entries_activity_by_area on audit_entries (area_id, id desc)
  where event not like 'auth.%' and event not in ('stream.opened', 'file.uploaded', 'notification.read', 'chat.sent');
-- Pictures of chats never pass for sheets.
alter table files drop constraint files_purpose;
alter table files add constraint files_purpose check (purpose in ('sheet', 'profile_picture', 'chat'));
alter table notifications drop constraint notifications_topic;
alter table notifications add constraint notifications_topic
  check (topic in ('results', 'disputes', 'approvals', 'account', 'announcements', 'alerts', 'reports', 'chat'));

-- Whom an announcement reaches follows from roles and assignments (contract: reaches), so that nothing is stored for each
-- of those whom it is meant for until they read it or are notified of it.
create table announcements (
  id uuid primary key,
  title text not null constraint announcements_title check (btrim(title) <> '' and char_length(title) <= 160),
  content text not null constraint announcements_content check (btrim(content) <> '' and char_length(content) <= 10000),
  priority text not null constraint announcements_priority check (priority in ('low', 'medium', 'high', 'urgent')),
  -- Roles (empty: everybody) within areas (at least one).
  roles text[] not null default '{}',
  areas bigint[] not null constraint announcements_areas check (cardinality(areas) > 0),
  -- Where the author acted, and so the most that it can be meant for without naming an area.
  author_areas bigint[] not null constraint announcements_author_areas check (cardinality(author_areas) > 0),
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
  -- Who made the last change of whatever kind: a conflict names them.
  changed_by uuid not null constraint announcements_changed_by references users (id),
  version integer not null default 1,
  -- Which sending of it stands (announcement_sendings): who read or was notified of an earlier one is asked to read it anew.
  sending integer not null default 1,
  -- Up to which person those whom it reaches have been notified; null before the first, after a change of audience, and when it
  -- is shown again.
  told_through uuid,
  -- Made on the author's device: what comes twice is sent once.
  idempotency_key text not null,
  request_hash bytea not null,
  constraint announcements_one_per_key unique (created_by, idempotency_key),
  constraint announcements_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null))
);
create index announcements_in_order on announcements ((pinned_at is not null) desc, created_at desc, id desc)
  where withdrawn_at is null;
create index announcements_created_by on announcements (created_by, created_at);
create index announcements_edited_by on announcements (edited_by) where edited_by is not null;
create index announcements_withdrawn_by on announcements (withdrawn_by) where withdrawn_by is not null;
create index announcements_changed_by on announcements (changed_by);
-- Each time an announcement was put before people: by its author at first, then whenever an editor showed it again. What one
-- person sends within an hour is counted here.
create table announcement_sendings (
  announcement_id uuid not null constraint announcement_sendings_announcement references announcements (id),
  number integer not null,
  sent_by uuid not null constraint announcement_sendings_sent_by references users (id),
  sent_at timestamptz not null,
  primary key (announcement_id, number)
);
create index announcement_sendings_sent_by on announcement_sendings (sent_by, sent_at);
create table announcement_reads (
  announcement_id uuid not null constraint announcement_reads_announcement references announcements (id),
  user_id uuid not null constraint announcement_reads_user references users (id),
  read_at timestamptz not null,
  sending integer not null,
  primary key (announcement_id, user_id) include (sending)
);
create index announcement_reads_user_id on announcement_reads (user_id, announcement_id) include (sending);
-- Who has been notified of one of high priority: once a sending, and once more if it became urgent afterwards.
create table announcement_notices (
  announcement_id uuid not null constraint announcement_notices_announcement references announcements (id),
  user_id uuid not null constraint announcement_notices_user references users (id),
  urgent boolean not null,
  sending integer not null,
  primary key (announcement_id, user_id)
);
create index announcement_notices_user_id on announcement_notices (user_id);
