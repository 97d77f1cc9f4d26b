-- The role that a person had when they decided on a form: who resolves its dispute must stand above that role, whatever the disputer became later.
-- Null for decisions from before, and from servers of the version before: then the present role holds.
alter table collation_decisions add column decided_role text;
