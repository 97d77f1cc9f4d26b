import type { AuditProblem, AuditProblemKind } from '@ec/contract/audit-log';

/** What is known of an entry with which something is wrong. */
export interface NamedEntry {
  position: number | null;
  id: number | null;
  action: string;
  createdAt: string;
}

/** An entry by everything that names it: Entry 1234 (position 17, Result Submitted, 2027-02-20T18:00:00.000000Z). */
function nameEntry({ position, id, action, createdAt }: NamedEntry): string {
  const facts = [...(position === null ? [] : [`position ${position}`]), action, createdAt].filter(Boolean).join(', ');
  const name = id === null ? 'An entry' : `Entry ${id}`;
  return facts === '' ? name : `${name} (${facts})`;
}

export function problem(kind: AuditProblemKind, entry: NamedEntry, why: string): AuditProblem {
  return { kind, position: entry.position, entryId: entry.id, message: `${nameEntry(entry)}: ${kind}. ${why}` };
}

/** Places of the chain at which nothing is found. */
export function removedPlaces(first: number, last: number): AuditProblem {
  const places = first === last ? `The entry at position ${first}` : `The entries at positions ${first} to ${last}`;
  return { kind: 'removed', position: first, entryId: null, message: `${places}: removed.` };
}
