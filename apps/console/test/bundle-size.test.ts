import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

// The page itself included: all that is fetched until a user can type and submit.
const SIGN_IN_LIMIT = 90 * 1024;
// With what every page behind it stands on: the UI kit's base, the router, the query client and the styles that all pages share.
const APP_LIMIT = 174 * 1024;
// All that a page needs, from the first byte on. The table of all errors is not among it (8 KB): the console has the words of the server's answers.
const SUBMIT_LIMIT = 242 * 1024;
// Its figures are painted in 1.1 s at most on the phone of the benchmarks; the last hour, the downloads of the shell and the marks of what is unusual took 8 KB of it,
// the routes of the forms in steps and the words of a newer version 1 KB.
const DASHBOARD_LIMIT = 244 * 1024;
// With the kit that all larger pages share, the columns a reader chooses and, of people, the change of several at once: what a first visit by address fetches when only the dashboard was here before.
const PAGES = [
  { page: 'src/features/users/UsersPage.tsx', kilobytes: 99, files: 28 },
  { page: 'src/features/situation-room/RoomPage.tsx', kilobytes: 109, files: 36 },
] as const;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const dist = join(import.meta.dirname, '../dist');
const manifestPath = join(dist, '.vite/manifest.json');
const built = existsSync(manifestPath);

/** Every script and style sheet that the named modules load, with all that those import. */
function loadedBy(manifest: Record<string, Chunk>, modules: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const module of modules) visit(module);
  return files;
}

const preloadFile = () =>
  /src="\/(assets\/preload-[^"]+)"/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1] ?? '';

function gzipped(files: Set<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
}

describe.skipIf(!built)(`the size of a page${built ? '' : ' (skipped: the console is not built yet)'}`, () => {
  const manifest = () => JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, Chunk>;
  const signIn = ['index.html', 'src/app/Entrance.tsx'];
  const app = [...signIn, 'src/app/App.tsx'];
  const submit = ['src/app/shell/Shell.tsx', 'src/features/submit-results/SubmitPage.tsx'];
  const dashboard = ['src/app/shell/Shell.tsx', 'src/features/dashboard/DashboardPage.tsx'];

  it('sign-in loads at most 90 KB', () => {
    const files = loadedBy(manifest(), signIn).add('index.html').add(preloadFile()).add('icon.svg');
    expect(gzipped(files)).toBeLessThanOrEqual(SIGN_IN_LIMIT);
  });

  it(`sign-in and the app load at most ${APP_LIMIT / 1024} KB`, () => {
    expect(gzipped(loadedBy(manifest(), app))).toBeLessThanOrEqual(APP_LIMIT);
  });

  it(`submitting results loads at most ${SUBMIT_LIMIT / 1024} KB`, () => {
    expect(gzipped(loadedBy(manifest(), [...app, ...submit]))).toBeLessThanOrEqual(SUBMIT_LIMIT);
  });

  it.each(PAGES)('$page loads at most $kilobytes KB in $files files beyond the dashboard', (limit) => {
    const known = loadedBy(manifest(), [...app, ...dashboard]);
    const page = loadedBy(manifest(), ['src/app/kit-styles.ts', limit.page]);
    const own = new Set([...page].filter((file) => !known.has(file)));
    expect(gzipped(own) / 1024).toBeLessThanOrEqual(limit.kilobytes);
    expect(own.size).toBeLessThanOrEqual(limit.files);
  });

  it("the kit's fields get their id once: the alias of the build meets the kit's file", () => {
    const hooks = readFileSync(fileURLToPath(import.meta.resolve('@mantine/hooks')), 'utf8');
    expect(hooks).toContain('from "./use-id/use-id.mjs"');
  });

  it('the background worker keeps the pages that open without a network, and no others', () => {
    const kept = new Set(readFileSync(join(dist, 'worker.js'), 'utf8').match(/\/assets\/[\w.-]+/g));
    expect(kept.size).toBeGreaterThan(60);
    expect(kept.size).toBeLessThanOrEqual(115);
  });

  it('the kit is preloaded beside the app bundle', () => {
    const preload = readFileSync(join(dist, preloadFile()), 'utf8');
    const kit = Object.values(manifest()).filter(({ file }) => /\/kit-/.test(file));
    expect(kit.length).toBeGreaterThan(0);
    for (const { file } of kit) expect(preload).toContain(file);
  });

  it(`the dashboard loads at most ${DASHBOARD_LIMIT / 1024} KB`, () => {
    expect(gzipped(loadedBy(manifest(), [...app, ...dashboard]))).toBeLessThanOrEqual(DASHBOARD_LIMIT);
  });
});
