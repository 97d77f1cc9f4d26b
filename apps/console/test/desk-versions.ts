import type { DeskOrigin } from '@ec/contract/second-entry/desk';
import { freshId, versionOf } from './results.ts';
import { TRANSCRIBER } from './second-entries.ts';

const ARBITER = { id: freshId(), name: 'Chidi Okoro', role: 'ward_admin' } as DeskOrigin['arbiter'];
const OFFICER = { id: freshId(), name: 'Ngozi Eze', role: 'polling_unit_officer' } as DeskOrigin['officer'];
export const DESK_REASON = 'His phone is off since 18:00.';

/** What the officer sent, and after it the version that the desk entered. */
export function deskVersions(officer: DeskOrigin['officer'] = OFFICER) {
  const first = versionOf({ submittedBy: officer });
  const desk: DeskOrigin = {
    officer,
    typedBy: TRANSCRIBER as DeskOrigin['typedBy'],
    arbiter: ARBITER,
    decidedBy: ARBITER,
    ground: 'unreachable',
    reason: DESK_REASON,
  };
  const second = versionOf({
    version: 2,
    submissionId: 'S-2',
    submittedBy: desk.typedBy,
    desk,
    votes: { ...first.votes, LP: 78 },
    totalVotes: 130,
  });
  return { desk, versions: [first, second] };
}
