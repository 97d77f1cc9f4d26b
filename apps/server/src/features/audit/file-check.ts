import { createReadStream } from 'node:fs';
import type { AuditProblem } from '@ec/contract/audit/schemas';
import { linkHash, NO_HASH } from '../../platform/audit/audit-form.ts';
import { fromLine, type ReadLine } from './export-form.ts';
import type { NotedHead } from './heads-service.ts';
import { keptHead, type NamedEntry, problem, removedPlaces } from './problem.ts';

const MOST_NAMED = 100;
const MOST_GAPS = 10_000;

const BEGINNING: NamedEntry = { position: 0, id: null, action: 'the beginning of the chain', createdAt: '' };

/** Skipped positions, with the hashes required at both ends if known. */
interface Gap {
  first: number;
  last: number;
  /** The hash of the entry before the gap. */
  before: Buffer | null;
  /** The hash before the first entry after the gap, so that of the gap's last entry. */
  after: Buffer;
}

interface Candidate {
  name: NamedEntry;
  hash: Buffer;
}

export interface FileVerdict {
  entries: number;
  problems: AuditProblem[];
  /** The total; only the first hundred are listed. */
  count: number;
  last: { position: number; hash: string } | null;
  /** The position of the requested head; null if it was not found. */
  headAt: number | null;
  /** The number of noted heads found at their positions. */
  headsFound: number;
}

interface Options {
  filtered: boolean;
  head?: string | undefined;
  /** Externally stored heads: each must be the hash at its position. */
  heads?: readonly NotedHead[] | undefined;
}

/**
 * Checks an export line by line: each entry against its own hash, and its position against the previous ones. It holds only the last entry and the
 * gaps in memory, whatever the length of the export. In a filtered export gaps are allowed.
 */
export function createFileCheck({ filtered, head, heads = [] }: Options) {
  const noted = Map.groupBy(heads, ({ position }) => position);
  const unseen = new Set(heads);
  let headsFound = 0;
  const problems: AuditProblem[] = [];
  const gaps: Gap[] = [];
  let count = 0;
  let entries = 0;
  let last = 0;
  /** The entries that claim the last position: normally one. Empty after an unreadable line. */
  let standing: Candidate[] = filtered ? [] : [{ name: BEGINNING, hash: NO_HASH }];
  let damaged = 0;
  let headAt: number | null = null;

  function report(found: AuditProblem): void {
    count += 1;
    if (problems.length < MOST_NAMED) problems.push(found);
  }

  function compare(position: number, hash: string): void {
    for (const kept of noted.get(position) ?? []) {
      if (!unseen.delete(kept)) continue;
      if (kept.hash === hash) headsFound += 1;
      else report(keptHead({ kept: kept.time, position, hash: kept.hash, stored: hash }));
    }
  }

  /** A filtered export may omit positions, also beyond its end. */
  function settleHeads(): void {
    if (filtered) return;
    const left = [...unseen].filter(({ position }) => position > 0);
    for (const { time, position, hash } of left) report(keptHead({ kept: time, position, hash, stored: null }));
  }

  /** Of several entries at one position, the one whose hash the next entry continues is right. */
  function settle(next: Buffer | null): void {
    const right = next ? standing.findIndex(({ hash }) => hash.equals(next)) : 0;
    for (const [index, { name }] of standing.entries()) {
      if (index === right || (right < 0 && index === 0)) continue;
      report(problem('inserted', name, 'Its place in the chain is taken by another entry.'));
    }
    const [first] = standing;
    if (right >= 0 || !first) return;
    report(problem('changed', first.name, 'The entry after it goes on from another hash.'));
  }

  function fill(place: Gap, read: ReadLine, hash: Buffer, previousHash: Buffer): void {
    report(problem('reordered', read, `It stands after the entry at position ${last}.`));
    const fits =
      (read.position !== place.first || !place.before || place.before.equals(previousHash)) &&
      (read.position !== place.last || place.after.equals(hash));
    if (!fits) report(problem('changed', read, 'The entries beside it go on from other hashes.'));
    const at = read.position ?? 0;
    gaps.splice(gaps.indexOf(place), 1);
    if (at > place.first) gaps.push({ ...place, last: at - 1, after: previousHash });
    if (at < place.last) gaps.push({ ...place, first: at + 1, before: hash });
  }

  function forward(read: ReadLine, position: number, hash: Buffer, previousHash: Buffer): void {
    const missing = position - last - 1;
    const explained = Math.min(missing, damaged);
    if (missing === 0 && damaged === 0) settle(previousHash);
    else settle(null);
    if (missing > explained && !filtered) {
      const before = damaged === 0 ? (standing[0]?.hash ?? null) : null;
      if (gaps.length < MOST_GAPS) {
        gaps.push({ first: last + explained + 1, last: position - 1, before, after: previousHash });
      } else report(removedPlaces(last + explained + 1, position - 1));
    }
    last = position;
    damaged = 0;
    standing = [{ name: read, hash }];
  }

  function place(read: ReadLine, position: number, hash: Buffer, previousHash: Buffer): void {
    if (position > last) {
      forward(read, position, hash, previousHash);
      return;
    }
    const gap = gaps.find((one) => position >= one.first && position <= one.last);
    if (gap) fill(gap, read, hash, previousHash);
    else if (position === last && standing.length > 0) standing.push({ name: read, hash });
    else if (filtered) report(problem('reordered', read, `It stands after the entry at position ${last}.`));
    else report(problem('inserted', read, 'Its place in the chain is taken by another entry.'));
  }

  return {
    /** One line below the header, without its line end. */
    line(text: string): void {
      entries += 1;
      const read = fromLine(text);
      const { exported } = read;
      const hash = exported && linkHash(exported.previousHash, exported.position, exported.entry);
      if (!exported || !hash?.equals(exported.hash)) {
        report(
          problem('changed', read, exported ? 'It does not give its hash.' : 'Its line is not as it was written.'),
        );
        damaged += 1;
        return;
      }
      if (head !== undefined && exported.hash.toString('hex') === head) headAt = exported.position;
      compare(exported.position, exported.hash.toString('hex'));
      place(read, exported.position, exported.hash, exported.previousHash);
    },
    end(): FileVerdict {
      settle(null);
      for (const { first, last: end } of gaps.toSorted((a, b) => a.first - b.first)) report(removedPlaces(first, end));
      settleHeads();
      const hash = standing[0]?.hash.toString('hex');
      return { entries, problems, count, headAt, headsFound, last: last > 0 && hash ? { position: last, hash } : null };
    },
  };
}

/** The start of an entry's line: position, number, time. */
const ENTRY_START = /^\d{1,16},\d{1,16},\d{4}-\d\d-\d\dT/;
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
    if (ENTRY_START.test(text)) yield* close();
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
