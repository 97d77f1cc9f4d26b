import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/** No register has lines this long: an unclosed quote or a file of another kind. */
const MAX_LINE = 20_000;
/** Eight times the largest register that may be sent; a few kilobytes can be made to unpack to more than any disk. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** The file unpacks to more than any register holds. */
export class UnpackedTooLarge extends Error {}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/**
 * The lines of a CSV file, plain or gzipped (recognised by its content), in batches; `onBytes` hears how many were read so far.
 * Throws UnpackedTooLarge.
 */
export async function* readLines(
  path: string,
  onBytes: (bytes: number) => void,
  mostBytes = MAX_UNPACKED_BYTES,
): AsyncGenerator<string[]> {
  const zipped = await isGzip(path);
  const file = createReadStream(path, { highWaterMark: 64 * 1024 });
  // The error of either stream ends the loop below; the callback only keeps the other from being left open.
  const content = zipped ? pipeline(file, createGunzip({ chunkSize: 256 * 1024 }), () => undefined) : file;
  const decoder = new TextDecoder();
  let rest = '';
  let unpacked = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    onBytes(file.bytesRead);
    unpacked += chunk.length;
    if (unpacked > mostBytes) throw new UnpackedTooLarge();
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) {
      yield [...lines, rest];
      return;
    }
    yield lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield [rest];
}

/** The fields of one line, or a sentence that says what is wrong with it. A field never runs over the line's end. */
export function parseLine(text: string): string[] | string {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  if (line.length > MAX_LINE) return 'The line is too long to be part of a register';
  if (line.includes('\uFFFD')) return 'The line has characters that are not UTF-8';
  if (line.includes('\0')) return 'The line has null characters, which cannot be stored';
  if (!line.includes('"')) return line.split(',').map((field) => field.trim());
  try {
    return parse(line, { trim: true, relax_column_count: true })[0] ?? [];
  } catch {
    return 'A quotation mark is not closed, or stands in the middle of a field';
  }
}
