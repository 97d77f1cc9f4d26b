import { createReadStream } from 'node:fs';

/** How the line of an entry begins: its place, its number, its time. */
const BEGINNING = /^\d{1,16},\d{1,16},\d{4}-\d\d-\d\dT/;
/** No entry is so long; a file of another kind may have no line ends at all. */
const MOST = 16 * 1024 * 1024;

const isOdd = (text: string): boolean => text.split('"').length % 2 === 0;

/**
 * The lines of an export, each without its end. A cell in quotation marks may hold line ends; where the marks do not
 * match, the line ends before the next that begins like an entry, so that one slip does not swallow the rest.
 */
export async function* readLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
  const decoder = new TextDecoder('utf-8', { ignoreBOM: false });
  let rest = '';
  /** Lines of a cell that has not ended. */
  let open: string[] = [];
  let length = 0;
  function* close(): Generator<string> {
    if (open.length > 0) yield open.join('\n');
    open = [];
    length = 0;
  }
  function* complete(line: string): Generator<string> {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (BEGINNING.test(text)) yield* close();
    const begun = open.length > 0;
    open.push(text);
    length += text.length + 1;
    if (isOdd(text) === begun || length > MOST) yield* close();
  }
  for await (const chunk of file as AsyncIterable<Buffer>) {
    onBytes(chunk.length);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MOST) throw new RangeError('The file has a line that no export has.');
    for (const line of lines) yield* complete(line);
  }
  rest += decoder.decode();
  if (rest !== '') yield* complete(rest);
  yield* close();
}
