-- Who saved the settings last, and how often they were saved: a save names the version that it began with, so that of two
-- editors the later one is told. The row is there from now on, to be locked; 0 is what nobody has saved yet.
alter table settings add column version bigint not null default 1;
alter table settings add column updated_by uuid constraint settings_updated_by references users (id);
insert into settings (value, version) values ('{}', 0) on conflict (only_row) do nothing;
alter table settings alter column version set default 0;
