import type { ElectionStatus } from './schemas.ts';

/** What is odd about taking an election to a status now: its voting is over, or even the deadline of its results. */
export type DateConcern = 'voting_over' | 'deadline_passed';

/** Scheduling and going live are for an election to come: a wrong year shows here, before officers are let in. */
export function dateConcern(
  { closesAt, deadline }: { closesAt: Date; deadline: Date },
  to: ElectionStatus,
  now: Date,
): DateConcern | null {
  if (to !== 'scheduled' && to !== 'live') return null;
  if (now > deadline) return 'deadline_passed';
  return now > closesAt ? 'voting_over' : null;
}
