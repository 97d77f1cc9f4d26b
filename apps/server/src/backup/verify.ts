import path from 'node:path';
import type { Progress } from './error.ts';
import { FILES, locationOf, readList } from './file-list.ts';
import { inParallel } from './in-parallel.ts';
import { type Manifest, type Part, readManifest } from './manifest.ts';
import { digestFile } from './parts.ts';

const AT_ONCE = 4;
const PROGRESS_EVERY = 100;

export interface Verified {
  manifest: Manifest;
  digest: string;
  /** Everything that was changed, one sentence each. */
  problems: string[];
}

async function problemOf(
  location: string,
  name: string,
  expected: { sha256: string; size: number },
): Promise<string | undefined> {
  const found = await digestFile(location);
  if (!found) return `${name} is missing.`;
  if (found.size !== expected.size) return `${name} is ${found.size} bytes long, not ${expected.size}.`;
  return found.sha256 === expected.sha256 ? undefined : `${name} is not as it was written: its digest differs.`;
}

const partsOf = ({ tables, jobs, files }: Manifest): Part[] => [
  ...tables.map(({ part }) => part),
  ...(jobs ? [jobs.part] : []),
  files.part,
];

/** Reads the whole backup and compares every part and file with its digest. Throws BackupError if the folder is not a backup. */
export async function verifyBackup(folder: string, onProgress: Progress = () => undefined): Promise<Verified> {
  const { manifest, digest } = await readManifest(folder);
  const problems: string[] = [];
  for (const part of partsOf(manifest)) {
    onProgress(part.name);
    const problem = await problemOf(path.join(folder, part.name), part.name, part);
    if (problem) problems.push(problem);
  }
  // If the list of files itself was changed, its digests prove nothing.
  if (problems.some((problem) => problem.startsWith(manifest.files.part.name))) return { manifest, digest, problems };
  let read = 0;
  const checks = inParallel(readList(folder, manifest.files.part), AT_ONCE, (file) =>
    problemOf(locationOf(folder, file.key), `${FILES}/${file.key}`, file),
  );
  for await (const problem of checks) {
    if (problem) problems.push(problem);
    read += 1;
    if (read % PROGRESS_EVERY === 0) onProgress(`file ${read} of ${manifest.files.count}`);
  }
  if (read !== manifest.files.count)
    problems.push(`${manifest.files.part.name} names ${read} files, not ${manifest.files.count}.`);
  return { manifest, digest, problems };
}
