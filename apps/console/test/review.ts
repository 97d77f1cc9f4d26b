import { Me } from '@ec/contract/auth/schemas';
import { ReviewList } from '@ec/contract/results/schemas';
import type * as z from 'zod/mini';
import { electionOf, electionsAnswer } from './elections.ts';
import { meOf } from './people.ts';
import { freshId, UNIT } from './results.ts';
import { type Call, ok, serve } from './server.ts';

export const ELECTION = freshId();
export const COUNTS = { pending: 3, submitted: 2, approved: 5, disputed: 1, cancelled: 0 };

export const elections = () => electionsAnswer([electionOf({ id: ELECTION })]);

export type Unit = z.input<typeof ReviewList>['units'][number];
export function unitOf(change: Partial<Unit> = {}): Unit {
  return {
    pollingUnitId: UNIT,
    code: '24-11-05-003',
    name: 'Seriki Aro',
    chain: [],
    registeredVoters: 512,
    status: 'submitted',
    resultId: freshId(),
    resultStatus: 'pending',
    source: 'official',
    totalVotes: 140,
    leading: 'LP',
    flags: [],
    photo: 'received',
    desk: false,
    contests: [],
    submittedAt: '2023-02-25T15:00:00Z',
    canDecide: true,
    secondEntry: null,
    needsExplanation: false,
    takenOver: null,
    takeoverAskedAt: null,
    officer: { name: 'Ada Obi', phone: '+2348031234567' },
    ...change,
  };
}

export function serveReview(
  handlers: Record<string, (call: Call) => Response>,
  role: 'ward_admin' | 'lga_admin' | 'national_admin' = 'ward_admin',
) {
  return serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /elections': elections,
    'GET /results/review': () => ok(ReviewList, { units: [], total: 0, counts: COUNTS, decidable: 2, unexplained: 0 }),
    ...handlers,
  });
}
