import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { refuseLine, type RefusedLines } from '@ec/contract/geography/register-import';
import { parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/** A line of a CSV file, with its number in it. */
export interface FileLine {
  line: number;
  fields: readonly string[];
}

/** No line of figures is this long: a quotation mark that is never closed, or a file of another kind. */
const MAX_LINE = 40_000;

/** What is left of letters in another encoding, and of a picture or a workbook. */
const isNoText = (field: string): boolean => field.includes('\0') || field.includes('\uFFFD');
const NO_CSV =
  'This is not a CSV file in UTF-8. In your spreadsheet choose "Save as", CSV (UTF-8), and choose that file';

/** A file that is no CSV from the line on. */
export class BrokenFile extends Error {
  readonly line: number;
  constructor(
    line: number,
    message = 'A quotation mark is not closed or stands in the middle of a field, or a line is far too long',
  ) {
    super(message);
    this.line = line;
  }
}

/** The lines of the file; of a record over several lines the last one counts. `onBytes` hears how much of it was read. */
export async function* readFileLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<FileLine> {
  const file = createReadStream(path, { encoding: 'utf8', highWaterMark: 64 * 1024 });
  const parser = parse({ bom: true, info: true, trim: true, relax_column_count: true, max_record_size: MAX_LINE });
  // The error of either stream ends the loop below; the callback only keeps the other from being left open.
  const records = pipeline(file, parser, () => undefined) as AsyncIterable<{
    record: string[];
    info: { lines: number };
  }>;
  let last = 0;
  try {
    for await (const { record, info } of records) {
      last = info.lines;
      onBytes(file.bytesRead);
      if (record.some(isNoText)) throw new BrokenFile(last, NO_CSV);
      yield { line: info.lines, fields: record };
    }
  } catch (error) {
    const { code, lines } = error as { code?: unknown; lines?: number };
    if (!String(code).startsWith('CSV_')) throw error;
    throw new BrokenFile(lines ?? last + 1);
  }
}

/** The lines of the text of a CSV file; none where it is no CSV, which is refused with its line. */
export function linesOf(text: string, refused: RefusedLines): string[][] {
  try {
    return parseNow(text, { trim: true, bom: true, relax_column_count: true });
  } catch (error) {
    const { lines = 1 } = error as { lines?: number };
    refuseLine(refused, lines, 'A quotation mark is not closed, or stands in the middle of a field');
    return [];
  }
}

const CSV = { escape_formulas: true } as const;

/** The first line of a CSV file that is sent, for spreadsheets. */
export const csvHead = (columns: readonly string[]): string => stringify([columns], { ...CSV, bom: true });

/** Rows put into one text: of some 30 kB, since a text of more than 128 kB is freed by a garbage collection of all objects only (ADR 0097). */
const PIECE = 200;

/** Rows as texts of a CSV file that is sent. */
export function* csvTexts(rows: readonly unknown[][]): Generator<string> {
  for (let from = 0; from < rows.length; from += PIECE) yield stringify(rows.slice(from, from + PIECE), CSV);
}
