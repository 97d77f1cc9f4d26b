import type { AuditProblem, AuditProblemKind } from '@ec/contract/audit/schemas';

/** The known facts of a faulty entry. */
export interface NamedEntry {
  position: number | null;
  id: number | null;
  action: string;
  createdAt: string;
}

/** An entry with all its identifiers: Entry 1234 (position 17, Result Submitted, 2027-02-20T18:00:00.000000Z). */
function nameEntry({ position, id, action, createdAt }: NamedEntry): string {
  const facts = [...(position === null ? [] : [`position ${position}`]), action, createdAt].filter(Boolean).join(', ');
  const name = id === null ? 'An entry' : `Entry ${id}`;
  return facts === '' ? name : `${name} (${facts})`;
}

export function problem(kind: AuditProblemKind, entry: NamedEntry, why: string): AuditProblem {
  return { kind, position: entry.position, entryId: entry.id, message: `${nameEntry(entry)}: ${kind}. ${why}` };
}

/** Positions of the chain without a link. */
export function removedPlaces(first: number, last: number): AuditProblem {
  const places = first === last ? `The entry at position ${first}` : `The entries at positions ${first} to ${last}`;
  return { kind: 'removed', position: first, entryId: null, message: `${places}: removed.` };
}

const placesText = (first: number, last: number) =>
  first === last ? `position ${first}` : `positions ${first} to ${last}`;

/** Links after the chain's head. */
export function beyondHead(first: number, last: number): AuditProblem {
  const message = `The links at ${placesText(first, last)} lie beyond the chain's head: the head was moved back.`;
  return { kind: 'beyond', position: first, entryId: null, message };
}

/** A block whose times would make lists skip it. */
export function hiddenBlock(block: { first: number; last: number; missing: boolean }): AuditProblem {
  const { first, last, missing } = block;
  const what = missing ? 'has no row of times' : 'has times that do not cover its entries';
  const message = `The block with ${placesText(first, last)} ${what}: lists by time could pass it over.`;
  return { kind: 'block', position: first, entryId: null, message };
}

/** An externally stored head that is not in the chain. */
export function keptHead(head: { kept: string; position: number; hash: string; stored: string | null }): AuditProblem {
  const { kept, position, hash, stored } = head;
  const found = stored === null ? 'The chain ends before it' : `The chain has ${stored} there`;
  const message = `${kept} names the head ${hash} at position ${position}. ${found}: entries at its end were removed, or it was written anew.`;
  return { kind: 'head', position, entryId: null, message };
}
