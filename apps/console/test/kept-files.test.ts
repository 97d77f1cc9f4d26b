import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** What a phone loads beyond its first page so that the console opens without a network. */
const LIMIT = 480 * 1024;
const dist = join(import.meta.dirname, '../dist');
const built = existsSync(join(dist, 'worker.js'));

describe.skipIf(!built)(
  `the files that the worker keeps${built ? '' : ' (skipped: the console is not built yet)'}`,
  () => {
    const worker = () => readFileSync(join(dist, 'worker.js'), 'utf8');
    const urls = () => [...worker().matchAll(/url:[`"']([^`"']+)/g)].map(([, url]) => url ?? '');

    it('are there, once, and none is an answer of the API', () => {
      expect(urls().length).toBeGreaterThan(20);
      expect(new Set(urls()).size).toBe(urls().length);
      expect(urls().filter((url) => url.startsWith('/api') || !existsSync(join(dist, url)))).toEqual([]);
      expect(urls().at(-1)).toBe('/index.html');
    });

    it.each([
      'index',
      'Entrance',
      'Shell',
      'SubmitPage',
      'prepare-photo',
      'upload-parts',
      'PhoneMenu',
      'BellPanel',
      'UrgentHost',
      'preload',
      'inter',
    ])('hold %s', (name) => expect(urls().some((url) => url.startsWith(`/assets/${name}-`))).toBe(true));

    it('are whole: every part that a kept part loads now is kept too', () => {
      const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
        string,
        { file: string; imports?: string[]; css?: string[] }
      >;
      const kept = new Set(urls());
      const missing = Object.values(manifest)
        .filter(({ file }) => kept.has(`/${file}`))
        .flatMap(({ imports = [], css = [] }) => [...imports.map((key) => manifest[key]?.file ?? key), ...css])
        .filter((file) => !kept.has(`/${file}`));
      expect(missing).toEqual([]);
    });

    it('are at most 480 KB', () => {
      const sum = urls().reduce((bytes, url) => bytes + gzipSync(readFileSync(join(dist, url))).length, 0);
      expect(sum).toBeLessThanOrEqual(LIMIT);
    });
  },
);
