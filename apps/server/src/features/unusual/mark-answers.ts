import { hasUsualThresholds } from '@ec/contract/unusual/settings';
import { isEarlierCheck } from '@ec/contract/unusual/checks';
import type { UnusualMark } from '@ec/contract/unusual/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { chainLinks } from '../../platform/database/places.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type alignParties, earlierValue } from './earlier-rules.ts';
import { type CheckedSheet, isPair, type Mark, mayExplain } from './marks-rules.ts';
import type { SheetRow, StepRow } from './queries.ts';
import type { SettingsRow } from './settings-queries.ts';
import { validOf } from './sheets.ts';

export type Sheet = SheetRow & CheckedSheet;

/** The sheet as the checks compare it: Others is no party. */
export const toSheet = (row: SheetRow, align?: ReturnType<typeof alignParties>['align']): Sheet => ({
  ...row,
  votes: row.allVotes.slice(0, -1),
  others: row.allVotes.at(-1) ?? 0,
  earlier: row.before && align ? { ...row.before, ...align(row.before.votes, row.before.others) } : null,
});

const inPercent = (share: number) => Math.round(share * 1000) / 10;

type Answered = Mark<Sheet> & { steps: readonly StepRow[]; closed: boolean };

/** A marking as answers show it. `actor` is who reads it; null for the system, which does nothing about it. */
export function toMark(
  { check, sheet, twins, distances, steps, closed }: Answered,
  { settings, ballot }: { settings: SettingsRow; ballot: readonly string[] },
  names: ReadonlyMap<LocationId, string>,
  actor: Actor | null,
): UnusualMark {
  // What is archived stays as it is.
  const explains = actor !== null && settings.status !== 'archived' && mayExplain(actor);
  const beside = isEarlierCheck(check);
  return {
    check,
    mode: settings.checks[check].mode,
    usual: hasUsualThresholds(settings.checks, check),
    earlier: beside ? (settings.earlier?.name ?? null) : null,
    resultId: sheet.resultId,
    version: sheet.version,
    resultStatus: sheet.status,
    pollingUnitId: sheet.unit,
    code: sheet.code,
    name: sheet.name,
    chain: chainLinks(sheet.unit, names),
    photoFileId: sheet.photoFileId,
    desk: sheet.desk,
    votes: Object.fromEntries(ballot.map((party, index) => [party, sheet.allVotes[index] ?? 0])),
    validVotes: validOf(sheet),
    accreditedVoters: sheet.accredited,
    registeredVoters: sheet.registered,
    twins: twins.map(({ sheet: twin, sameVoters, samePhoto }) => ({
      resultId: twin.resultId,
      pollingUnitId: twin.unit,
      code: twin.code,
      name: twin.name,
      photoFileId: twin.photoFileId,
      desk: twin.desk,
      sameVoters,
      samePhoto,
    })),
    distances: distances.map(({ party, value, median, units }) => ({
      party: party === null ? null : (ballot[party] ?? null),
      value: inPercent(value),
      median: inPercent(median),
      before: beside && isPair(sheet) ? inPercent(earlierValue(sheet, party)) : null,
      units,
    })),
    closed,
    steps: steps.map(({ change, explanation, by, at }) => ({ change, explanation, by, at: at.toISOString() })),
    can: { close: explains && !closed, reopen: explains && closed },
  };
}
