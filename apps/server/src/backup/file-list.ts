import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import type { Part } from './manifest.ts';
import { linesOf, type NamedFile } from './named-files.ts';
import { readPart, writeCounted, writePart } from './parts.ts';

const NAMED = 'named-files';
const LIST = 'files.ndjson.zst';
export const FILES = 'files';

/** Path segments of plain characters, none only dots: no listed path can leave the backup's folder. */
const Key = z.string().check(z.regex(/^(?!.*(^|\/)\.+(\/|$))[\w.-]+(\/[\w.-]+)*$/));
const ListedFile = z.object({ key: Key, size: z.int(), sha256: z.string() });
/** A file in the backup. */
export type ListedFile = z.infer<typeof ListedFile>;

async function* asLines(items: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
}

/** The path of the key's file in the backup. */
export const locationOf = (folder: string, key: string): string => path.join(folder, FILES, key);

/** Writes the file names of the rows to disk, so that the snapshot need not stay open while files are copied. */
export async function keepNames(folder: string, names: AsyncIterable<NamedFile>): Promise<number> {
  let count = 0;
  async function* counting() {
    for await (const name of names) {
      count += 1;
      yield name;
    }
  }
  await writeCounted(namesKept(folder), Readable.from(asLines(counting()), { objectMode: false }));
  return count;
}

export const namesKept = (folder: string): string => path.join(folder, NAMED);

export async function* readNames(folder: string): AsyncGenerator<NamedFile> {
  for await (const line of linesOf(createReadStream(namesKept(folder)))) yield JSON.parse(line) as NamedFile;
}

/** Writes the list of copied files as a part of the backup. */
export async function writeList(folder: string, files: AsyncIterable<ListedFile>): Promise<Part> {
  return await writePart(folder, LIST, Readable.from(asLines(files), { objectMode: false }));
}

export async function* readList(folder: string, part: Part): AsyncGenerator<ListedFile> {
  for await (const line of linesOf(readPart(folder, part))) yield ListedFile.parse(JSON.parse(line));
}
