import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { type Chunk, chunkOf, chunksOf, filesOf, oneScript } from './chunk-files.ts';

const WORKER = 'src/worker/worker.ts';
const PAGE = 'index.html';
/** The chunk that loads every page later: cached with its static imports only. */
const APP = 'src/app/App.tsx';
/** The pages that officers and ward admins open without a network, with all their lazy parts. */
const STARTS = [
  'src/app/Entrance.tsx',
  'src/features/auth/LoginRoute.tsx',
  'src/app/shell/Shell.tsx',
  'src/app/kit-styles.ts',
  'src/features/submit-results/SubmitPage.tsx',
  'src/features/dashboard/DashboardPage.tsx',
  'src/features/review/ReviewListPage.tsx',
  'src/features/review/ReviewPage.tsx',
];
/** Files that no chunk imports. */
const BESIDE = /^assets\/(preload-.*\.js|inter-.*\.woff2)$/;
const PUBLIC = ['icon.svg', 'icon-192.png', 'app.webmanifest'];

interface Kept {
  url: string;
  /** Null where the name changes with the content. */
  revision: string | null;
}

/** The chunks with all that they import, now or later. */
function withLaterParts(bundle: Rolldown.OutputBundle, starts: readonly Chunk[], roots: readonly Chunk[]): Set<Chunk> {
  const found = new Set<Chunk>(roots);
  const visit = (chunk: Chunk) => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = bundle[name];
      if (next?.type === 'chunk') visit(next);
    }
  };
  for (const start of starts) visit(start);
  return found;
}

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 16);

function keptFiles(root: string, bundle: Rolldown.OutputBundle): { entry: string; files: Kept[] } {
  const page = bundle[PAGE];
  if (page?.type !== 'asset') throw new Error(`${PAGE} is not written yet`);
  const [entry, app] = [chunkOf(bundle, join(root, PAGE)), chunkOf(bundle, join(root, APP))];
  const starts = STARTS.map((module) => chunkOf(bundle, join(root, module)));
  const names = filesOf(bundle, [...withLaterParts(bundle, starts, chunksOf(bundle, [entry, app]))]);
  for (const name of Object.keys(bundle)) if (BESIDE.test(name)) names.add(name);
  const hashed = [...names].map((name) => ({ url: `/${name}`, revision: null }));
  const fixed = PUBLIC.map((name) => ({ url: `/${name}`, revision: hashOf(readFileSync(join(root, 'public', name))) }));
  // The page is cached last, after all that it needs.
  return { entry: entry.fileName, files: [...hashed, ...fixed, { url: `/${PAGE}`, revision: hashOf(page.source) }] };
}

/** Builds the background worker: `worker.js` at the root, since it serves all addresses. */
export function offlineWorker(root: string): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const KEPT = { page: `/${PAGE}`, ...keptFiles(root, bundle) };
        this.emitFile({ type: 'asset', fileName: 'worker.js', source: await oneScript(root, WORKER, { KEPT }) });
      },
    },
  };
}
