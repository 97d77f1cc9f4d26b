-- Sign-in: what a session's row says of its renewals.
alter table sessions
  -- From where the session was last renewed (refreshed_at).
  add column refreshed_ip text,
  add column refreshed_user_agent text,
  -- When the access token of that renewal was first used: from then on the refresh token before it ends the session.
  add column access_used_at timestamptz;

-- Failures are counted by account and by where the attempts come from, so that a stranger's do not lock the owner out. What
-- was counted before does not say from where, and counts as everywhere.
alter table sign_in_attempts
  -- 'network 105.112.7.0/24', 'device <hash>' for a known device, 'everywhere' for all networks of strangers together.
  add column source text not null default 'everywhere',
  drop constraint sign_in_attempts_pkey,
  add constraint sign_in_attempts_pkey primary key (phone, source);

-- The devices (SHA-256 of a browser's key) on which a person has signed in, the last few of each person.
create table known_devices (
  user_id uuid constraint known_devices_user references users (id),
  device bytea constraint known_devices_device_is_sha256 check (octet_length(device) = 32),
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint known_devices_pkey primary key (user_id, device)
);

-- A code can be tried only on the device that asked for it, and requests are counted by where they come from.
alter table one_time_codes
  add column device bytea,
  add column source text;
