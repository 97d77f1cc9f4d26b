-- The outbox grows up: messages are claimed, sent outside any transaction, tried again by the clock, and expire.
alter table messages
  add column subject text,
  -- Holds a code or a password: nobody reads it once a gateway has it, and it is wiped then.
  add column secret boolean not null default false,
  -- Somebody waits at the door for it: it leaves before news.
  add column urgent boolean not null default false,
  -- From then on it is of no use and is not sent.
  add column expires_at timestamptz,
  -- Not before then; null for at once.
  add column next_attempt_at timestamptz,
  -- Who is sending it, and until when; whoever died meanwhile is waited for no longer.
  add column claim uuid,
  add column locked_until timestamptz,
  add column tried_at timestamptz,
  -- What carried it, or refused it.
  add column gateway text,
  alter column body drop not null,
  drop constraint messages_status,
  add constraint messages_status check (status in ('waiting', 'sent', 'logged', 'failed', 'expired'));

-- What was queued before: codes and invites are known by their texts. Codes are long over; invites serve 30 days.
update messages set secret = true, urgent = true, expires_at = created_at + interval '5 minutes' where body ~ '^\d{6} ';
update messages set secret = true, expires_at = created_at + interval '30 days' where body like '%Your invite code is %';
update messages set status = 'expired' where status = 'waiting' and expires_at <= now();
update messages set body = null where secret and expires_at <= now();
update messages set gateway = 'log', tried_at = sent_at where status = 'logged';
update messages set tried_at = created_at where status = 'failed';

drop index messages_waiting;
-- What leaves next, in its order.
create index messages_due on messages (channel, urgent desc, created_at, id) where status = 'waiting';
create index messages_expiring on messages (expires_at) where status = 'waiting' and expires_at is not null;
create index messages_to_wipe on messages (expires_at) where secret and body is not null;
create index messages_failed on messages (created_at desc, id desc) where status = 'failed';
-- The delivery screen, newest first, and what happened in the last hour.
create index messages_newest on messages (created_at desc, id desc);
create index messages_tried on messages (tried_at) where tried_at is not null;
