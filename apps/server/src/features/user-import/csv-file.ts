import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { AppError } from '../../platform/http/errors.ts';
import { separatorOf } from './file-rules.ts';

const HEAD_BYTES = 128 * 1024;
/** No list of people has lines this long: a quotation mark that is never closed, or a file of another kind. */
const MAX_LINE = 40_000;
const BATCH = 500;
/** How workbooks and documents begin. */
const NO_TABLE = ['PK\u0003\u0004', '%PDF'];
const NOT_TEXT = 'The file is not a text file. In your spreadsheet choose "Save as", CSV (UTF-8), and send that file.';

export interface FileHead {
  encoding: 'utf8' | 'utf16le';
  separator: ',' | ';' | '\t';
  headings: string[];
}

export interface FileRow {
  /** The line on which it begins; the file's first is 1. */
  line: number;
  fields: string[];
}

const unreadable = (reason: string) => new AppError('USER_IMPORT_UNREADABLE', { reason });

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The first line that is not blank, up to the first line end outside quotation marks. */
function firstLine(text: string): string {
  let quoted = false;
  const start = text.search(/[^\s\uFEFF]/);
  for (let at = Math.max(0, start); at < text.length; at++) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    if (!quoted && (character === '\n' || character === '\r')) return text.slice(Math.max(0, start), at);
  }
  return start < 0 ? '' : text.slice(start);
}

/** Looks at the beginning of the file: its encoding, its separator and its headings. Refuses what is no table of text. */
export async function readHead(path: string): Promise<FileHead> {
  const bytes = await firstBytes(path);
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8';
  const text = bytes.toString(encoding);
  if (text.includes('\0') || NO_TABLE.some((start) => text.startsWith(start))) throw unreadable(NOT_TEXT);
  const line = firstLine(text);
  if (line.trim() === '') throw unreadable('The file is empty.');
  if (line.length > MAX_LINE) throw unreadable(NOT_TEXT);
  const separator = separatorOf(line);
  const parsed = parseNow(line, { delimiter: separator, relax_quotes: true, relax_column_count: true, trim: true });
  const headings = (parsed[0] ?? []).map((heading) => heading.replaceAll(/\p{Cc}/gu, ' ').trim());
  while (headings.at(-1) === '') headings.pop();
  return { encoding, separator, headings };
}

/** The rows below the headings, in batches; `onBytes` hears how much of the file was read. */
export async function* readRows(
  path: string,
  { encoding, separator }: FileHead,
  onBytes: (bytes: number) => void,
): AsyncGenerator<FileRow[]> {
  const file = createReadStream(path, { encoding, highWaterMark: 64 * 1024 });
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    info: true,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_LINE,
  });
  // The error of either stream ends the loop below; the callback only keeps the other from being left open.
  const rows = pipeline(file, parser, () => undefined) as AsyncIterable<{ record: string[]; info: { lines: number } }>;
  let batch: FileRow[] = [];
  let first = true;
  let last = 1;
  try {
    for await (const { record, info } of rows) {
      last = info.lines;
      if (first) {
        first = false;
        continue;
      }
      const inside = record.reduce((count, field) => count + field.split('\n').length - 1, 0);
      batch.push({ line: info.lines - inside, fields: record });
      if (batch.length < BATCH) continue;
      onBytes(file.bytesRead);
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (!String((error as { code?: unknown } | null)?.code).startsWith('CSV_')) throw error;
    throw unreadable(`After line ${last} a quotation mark is not closed, or a line is far too long.`);
  }
  if (batch.length > 0) yield batch;
}
