import type { OfficerUnit } from '@ec/contract/dashboards/schemas';
import type { ResultStatus } from '@ec/contract/results/schemas';
import type { Tone } from '../../components/figure/StatusChip.tsx';

export type UnitElection = OfficerUnit['elections'][number];

/** How the unit's submission stands, in the officer's words. */
const STATES: Record<ResultStatus, { label: string; tone: Tone }> = {
  pending: { label: 'Awaiting review', tone: 'wait' },
  verified: { label: 'Verified', tone: 'ok' },
  disputed: { label: 'Disputed', tone: 'bad' },
  returned: { label: 'Returned', tone: 'info' },
  cancelled: { label: 'Cancelled', tone: 'off' },
};
const NONE = { label: 'Not reported', tone: 'off' } as const;

export function submissionState(election: UnitElection): { label: string; tone: Tone } {
  return election.result ? STATES[election.result.status] : NONE;
}

export interface NextStep {
  /** True where the sheet can be sent now. */
  submit: boolean;
  /** True where what was sent can be replaced by a corrected sheet. */
  replace: boolean;
  text: string;
}

const wait = (text: string): NextStep => ({ submit: false, replace: false, text });
const send = (text: string): NextStep => ({ submit: true, replace: false, text });

/** Whether and how a sheet is still wanted: nothing sent yet, or sent back. */
function wanted(election: UnitElection, electionMode: boolean): NextStep {
  const again = election.result?.status === 'returned';
  const what = again ? 'Correct the figures and send the sheet again' : 'Send the result sheet';
  if (!electionMode) return wait(`${what} once election mode is on. It is off at the moment, so nothing can be sent.`);
  switch (election.window) {
    case 'not_live':
      return wait('The election has not been opened yet. This page tells you when it is.');
    case 'closed':
      return wait('The time for sending results is over. Call your ward admin if the sheet is still with you.');
    case 'late':
      return send(`${what} now. The deadline has passed: it will be marked as late.`);
    case 'open':
      return send(`${what} as soon as the votes are counted and announced.`);
  }
}

/** What the officer has to do next for an election. */
export function nextStep(election: UnitElection, electionMode: boolean): NextStep {
  switch (election.result?.status) {
    case 'pending': {
      const open = electionMode && (election.window === 'open' || election.window === 'late');
      if (!open) return wait('Your ward admin checks it now. There is nothing for you to do.');
      const text = 'Your ward admin checks it now. Until then you can still replace it if you find a mistake.';
      return { submit: false, replace: true, text };
    }
    case 'verified':
      return wait('Your ward admin has approved it. There is nothing more to do; keep the paper sheet safe.');
    case 'disputed':
      return wait('It is in dispute. Keep the paper sheet at hand: you may be called about it.');
    case 'cancelled':
      return wait('It was cancelled and counts zero votes. Your ward admin can tell you more.');
    case 'returned':
    case undefined:
      return wanted(election, electionMode);
  }
}

/** "2 d 03:04:05" until the moment; null once it has passed. */
export function countdown(until: string, now: number): string | null {
  const left = Math.floor((Date.parse(until) - now) / 1000);
  if (left <= 0) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = [Math.floor((left % 86_400) / 3600), Math.floor((left % 3600) / 60), left % 60].map(two).join(':');
  const days = Math.floor(left / 86_400);
  return days > 0 ? `${days} d ${clock}` : clock;
}
