import { createReadStream } from 'node:fs';

/** The start of an entry's line: position, number, time. */
const BEGINNING = /^\d{1,16},\d{1,16},\d{4}-\d\d-\d\dT/;
/** Maximum length of an entry; another kind of file may have no line ends at all. */
const MOST = 16 * 1024 * 1024;

const isOdd = (text: string): boolean => text.split('"').length % 2 === 0;

/**
 * The lines of an export without their line ends. A quoted cell can contain line ends. If quotation marks do not match, the line ends before the next
 * one that starts like an entry, so that one error does not hide the rest.
 */
export async function* readLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
  const decoder = new TextDecoder('utf-8', { ignoreBOM: false });
  let rest = '';
  /** Lines of an unfinished cell. */
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
