import { ballotOf, OTHERS } from '@ec/contract/elections/parties';
import type { ElectionStatus } from '@ec/contract/elections/schemas';
import type { PhotoState, ResultStatus } from '@ec/contract/results/schemas';
import type { Settings } from '@ec/contract/settings/schemas';
import { deadlineOf, takesFigures } from '../elections/rules.ts';

/**
 * Parties of the ballot that lack a figure, and figures of parties that are not on it. Others may be left out; where all parties are
 * listed they have no votes.
 */
export function ballotFaults(
  votes: Readonly<Record<string, number>>,
  parties: readonly string[],
  allPartiesListed = false,
) {
  const ballot = ballotOf(parties).filter((party) => party !== OTHERS || !allPartiesListed || !votes[OTHERS]);
  return {
    missing: ballot.filter((party) => party !== OTHERS && !Object.hasOwn(votes, party)),
    unknown: Object.keys(votes).filter((party) => !ballot.includes(party)),
  };
}

export type Window = 'open' | 'late' | 'not_live' | 'closed';

/** After the deadline: a live election takes results as late, a completed one where the setting allows it. */
export function takesLate(status: ElectionStatus, { allowLateSubmissions }: Settings['election']): boolean {
  return status === 'live' || allowLateSubmissions;
}

/** Whether results are taken now: until the deadline, and after it as late, if at all (decisions.md, section 5). */
export function submissionWindow(
  { status, closesAt }: { status: ElectionStatus; closesAt: Date },
  settings: Settings['election'],
  now: Date,
): Window {
  if (!takesFigures(status)) return 'not_live';
  if (now <= deadlineOf(closesAt, settings.resultSubmissionDeadline)) return 'open';
  return takesLate(status, settings) ? 'late' : 'closed';
}

/** Whether the election of a result still takes another version of it. */
export function takesVersions(
  { electionStatus: status, closesAt }: { electionStatus: ElectionStatus; closesAt: Date },
  { organisation, now }: { organisation: { settings: Settings }; now: Date },
): boolean {
  return ['open', 'late'].includes(submissionWindow({ status, closesAt }, organisation.settings.election, now));
}

/** Whether the officer may replace a result in this state by a new version. */
export function mayReplace(status: ResultStatus | null): boolean {
  return status === null || status === 'pending' || status === 'returned';
}

/** Whether the sheet was made before a version that another device sent: its sender has not seen the figures that it would replace. */
export function isOvertaken(
  { replaces, device }: { replaces: number | undefined; device: string | null },
  present: { version: number | null; device: string | null },
): boolean {
  if (replaces === undefined || present.version === null || present.version <= replaces) return false;
  return present.device === null || present.device !== device;
}

const FREE_VERSIONS = 3;
const CLOSE_VERSIONS = 5;
const MANY_VERSIONS = 20;

/**
 * Seconds until a result may have this version, given the time since the one before. The first versions need no wait, so a
 * mistake is corrected at once; later ones do, so that a program cannot fill the audit log with versions of one unit.
 */
export function waitForVersion(version: number, sinceLastMs: number): number {
  if (version <= FREE_VERSIONS) return 0;
  const pause = version <= CLOSE_VERSIONS ? 10 : version <= MANY_VERSIONS ? 60 : 300;
  // The clocks of two servers may differ: the wait is never longer than the pause.
  return Math.min(pause, Math.max(0, Math.ceil(pause - sinceLastMs / 1000)));
}

/** Of a version's photo: one that was declared is awaited until a file has joined the version. */
export function photoState(version: { photoFileId: string | null; photoDeclared: boolean }): PhotoState {
  if (version.photoFileId !== null) return 'received';
  return version.photoDeclared ? 'awaited' : 'none';
}

/**
 * Automatic approval: only with verification switched off, below the threshold, without any flag, in time, and not while the
 * photo is awaited, or a second entry or explanations are asked for.
 */
export function approvedAutomatically(
  result: {
    totalVotes: number;
    flags: readonly string[];
    late: boolean;
    photoAwaited: boolean;
    secondEntryAsked: boolean;
    explanationsAsked: boolean;
  },
  settings: { enableVerificationSystem: boolean; autoApprovalThreshold: number },
): boolean {
  return (
    !settings.enableVerificationSystem &&
    result.totalVotes < settings.autoApprovalThreshold &&
    result.flags.length === 0 &&
    !result.late &&
    !result.photoAwaited &&
    !result.secondEntryAsked &&
    !result.explanationsAsked
  );
}
