import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { fill } from './files.ts';
import { writeFiles } from './write-files.ts';

const EXAMPLE = fileURLToPath(new URL('../../deploy/cluster/machines.example.json', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'ec-cluster-files-'));
const read = (...names: string[]) => readFileSync(path.join(folder, ...names), 'utf8');

/** The files of all machines, by their path in the folder. */
const written = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );

describe('the files of an operator’s machines', () => {
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are complete: every template of deploy/cluster, with no value left open', () => {
    writeFiles(EXAMPLE, folder);
    const templates = readdirSync(path.dirname(EXAMPLE)).filter((name) => name !== path.basename(EXAMPLE));
    const names = new Set(written().map((name) => path.basename(name)));
    for (const name of templates) expect(names).toContain(name);
    for (const name of written())
      expect([name, read(name)]).toEqual([name, expect.not.stringMatching(/\{\{|CHANGE-ME/)]);
  });

  it('can be read by their owner alone, and keep their passwords when they are made anew', () => {
    for (const name of written()) expect([name, statSync(path.join(folder, name)).mode & 0o077]).toEqual([name, 0]);
    const before = read('db-1', 'roles.sql');
    writeFiles(EXAMPLE, folder);
    expect(read('db-1', 'roles.sql')).toBe(before);
  });

  it('give each machine its own name and address, and all the same others', () => {
    expect(read('db-2', 'etcd.env')).toContain('ETCD_LISTEN_CLIENT_URLS=http://10.0.0.22:2379\n');
    expect(read('db-3', 'patroni.yml')).toMatch(/^name: db-3$/m);
    for (const name of ['db-1', 'db-2', 'db-3'])
      expect(read(name, 'patroni.yml')).toMatch(/^ {2}hosts: 10\.0\.0\.21:2379,10\.0\.0\.22:2379,10\.0\.0\.23:2379$/m);
    expect(read('proxy', 'election-console.conf').match(/server 10\.0\.0\.1\d:3001/g)).toHaveLength(3);
  });

  it('give the owner’s address to one machine, in a file that no server reads', () => {
    const secrets = JSON.parse(read('passwords.json')) as { owner: string; superuser: string };
    const holders = (secret: string) => written().filter((name) => read(name).includes(secret));
    expect(holders(secrets.owner).filter((name) => !/^db-\d|^passwords/.test(name))).toEqual([
      path.join('server-1', 'database-owner.env'),
    ]);
    expect(holders(secrets.superuser).filter((name) => !/^db-\d|^passwords/.test(name))).toEqual([]);
  });

  it('are refused for a list that is no list of three and three', () => {
    const list = path.join(folder, 'two.json');
    const machines = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as { databases: unknown[] };
    writeFileSync(list, JSON.stringify({ ...machines, databases: machines.databases.slice(1) }));
    expect(() => writeFiles(list, path.join(folder, 'two'))).toThrow('databases');
    rmSync(list);
  });
});

describe('a template', () => {
  it('has a value for each name, or is refused', () => {
    expect(fill('a {{b}} c {{b}}', { b: 1 })).toBe('a 1 c 1');
    expect(() => fill('{{b}}', {})).toThrow('{{b}}');
  });
});
