import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const SIGN_IN_LIMIT = 200 * 1024;
const SUBMIT_EXTRA_LIMIT = 60 * 1024;
// Its figures are painted in 1.1 s at most on the phone of the benchmarks; what carries the focus and prints pages took 2 KB of it.
const DASHBOARD_EXTRA_LIMIT = 62 * 1024;
// With the kit that all larger pages share: what a first visit by address fetches when only the dashboard was here before.
const PAGES = [
  { page: 'src/features/users/UsersPage.tsx', kilobytes: 92, files: 28 },
  { page: 'src/features/situation-room/RoomPage.tsx', kilobytes: 102, files: 36 },
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

function gzipped(files: Set<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
}

describe.skipIf(!built)(`the size of a page${built ? '' : ' (skipped: the console is not built yet)'}`, () => {
  const manifest = () => JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, Chunk>;
  const signIn = ['index.html', 'src/features/auth/LoginPage.tsx'];
  const submit = ['index.html', 'src/app/shell/Shell.tsx', 'src/features/submit-results/SubmitPage.tsx'];
  const dashboard = ['index.html', 'src/app/shell/Shell.tsx', 'src/features/dashboard/DashboardPage.tsx'];

  const beyondSignIn = (page: string[]): number => {
    const known = loadedBy(manifest(), signIn);
    return gzipped(new Set([...loadedBy(manifest(), page)].filter((file) => !known.has(file))));
  };

  it('sign-in loads at most 200 KB', () => {
    expect(gzipped(loadedBy(manifest(), signIn))).toBeLessThanOrEqual(SIGN_IN_LIMIT);
  });

  it('submitting results loads at most 60 KB beyond sign-in', () => {
    expect(beyondSignIn(submit)).toBeLessThanOrEqual(SUBMIT_EXTRA_LIMIT);
  });

  it.each(PAGES)('$page loads at most $kilobytes KB in $files files beyond the dashboard', (limit) => {
    const known = loadedBy(manifest(), [...signIn, ...dashboard]);
    const page = loadedBy(manifest(), ['src/app/kit-styles.ts', limit.page]);
    const own = new Set([...page].filter((file) => !known.has(file)));
    expect(gzipped(own) / 1024).toBeLessThanOrEqual(limit.kilobytes);
    expect(own.size).toBeLessThanOrEqual(limit.files);
  });

  it('the kit is preloaded beside the app bundle', () => {
    const name = /src="\/(assets\/preload-[^"]+)"/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1] ?? '';
    const preload = readFileSync(join(dist, name), 'utf8');
    const kit = Object.values(manifest()).filter(({ file }) => /\/kit-/.test(file));
    expect(kit.length).toBeGreaterThan(0);
    for (const { file } of kit) expect(preload).toContain(file);
  });

  it('the dashboard loads at most 62 KB beyond sign-in', () => {
    expect(beyondSignIn(dashboard)).toBeLessThanOrEqual(DASHBOARD_EXTRA_LIMIT);
  });
});
