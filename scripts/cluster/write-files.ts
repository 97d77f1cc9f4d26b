import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { StartError } from '../../apps/server/src/platform/runtime/lifecycle.ts';
import { databaseFiles, type Files, nginxSite, serverFiles } from './files.ts';
import { debianLayout, Machines, type Passwords } from './layout.ts';

/** Letters and digits only: they stand in YAML, SQL and addresses as they are. */
const password = () => randomBytes(24).toString('hex');

export function newPasswords(): Passwords {
  return {
    superuser: password(),
    replicator: password(),
    rewind: password(),
    restapi: password(),
    owner: password(),
    application: password(),
  };
}

/** Passwords that were written before are used again, so that the files can be made anew for other addresses. */
function passwordsIn(file: string): Passwords {
  if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(newPasswords(), null, 2)}\n`, { mode: 0o600 });
  return JSON.parse(readFileSync(file, 'utf8')) as Passwords;
}

function write(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text, { mode: 0o600 });
}

/** Writes the files of each machine of the list, a folder a machine; their first lines say where they belong. */
export function writeFiles(list: string, target: string): void {
  const from = process.env['INIT_CWD'] ?? process.cwd();
  const folder = path.resolve(from, target);
  const read = Machines.safeParse(JSON.parse(readFileSync(path.resolve(from, list), 'utf8')));
  if (!read.success) {
    const places = read.error.issues.map((issue) => issue.path.join('.') || issue.message);
    throw new StartError(
      `${list} is no list of machines like deploy/cluster/machines.example.json: see ${places.join(', ')}.`,
    );
  }
  const machines = read.data;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const layout = debianLayout(machines, passwordsIn(path.join(folder, 'passwords.json')));
  for (const machine of layout.databases) write(path.join(folder, machine.name), databaseFiles(layout, machine));
  const { 'database-owner.env': owner = '', ...shared } = serverFiles(layout);
  for (const [index, { name }] of machines.servers.entries())
    write(path.join(folder, name), index === 0 ? { ...shared, 'database-owner.env': owner } : shared);
  const site = nginxSite(machines.servers.map(({ address }) => `${address}:3001`));
  write(path.join(folder, machines.proxy.name), { 'election-console.conf': site });
  console.log(
    `Files of ${[...machines.databases, ...machines.servers, machines.proxy].map(({ name }) => name).join(', ')} are in ${folder}`,
  );
}
