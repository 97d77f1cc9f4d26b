import type { Settings } from '@ec/contract/settings/schemas';
import type { Tx } from '../../platform/database/database.ts';
import { largestDifference, registeredPart, shares, totalsOf } from '../live/totals.ts';
import {
  listEarlierSheets,
  listHarmfulUploads,
  listLockOuts,
  listMedians,
  listOtherCounts,
  listRowsOfUnits,
  listSameVotes,
  listSubmissions,
  type OtherCount,
  type OtherUnits,
  type Submission,
} from './evidence-queries.ts';
import { judgeLateSheet } from './form-rules.ts';
import {
  type Difference,
  isHigh,
  isLow,
  judgeDifference,
  judgeHarmfulUploads,
  judgeLockOut,
  judgeReusedPhoto,
  judgeSameVotes,
  judgeSheet,
  maybeCopied,
  type NewAlert,
} from './judge-rules.ts';
import { noteSheets } from './repository.ts';

type Figures = Pick<OtherCount, 'votes' | 'voidVotes' | 'accredited' | 'registered'>;

/** The difference between the counts of one unit, measured as in the comparison of live results. */
function differenceOf(submission: Submission, other: Figures): Difference | null {
  const totals = (figures: Figures) => {
    const tally = { ...figures, ...registeredPart(figures), status: 'verified' as const, units: 1 };
    return totalsOf([tally], 'verified', submission.parties);
  };
  const [own, others] = [totals(submission), totals(other)];
  const [official, grassroots] = submission.source === 'official' ? [own, others] : [others, own];
  const gap = largestDifference(official, grassroots);
  if (!gap) return null;
  const [left, right] = [shares(official)?.[gap.party] ?? 0, shares(grassroots)?.[gap.party] ?? 0];
  return { ...gap, official: left, grassroots: right };
}

/** The photos submitted for their unit for the first time, with the other units that had them before. */
async function newPictures(tx: Tx, submissions: readonly Submission[]): Promise<OtherUnits[]> {
  const sheets = submissions.flatMap(({ position, sheet, unit }) =>
    sheet === null ? [] : [{ position, sheet, unitId: unit.id }],
  );
  const noted = new Set(await noteSheets(tx, sheets));
  return await listEarlierSheets(
    tx,
    sheets.filter(({ position }) => noted.has(position)),
  );
}

async function judgeSubmissions(
  tx: Tx,
  submissions: readonly Submission[],
  { resultDiscrepancy, ...thresholds }: Settings['notifications']['alertThresholds'],
): Promise<NewAlert[]> {
  if (submissions.length === 0) return [];
  const byPosition = <T extends { position: number }>(rows: readonly T[]) =>
    new Map(rows.map((row) => [row.position, row]));
  const others = byPosition(await listOtherCounts(tx, submissions));
  const same = byPosition(await listSameVotes(tx, submissions.filter(maybeCopied)));
  const medians = await listMedians(
    tx,
    submissions.filter((submission) => isLow(submission, thresholds) || isHigh(submission, thresholds)),
  );
  const forms = Map.groupBy(await listRowsOfUnits(tx, submissions), ({ position }) => position);
  const pictures = byPosition(await newPictures(tx, submissions));
  return submissions.flatMap((submission) => {
    const other = others.get(submission.position);
    const gap = other ? differenceOf(submission, other) : null;
    return [
      ...judgeSheet(submission, thresholds, medians.get(submission.position) ?? null),
      ...judgeDifference(submission, gap, resultDiscrepancy),
      ...judgeReusedPhoto(submission, pictures.get(submission.position)?.units ?? []),
      ...(forms.get(submission.position) ?? []).flatMap((row) => judgeLateSheet(submission, row)),
      ...judgeSameVotes(submission, same.get(submission.position)?.units ?? []),
    ];
  });
}

/** All alerts for a range of the audit chain, by the current settings. */
export async function judge(
  tx: Tx,
  stretch: { after: number; through: number; afterEntry: number },
  settings: Settings,
): Promise<NewAlert[]> {
  const submissions = await listSubmissions(tx, stretch);
  const lockOuts = await listLockOuts(tx, stretch);
  const alerts = await judgeSubmissions(tx, submissions, settings.notifications.alertThresholds);
  const harmful = await listHarmfulUploads(tx, stretch);
  return [...alerts, ...lockOuts.map(judgeLockOut), ...harmful.map(judgeHarmfulUploads)];
}
