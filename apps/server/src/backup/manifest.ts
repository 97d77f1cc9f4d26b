import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { BackupError } from './error.ts';

/** Version of the backup format; other versions are not read. */
export const FORM = 1;
const MANIFEST = 'manifest.json';
const SEAL = 'manifest.sha256';

const Count = z.int().check(z.nonnegative());
const Digest = z.string().check(z.regex(/^[\da-f]{64}$/));

const Part = z.object({
  name: z.string().check(z.regex(/^(tables\/)?[\w$]+\.(copy|ndjson)\.zst$/)),
  sha256: Digest,
  size: Count,
});
/** One compressed file of a backup; the digest is that of the compressed file. */
export type Part = z.infer<typeof Part>;

const DumpedTable = z.object({ name: z.string(), columns: z.array(z.string()), rows: Count, part: Part });
export type DumpedTable = z.infer<typeof DumpedTable>;

/** The last number issued by an identity column. */
const LastNumber = z.object({ table: z.string(), column: z.string(), last: Count });
export type LastNumber = z.infer<typeof LastNumber>;

/** Keys of files that differ from their rows: the total count, and the first ones by name. */
const Faults = z.object({ count: Count, named: z.array(z.string()) });
export type Faults = z.infer<typeof Faults>;

export const Manifest = z.object({
  form: z.literal(FORM),
  /** The time of the snapshot. */
  takenAt: z.iso.datetime(),
  programVersion: z.string(),
  postgresVersion: z.string(),
  migrations: z.array(z.string()).check(z.minLength(1)),
  tables: z.array(DumpedTable),
  numbers: z.array(LastNumber),
  jobs: z.nullable(z.object({ rows: Count, part: Part })),
  files: z.object({ count: Count, bytes: Count, part: Part, missing: Faults, damaged: Faults }),
  /** The head of the audit chain at that time; null for a store without a chain. */
  audit: z.nullable(z.object({ position: Count, hash: Digest })),
});
export type Manifest = z.infer<typeof Manifest>;

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes the manifest and its digest (sha256sum format); returns the digest. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<string> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  const digest = digestOf(text);
  const options = { mode: 0o600, flag: 'wx', flush: true };
  await writeFile(path.join(folder, MANIFEST), text, options);
  await writeFile(path.join(folder, SEAL), `${digest}  ${MANIFEST}\n`, options);
  return digest;
}

async function read(folder: string, name: string): Promise<string> {
  try {
    return await readFile(path.join(folder, name), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error as Error;
    throw new BackupError(`${folder} is no finished backup: there is no ${name} in it.`);
  }
}

function parse(folder: string, text: string): Manifest {
  const { form } = JSON.parse(text) as { form?: unknown };
  if (form !== FORM) throw new BackupError(`The backup in ${folder} has a form that this version does not read.`);
  return Manifest.parse(JSON.parse(text));
}

/** Reads the manifest of a complete backup. Throws BackupError if there is none or it was changed. */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; digest: string }> {
  const [text, seal] = await Promise.all([read(folder, MANIFEST), read(folder, SEAL)]);
  const digest = digestOf(text);
  if (seal.split(/\s/)[0] !== digest) {
    throw new BackupError(`${MANIFEST} of the backup in ${folder} is not as it was written: its digest differs.`);
  }
  return { manifest: parse(folder, text), digest };
}
