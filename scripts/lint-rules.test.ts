import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ec-lint-'));
  await copyFile(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  await cp(path.join(root, 'scripts', 'lint'), path.join(folder, 'scripts', 'lint'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The linter's findings for one file at the path. */
async function lint(file: string, code: string): Promise<string> {
  const full = path.join(folder, file);
  await mkdir(path.dirname(full), { recursive: true });
  await writeFile(full, code);
  const { promise, resolve } = Promise.withResolvers<string>();
  const oxlint = path.join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  execFile(process.execPath, [oxlint, '--format=unix', file], { cwd: folder }, (_error, stdout) => resolve(stdout));
  return await promise;
}

const uses = (specifier: string) => `import { thing } from '${specifier}';\nexport const used = thing;\n`;
const feature = 'apps/server/src/features/results';

const forbidden: [string, string, string][] = [
  ['the contract importing a library', 'packages/contract/src/results.ts', 'kysely'],
  ['the contract importing full zod', 'packages/contract/src/results.ts', 'zod'],
  ['the server importing the console', `${feature}/service.ts`, '@ec/console/app'],
  ['the platform importing a feature', 'apps/server/src/platform/audit.ts', '../features/results/decision-rules.ts'],
  ['a route importing a repository', `${feature}/routes.ts`, './repository.ts'],
  ['a route writing SQL', `${feature}/routes.ts`, 'kysely'],
  ['a service writing SQL', `${feature}/service.ts`, 'kysely'],
  ['a service knowing routes', `${feature}/service.ts`, './routes.ts'],
  ['rules doing I/O', `${feature}/rules.ts`, 'node:fs'],
  ['rules knowing the platform', `${feature}/rules.ts`, '../../platform/clock.ts'],
  ['rules knowing request schemas by zod', `${feature}/rules.ts`, 'zod/mini'],
  ['a repository knowing a service', `${feature}/repository.ts`, './submit-service.ts'],
  ["another feature's repository", `${feature}/service.ts`, '../elections/repository.ts'],
  ["another feature's service that is not on the list", `${feature}/service.ts`, '../elections/service.ts'],
  ['one console feature importing another', 'apps/console/src/features/review/Page.tsx', '../elections/api.ts'],
  ['a console feature importing the app', 'apps/console/src/features/review/Page.tsx', '../../app/router.tsx'],
  ['a component knowing the domain', 'apps/console/src/components/page/Page.tsx', '../../domain/places/use-places.ts'],
  ['the domain knowing a feature', 'apps/console/src/domain/places/PlaceSelect.tsx', '../../features/review/api.ts'],
  [
    'a room of a feature importing another feature',
    'apps/console/src/features/chat/log/Log.tsx',
    '../../review/api.ts',
  ],
  ["another feature's repository from a room", `${feature}/desk/service.ts`, '../../elections/repository.ts'],
  [
    'a room of the platform importing a feature',
    'apps/server/src/platform/audit/audit.ts',
    '../../features/results/decision-rules.ts',
  ],
  ['a component knowing a feature', 'apps/console/src/components/Page.tsx', '../features/review/api.ts'],
  ['the console importing the server', 'apps/console/src/features/review/Page.tsx', '@ec/server/app'],
  ['the console importing the server by its path', 'apps/console/src/lib/api.ts', '../../../server/src/app.ts'],
  ['the server importing the console by its path', `${feature}/service.ts`, '../../../../console/src/lib/api.ts'],
  ['a journey knowing the server', 'e2e/journeys/a.spec.ts', '@ec/server/app'],
];
it.each(forbidden)('refuses %s', async (_, file, specifier) => {
  expect(await lint(file, uses(specifier))).toContain('house(layers)');
});

const allowed: [string, string, string][] = [
  ["another feature's queries", `${feature}/service.ts`, '../elections/queries.ts'],
  ["another feature's rules", `${feature}/service.ts`, '../elections/rules.ts'],
  ['the service on the list', `${feature}/service.ts`, '../notifications/notify.ts'],
  ['SQL in queries', `${feature}/review-queries.ts`, 'kysely'],
  ['the contract in rules', `${feature}/rules.ts`, '@ec/contract/permissions/roles'],
  ['the platform in a service', `${feature}/service.ts`, '../../platform/console-files.ts'],
  ['the app composing features', 'apps/console/src/app/router.tsx', '../features/review/routes.tsx'],
];
it.each(allowed)('lets pass %s', async (_, file, specifier) => {
  expect(await lint(file, uses(specifier))).not.toContain('house(layers)');
});

it.each([
  ['any', 'export const value: any = 1;\n', 'no-explicit-any'],
  ['a non-null assertion', 'export const value = (text: string | null) => text!.length;\n', 'no-non-null-assertion'],
  [
    'a copy of the arithmetic of places',
    'export const ward = (id: number) => id - (id % 10_000);\n',
    'place-arithmetic',
  ],
  ['a copy of it in SQL', 'export const ward = `select id - id % 10000000 from locations`;\n', 'place-arithmetic'],
  ['a default export', 'export default 1;\n', 'no-default-export'],
  ['a barrel', "export * from './a.ts';\n", 'no-barrel-file'],
  ['a file above 400 lines', `export const value = [\n${'  1,\n'.repeat(420)}];\n`, 'max-lines'],
])('refuses %s', async (_, code, rule) => {
  expect(await lint(`${feature}/other.ts`, code)).toContain(rule);
});

const addresses = {
  'of a request': 'export const from = (request: { ip: string }) => request.ip;\n',
  'of the request of a context': 'export const from = (call: { request: { ip: string } }) => call.request.ip;\n',
  'taken out of a request':
    'export function from(request: { ip: string }) {\n  const { ip } = request;\n  return ip;\n}\n',
};
it.each(Object.entries(addresses))('refuses an address %s, but in the file that judges it', async (_, code) => {
  expect(await lint(`${feature}/service.ts`, code)).toContain('house(address)');
  expect(await lint('apps/server/src/platform/http/input/request-checks.ts', code)).not.toContain('house(address)');
});

it('lets the address of an entry pass', async () => {
  const code = 'export const from = (entry: { ip: string }) => entry.ip;\n';
  expect(await lint(`${feature}/service.ts`, code)).not.toContain('house(address)');
});
