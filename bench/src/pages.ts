import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { rounded } from './statistics.ts';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

export interface PageSizes {
  signInKb: number;
  submitResultsKb: number;
}

const DIST = path.join(import.meta.dirname, '../../apps/console/dist');
const SIGN_IN = ['index.html', 'src/app/Entrance.tsx'];
const APP = [...SIGN_IN, 'src/app/App.tsx'];
const SUBMIT = [...APP, 'src/app/shell/Shell.tsx', 'src/features/submit-results/SubmitPage.tsx'];

/** Every script and style sheet that the modules load, with all that those import. */
function filesOf(manifest: Record<string, Chunk>, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the console's manifest`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const name of chunk.imports ?? []) visit(name);
  };
  for (const name of modules) visit(name);
  return files;
}

const kilobytes = (files: Iterable<string>) =>
  rounded([...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(DIST, file))).length, 0) / 1024);

/** Gzipped JavaScript and CSS of the built console: the sign-in page, and all that submitting a result needs. */
export function measurePages(): PageSizes | undefined {
  const manifestFile = path.join(DIST, '.vite/manifest.json');
  if (!existsSync(manifestFile)) {
    console.log('Page sizes: skipped, the console is not built (npm run build)');
    return undefined;
  }
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>;
  return {
    signInKb: kilobytes(filesOf(manifest, SIGN_IN)),
    submitResultsKb: kilobytes(filesOf(manifest, SUBMIT)),
  };
}
