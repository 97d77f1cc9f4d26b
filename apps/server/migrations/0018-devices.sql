-- Devices: the SHA-256 of the random key that a browser keeps for all accounts that sign in on it; null for API clients without one.
alter table sessions add column device bytea constraint sessions_device_is_sha256 check (octet_length(device) = 32);
