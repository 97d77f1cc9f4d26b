import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** What the version calls itself in its metrics. */
export const NEXT = 'next';

/** Of the kind that every upgrade may have: columns more in the tables that each submission writes. */
export const NEXT_MIGRATION = `
alter table results add column next_count integer not null default 0;
alter table result_versions add column next_note text;
create index result_versions_next_note on result_versions (next_note) where next_note is not null;
`;

/** A copy of the program as its next version: with another name and one more migration. Answers the folder of its sources. */
export function makeNextVersion(folder: string): string {
  const copy = path.join(folder, NEXT);
  const server = path.join(copy, 'apps', 'server');
  mkdirSync(server, { recursive: true });
  for (const part of ['package.json', 'src', 'migrations'])
    cpSync(path.join(SERVER, part), path.join(server, part), { recursive: true });
  symlinkSync(PACKAGES, path.join(copy, 'node_modules'));
  writeFileSync(path.join(server, 'migrations', '9999-next.sql'), NEXT_MIGRATION);
  writeFileSync(path.join(server, 'src', 'platform', 'runtime', 'version.ts'), `export const VERSION = '${NEXT}';\n`);
  return path.join(server, 'src');
}
