import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { notSurvived, statementsOf } from './migration-rule.ts';

const FOLDER = new URL('../migrations/', import.meta.url);
/** The rule holds from this migration on; those before were made for servers that are all stopped. */
const FIRST = 59;

const migrations = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => ({ name, number: Number(name.slice(0, 4)), text: readFileSync(new URL(name, FOLDER), 'utf8') }));
const foundIn = (name: string) => {
  const { number, text } = migrations.find((one) => one.name === name) ?? { number: 0, text: '' };
  return notSurvived(number, text);
};

it('a server of the version before survives each migration, or the migration says since when none is left', () => {
  const found = migrations
    .filter(({ number }) => number >= FIRST)
    .flatMap(({ name, number, text }) => notSurvived(number, text).map((what) => `${name}: ${what}`));
  expect(found).toEqual([]);
});

it('reads every migration to its end, and finds in earlier ones what stopped all servers', () => {
  for (const { name, text } of migrations) expect(statementsOf(text).length, name).toBeGreaterThan(0);
  expect(foundIn('0054-photo-hashes.sql')).toEqual([]);
  expect(foundIn('0055-second-entries.sql')).toEqual([
    expect.stringContaining('create trigger result_decisions_not_by_arbiter'),
  ]);
  expect(foundIn('0024-audit-sizes.sql').join()).toContain('drop function audit_link(integer)');
});

const SURVIVED = [
  'alter table results add column note text;',
  'alter table results add column copies integer not null default 1, add column seen_by uuid references users (id);',
  'create index results_note on results (note);',
  `insert into settings values ('a; b', $$drop table results;$$);`,
  'create table notes (id uuid primary key); create unique index notes_one on notes (id); alter table notes alter column id type text;',
  'alter table results validate constraint results_note;',
  'create function look() returns void language sql as $x$ select 1; $x$; revoke all on function look() from public; drop function look;',
];

it.each(SURVIVED)('is survived: %s', (text) => {
  expect(notSurvived(FIRST, text)).toEqual([]);
});

const NOT_SURVIVED = [
  'drop table results;',
  'alter table results drop column votes;',
  'alter table results rename column votes to figures;',
  'alter table results rename to sheets;',
  'alter table results add column note text not null;',
  'alter table results add column note text unique;',
  'alter table results alter column votes type bigint[];',
  'alter table results alter column reason set not null;',
  'alter table results alter column status drop default;',
  'alter table results add constraint results_note check (note is not null);',
  'alter table results drop constraint results_status;',
  'alter table results add column note text, drop column reason;',
  'create unique index results_note on results (note);',
  'create trigger results_guard before insert on results for each row execute function refuse_change();',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$;',
  'create or replace view results_as_recorded as select 1;',
  'drop view results_as_recorded;',
  'truncate sessions;',
  'delete from sessions;',
  'alter type state add value;',
  'revoke select on results from public;',
  'do $$ begin execute 1; end $$;',
  'lock table results;',
];

it.each(NOT_SURVIVED)('is not survived: %s', (text) => {
  expect(notSurvived(FIRST, text)).toHaveLength(1);
  expect(notSurvived(FIRST, `-- contract: since 00${FIRST} servers have not used it\n${text}`)).toHaveLength(1);
  expect(notSurvived(FIRST, `-- contract: since 0055\n${text}`)).toHaveLength(1);
});

it('lets a migration take away what no server has used since an earlier one', () => {
  const since = '-- contract: since 0055 no server reads the reason\n';
  expect(notSurvived(FIRST, `${since}alter table results drop column reason;`)).toEqual([]);
  // The statement behind it has its own say.
  expect(notSurvived(FIRST, `${since}alter table results drop column reason; drop table results;`)).toHaveLength(1);
});

it('adds a constraint without reading all rows in the same migration', () => {
  const since = '-- contract: since 0055 every server writes a note\n';
  const constraint = 'alter table results add constraint results_note check (note is not null)';
  expect(notSurvived(FIRST, `${since}${constraint};`)).toEqual([expect.stringContaining('not valid is missing')]);
  expect(notSurvived(FIRST, `${since}${constraint} not valid;`)).toEqual([]);
});
