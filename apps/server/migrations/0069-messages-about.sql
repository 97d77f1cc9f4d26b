-- The page that a message is about, as the address of its notification: what is withdrawn is not sent any more. Null for codes, invites and digests, and
-- for messages from before. No index: a withdrawal looks through waiting and failed messages, which have theirs.
alter table messages add column about text;
