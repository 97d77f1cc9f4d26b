import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAX_REGISTER_BYTES } from '@ec/contract/geography/register-import';
import { describe, expect, it } from 'vitest';
import { declaredCalls } from './declared-calls.ts';

const folder = new URL('../deploy/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
/** The content of the file without comments. */
const said = (name: string) => read(name).replaceAll(/#.*$/gm, '');

/** The blocks of a YAML file below a top-level key, by name. */
function blocksOf(text: string, key: string): Map<string, string> {
  const part = text.split(/^(?=\S)/m).find((each) => each.startsWith(`${key}:`)) ?? '';
  const blocks = part.split(/^ {2}(?=\S)/m).slice(1);
  return new Map(blocks.map((block) => [block.slice(0, block.indexOf(':')), block]));
}

describe('the owner’s address of the database', () => {
  const compose = said('compose.yml');
  const services = blocksOf(compose, 'services');

  it('is given to the service that migrates, and to no other', () => {
    const holders = [...services].filter(([, block]) => /OWNER_URL|election_console_owner:/.test(block));
    expect(holders.map(([name]) => name)).toEqual(['migrate']);
    const shared = compose.slice(0, compose.indexOf('\nservices:'));
    expect(shared).not.toMatch(/OWNER/);
    expect(shared).toMatch(/DATABASE_URL: postgres:\/\/election_console:/);
  });

  it('is gone before a server starts', () => {
    expect(services.get('migrate')).toMatch(/restart: 'no'/);
    expect(services.get('migrate')).toMatch(/command: \[node, apps\/server\/src\/commands\/migrate\.ts\]/);
    const shared = compose.slice(0, compose.indexOf('\nservices:'));
    expect(shared).toMatch(/depends_on:[\s\S]*migrate: \{ condition: service_completed_successfully \}/);
    expect(services.get('server-1')).not.toMatch(/depends_on/);
    for (const name of ['server-2', 'server-3']) expect(services.get(name)).toMatch(/depends_on/);
    expect(compose).toMatch(/depends_on: &after-first\s+server-1: \{ condition: service_healthy \}/);
  });

  it('is in no file that a server under systemd reads', () => {
    expect(read('election-console.env.example')).not.toMatch(/^[^#\n]*OWNER/m);
    expect(said('election-console.service')).not.toMatch(/owner/i);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const names = files.map(({ parentPath, name }) =>
      path.relative(fileURLToPath(folder), path.join(parentPath, name)),
    );
    const readers = names.filter((name) => said(name).includes('election-console-owner.env'));
    expect(readers).toEqual(['election-console-migrate.service']);
    const migrating = said('election-console-migrate.service');
    expect(migrating).toMatch(/Type=oneshot/);
    expect(migrating).not.toMatch(/User=election-console$/m);
    expect(said('election-console.service')).toMatch(/After=.*election-console-migrate\.service/);
  });
});

describe('what the containers see of the machine', () => {
  const compose = said('compose.yml');
  const beside = fileURLToPath(folder);
  const checkout = path.dirname(beside);
  const holds = (outer: string, inner: string) => !path.relative(outer, inner).startsWith('..');
  /** The host's folders and files that the blocks mount. */
  const mountedBy = (block: string) =>
    [...block.matchAll(/^ +- (\$\{\w+:-(\/[^}]+)\}|[.~/][^:\s]*):\//gm)].map(([, source = '', fallback]) => ({
      source,
      place: path.resolve(beside, fallback ?? source),
    }));
  const shared = compose.slice(0, compose.indexOf('\nservices:'));
  const services: [string, string][] = [['each server', shared], ...blocksOf(compose, 'services')];

  it('is no folder with the passwords or the key of the certificate', () => {
    const secrets = [beside, path.join(beside, '.env'), path.join(checkout, '.env'), path.join(beside, 'certs')];
    for (const [name, block] of services) {
      for (const { place } of mountedBy(block)) {
        for (const secret of secrets) expect([name, place, holds(place, secret)]).toEqual([name, place, false]);
      }
    }
    expect(services.flatMap(([, block]) => mountedBy(block)).length).toBeGreaterThan(8);
  });

  it('is all that a server runs, and only to be read', () => {
    for (const block of [shared, blocksOf(compose, 'services').get('migrate') ?? '']) {
      const names = mountedBy(block).map(({ place }) => path.relative(checkout, place));
      expect(names).toEqual(['apps', 'packages', 'scripts', 'node_modules', 'package.json']);
    }
    for (const line of compose.match(/^ +- (?:\$\{|[.~/])[^\n]*:\/[^\n]*$/gm) ?? []) expect(line).toMatch(/:ro$/);
  });

  it('is the key of the certificate for nginx alone, from outside the checkout', () => {
    const holders = services.filter(([, block]) => block.includes('/certs'));
    expect(holders.map(([name]) => name)).toEqual(['nginx']);
    const certs = holders.flatMap(([, block]) => mountedBy(block)).filter(({ source }) => source.includes('certs'));
    expect(certs.map(({ place }) => holds(checkout, place))).toEqual([false]);
    expect(read('compose.yml')).toContain('docker compose --env-file /etc/election-console/compose.env');
  });
});

describe('nginx', () => {
  const UNITS: Record<string, number> = { k: 1024, m: 1024 * 1024 };
  const text = said('nginx.conf');
  const sizeIn = (block: string) => {
    const [, number, unit = ''] = /client_max_body_size (\d+)([km]);/.exec(block) ?? [];
    return number === undefined ? undefined : Number(number) * (UNITS[unit] ?? 1);
  };
  const locations = [...text.matchAll(/location (=|~)? ?(\S+) \{([^}]*)\}/g)].map(
    ([, kind, name = '', block = '']) => ({
      matches: (path: string) => (kind === '~' ? new RegExp(name).test(path) : kind === '=' && path === name),
      size: sizeIn(block),
      block,
    }),
  );
  const general = sizeIn(text.slice(text.indexOf('listen 443'), text.indexOf('location /')));
  const sizeFor = (path: string) => locations.find(({ matches }) => matches(path))?.size ?? general ?? 0;

  /** The largest body of a call without a file, in bytes. */
  const USUAL = 256 * 1024;

  it('passes on what each route takes, and little more', () => {
    const all = declaredCalls();
    expect(all.filter(({ bodyLimit }) => bodyLimit !== null).length).toBeGreaterThan(5);
    // nginx knows the path alone: it passes on what the largest call of it takes.
    for (const [path, calls] of Map.groupBy(all, (call) => call.path)) {
      const bodyLimit = Math.max(...calls.map((call) => call.bodyLimit ?? 0));
      const size = sizeFor(`/api${path}`);
      if (bodyLimit === 0) {
        expect([path, size]).toEqual([path, USUAL]);
        continue;
      }
      if (bodyLimit <= USUAL) continue;
      expect(size, path).toBeGreaterThan(bodyLimit);
      expect(size, path).toBeLessThanOrEqual(bodyLimit + 2 * 1024 * 1024);
    }
  });

  it('passes on a register, also one that is only looked through, and reads neither into a file of its own', () => {
    for (const path of ['/api/geographical-data/import', '/api/geographical-data/import/preview']) {
      expect(sizeFor(path)).toBeGreaterThan(MAX_REGISTER_BYTES);
      expect(locations.find(({ matches }) => matches(path))?.block).toMatch(/proxy_request_buffering off;/);
    }
    expect(sizeFor('/api/geographical-data/import/0190a0b0-0000-7000-8000-000000000001/store')).toBe(USUAL);
  });
});
