-- Hardening.
-- How often a costly call was made in a minute, by a person or from an address, counted by all servers together. Unlogged: a
-- count costs no wait for the disk, and after a crash counting just begins anew.
create unlogged table rate_limits (
  subject text constraint rate_limits_pkey primary key,
  minute bigint not null,
  calls integer not null
) with (fillfactor = 50);

-- The secrets of authenticators are kept sealed; the server seals those of before, and those under an old key, when it starts.
create index users_authenticators on users (id) where totp_secret is not null or totp_pending_secret is not null;
