import { setImmediate as turn } from 'node:timers/promises';
import type { AuditProblem } from '@ec/contract/audit/schemas';
import { linkHash, type NamedEntry as NamedRow, type WrittenEntry } from '../../platform/audit/audit-form.ts';
import { type NamedEntry, problem, removedPlaces } from './problem.ts';
import { describeEvent } from './service.ts';
import type { LinkRow } from './verify-queries.ts';

/** Up to this many consecutive entries with wrong hashes are compared with each other, to find those that only changed places. */
const LONGEST_RUN = 200;
/** Up to this many consecutive positions without a link are compared with the unlinked entries. */
const LONGEST_GAP = 20;
/** Maximum number of positions tried for moved entries; any further ones are reported as changed. */
const MOST_TRIES = 20_000;
/** Number of links after which other work of the process gets its turn. */
const LINKS_A_TURN = 500;
/** A link whose values have this many characters counts as two. */
const CHARACTERS_A_LINK = 2000;

const weigh = ({ entry }: LinkRow): number =>
  1 + ((entry?.previousValues?.length ?? 0) + (entry?.newValues?.length ?? 0)) / CHARACTERS_A_LINK;

const nameLink = ({ position, entryId, event, createdAt }: LinkRow): NamedEntry => ({
  position,
  id: entryId,
  action: describeEvent(event).action,
  createdAt,
});

export const nameWritten = (entry: NamedRow, position: number | null = null): NamedEntry => ({
  position,
  id: Number(entry.id),
  action: describeEvent(entry.event).action,
  createdAt: entry.createdAt,
});

type WholeLink = LinkRow & { entry: WrittenEntry };

/**
 * Checks a part of the stored chain, link by link. `before`: the hash before its first link, null if unknown. `strays`: entries without a link, whose
 * link may have been removed; those that fit a gap are removed from it.
 */
export async function checkLinks(
  rows: readonly LinkRow[],
  start: { position: number; before: Buffer | null },
  strays: Map<string, WrittenEntry>,
): Promise<AuditProblem[]> {
  const problems: AuditProblem[] = [];
  let before = start.before;
  /** The correct hash, if only the hash of the last link was altered. */
  let instead: Buffer | null = null;
  let expected = start.position + 1;
  let run: WholeLink[] = [];
  let tries = 0;

  /** Distinguishes exchanged entries from changed ones: in the right order, exchanged entries give the stored hashes. */
  function settleRun(): void {
    if (run.length === 0) return;
    const stored = new Set(run.map(({ hash }) => hash.toString('hex')));
    const left = new Map(run.map((row) => [row.entryId, row]));
    let previous = runBefore;
    for (const row of run.slice(0, LONGEST_RUN)) {
      const at = row.position;
      const from = previous;
      const right = from && [...left.values()].find((one) => gives(one, from, at, stored));
      if (right) {
        left.delete(right.entryId);
        if (right.position !== at) {
          problems.push(problem('reordered', nameLink(right), `It belongs at position ${at}.`));
        }
        previous = previous && linkHash(previous, at, right.entry);
        continue;
      }
      previous = row.hash;
    }
    for (const row of left.values()) {
      problems.push(problem('changed', nameLink(row), 'It does not give the hash that is stored.'));
    }
    run = [];
  }
  /** Whether the entry gives one of the hashes at that position; false once the maximum of tries is reached. */
  function gives({ entry }: WholeLink, previous: Buffer, at: number, hashes: ReadonlySet<string>): boolean {
    tries += 1;
    return tries <= MOST_TRIES && hashes.has(linkHash(previous, at, entry).toString('hex'));
  }
  let runBefore: Buffer | null = null;

  function settleGap(row: LinkRow): void {
    settleRun();
    const last = row.position - 1;
    let known = before;
    const found: WrittenEntry[] = [];
    if (known && last - expected < LONGEST_GAP) {
      const candidates = [...strays.values()].slice(0, last - expected + 1);
      for (const [index, entry] of candidates.entries()) known = linkHash(known, expected + index, entry);
      const goesOn = row.entry && linkHash(known, row.position, row.entry).equals(row.hash);
      if (candidates.length === last - expected + 1 && goesOn) found.push(...candidates);
    }
    for (const [index, entry] of found.entries()) {
      strays.delete(entry.id);
      problems.push(problem('removed', nameWritten(entry, expected + index), 'Its link was taken out of the chain.'));
    }
    if (found.length === 0) problems.push(removedPlaces(expected, last));
    before = found.length > 0 ? known : null;
    instead = null;
  }

  let done = 0;
  for (const row of rows) {
    done += weigh(row);
    if (done > LINKS_A_TURN) {
      await turn();
      done = 0;
    }
    if (row.position > expected) settleGap(row);
    expected = row.position + 1;
    const { entry } = row;
    if (!entry) {
      settleRun();
      problems.push(problem('removed', nameLink(row), 'Its link is there, the entry is not.'));
      before = row.hash;
      instead = null;
      continue;
    }
    const isRight = (previous: Buffer | null) => previous && linkHash(previous, row.position, entry).equals(row.hash);
    if (before === null || isRight(before) || isRight(instead)) {
      settleRun();
      instead = null;
      if (row.listedOtherwise) {
        problems.push(problem('changed', nameLink(row), 'Lists show it otherwise than it is stored.'));
      }
    } else {
      if (run.length === 0) runBefore = before;
      run.push({ ...row, entry });
      instead = linkHash(instead ?? before, row.position, entry);
    }
    before = row.hash;
  }
  settleRun();
  return problems;
}
