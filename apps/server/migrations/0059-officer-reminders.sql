-- When those who may have a desk version made were notified that the officer did not answer; null before. There is one notice about each entry.
alter table second_entries add column reminded_at timestamptz;
create index second_entries_for_reminders on second_entries (id) where state = 'officer_asked' and reminded_at is null;
