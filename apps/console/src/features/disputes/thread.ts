import type { PersonLink } from '@ec/contract/base/common';
import type { DisputeEntry } from '@ec/contract/disputes/schemas';
import { personText } from '../../domain/people/person-text.ts';

export interface ThreadLine {
  entry: DisputeEntry;
  /** What the person did, after their name: "disputed version 2". */
  did: string;
}

function assignment({ by, assignee }: DisputeEntry, before: PersonLink | null): string {
  if (assignee) return assignee.id === by?.id ? 'took it' : `gave it to ${personText(assignee)}`;
  if (!before) return 'took it back';
  return before.id === by?.id ? 'gave it up' : `took it back from ${personText(before)}`;
}

/** The course of a dispute in words, oldest first. */
export function threadLines(entries: readonly DisputeEntry[], version: number): ThreadLine[] {
  let holder: PersonLink | null = null;
  return entries
    .toSorted((a, b) => a.id - b.id)
    .map((entry) => {
      switch (entry.kind) {
        case 'raised':
          return { entry, did: `disputed version ${version}` };
        case 'comment':
          return { entry, did: 'commented' };
        case 'assigned': {
          const did = assignment(entry, holder);
          holder = entry.assignee;
          return { entry, did };
        }
        case 'resolved':
          return { entry, did: entry.resolvedAs ? `resolved it: ${entry.resolvedAs}` : 'resolved it' };
      }
    });
}
