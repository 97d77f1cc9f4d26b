import type { LocationId } from '@ec/contract/geography/location-id';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import { type HeldPrivileges, holdsPrivilege, RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import { type CheckThresholds, UNUSUAL_CHECKS, type UnusualCheck } from '@ec/contract/unusual/checks';
import { type CheckSettings, limitsOf } from '@ec/contract/unusual/settings';
import {
  type EarlierFigures,
  shareChangeApart,
  type SharedParties,
  type SheetPair,
  turnoutChangeApart,
} from './earlier-rules.ts';
import { type Apart, shareApart, turnoutApart } from './neighbour-rules.ts';
import { type Found, isCounted, type UnitSheet, validOf } from './sheets.ts';

/** Units where nearly all registered voters were accredited and every one of these cast a valid vote. */
export function fullTurnout<Sheet extends UnitSheet>(
  sheets: readonly Sheet[],
  { turnout }: Pick<CheckThresholds, 'turnout'>,
): Found<Sheet> {
  const tested = sheets.filter((sheet) => isCounted(sheet) && (sheet.registered ?? 0) > 0);
  const marks = tested.filter(
    (sheet) => sheet.accredited * 100 >= turnout * (sheet.registered ?? 0) && validOf(sheet) === sheet.accredited,
  );
  return { tests: tested.length, marks };
}

/** Units of one ward whose sheets give all parties the same votes. */
interface IdenticalGroup<Sheet extends UnitSheet> {
  sheets: readonly Sheet[];
}

/** Another unit of the group as one of them sees it. */
interface Twin<Sheet extends UnitSheet> {
  sheet: Sheet;
  sameVoters: boolean;
  samePhoto: boolean;
}

/** Groups of units of a ward with the same votes for every party. The tests are the units that have enough votes and parties. */
export function identicalVotes<Sheet extends UnitSheet>(
  sheets: readonly Sheet[],
  { minVotes, minParties }: Pick<CheckThresholds, 'minVotes' | 'minParties'>,
): Found<IdenticalGroup<Sheet>> {
  const tested = sheets.filter(
    (sheet) => validOf(sheet) >= minVotes && sheet.votes.filter((count) => count > 0).length >= minParties,
  );
  const groups = Map.groupBy(tested, ({ ward, votes, others }) => `${ward} ${votes.join(' ')} ${others}`);
  const marks = [...groups.values()].filter((group) => group.length > 1).map((group) => ({ sheets: group }));
  return { tests: tested.length, marks };
}

/** The other units of the group, with what they share beyond the votes. */
export function twinsOf<Sheet extends UnitSheet>(group: IdenticalGroup<Sheet>, of: Sheet): Twin<Sheet>[] {
  return group.sheets
    .filter((sheet) => sheet.unit !== of.unit)
    .map((sheet) => ({
      sheet,
      sameVoters: sheet.accredited === of.accredited && sheet.registered === of.registered,
      samePhoto: sheet.photo !== null && sheet.photo === of.photo,
    }));
}

/** A sheet with the figures of its unit in an earlier election, where these are known. */
export interface CheckedSheet extends UnitSheet {
  earlier: EarlierFigures | null;
}

export const isPair = <Sheet extends CheckedSheet>(sheet: Sheet): sheet is Sheet & SheetPair => sheet.earlier !== null;

/** What one check found about one unit. */
export interface Mark<Sheet extends UnitSheet> {
  check: UnusualCheck;
  sheet: Sheet;
  twins: readonly Twin<Sheet>[];
  distances: readonly Apart<Sheet>[];
}

/** One marking for each unit, with the distances of all its parties. */
function byUnit<Sheet extends UnitSheet>(
  check: UnusualCheck,
  { tests, marks }: Found<Apart<Sheet>>,
): Found<Mark<Sheet>> {
  const units = Map.groupBy(marks, ({ sheet }) => sheet);
  return { tests, marks: [...units].map(([sheet, distances]) => ({ check, sheet, twins: [], distances })) };
}

/** Makes one check of the sheets, which are all sheets of one or several whole wards. `parties`: those that an earlier election has too. */
export function makeCheck<Sheet extends CheckedSheet>(
  check: UnusualCheck,
  sheets: readonly Sheet[],
  limits: CheckThresholds,
  parties: SharedParties = [],
): Found<Mark<Sheet>> {
  switch (check) {
    case 'identical_votes': {
      const { tests, marks } = identicalVotes(sheets, limits);
      return {
        tests,
        marks: marks.flatMap((group) =>
          group.sheets.map((sheet) => ({ check, sheet, twins: twinsOf(group, sheet), distances: [] })),
        ),
      };
    }
    case 'full_turnout': {
      const { tests, marks } = fullTurnout(sheets, limits);
      return { tests, marks: marks.map((sheet) => ({ check, sheet, twins: [], distances: [] })) };
    }
    case 'neighbour_share':
      return byUnit(check, shareApart(sheets, limits));
    case 'neighbour_turnout':
      return byUnit(check, turnoutApart(sheets, limits));
    case 'earlier_share':
      return byUnit<Sheet>(check, shareChangeApart(sheets.filter(isPair), limits, parties));
    case 'earlier_turnout':
      return byUnit<Sheet>(check, turnoutChangeApart(sheets.filter(isPair), limits));
  }
}

/** Makes the checks that are on. The markings stand in the order of the units. */
export function makeChecks<Sheet extends CheckedSheet>(
  sheets: readonly Sheet[],
  settings: Readonly<CheckSettings>,
  parties: SharedParties,
): Found<Mark<Sheet>> {
  const on = UNUSUAL_CHECKS.filter((check) => settings[check].mode !== 'off');
  const found = on.map((check) => makeCheck(check, sheets, limitsOf(settings, check), parties));
  return {
    tests: found.reduce((total, { tests }) => total + tests, 0),
    marks: found.flatMap(({ marks }) => marks).toSorted((a, b) => a.sheet.unit - b.sheet.unit),
  };
}

export interface Step {
  change: 'closed' | 'reopened';
  covers: readonly string[];
}

/** The other sheets that an explanation of the marking covers. */
export const coveredBy = ({
  twins,
}: {
  twins: readonly { sheet: { unit: LocationId; version: number } }[];
}): string[] => twins.map(({ sheet }) => `${sheet.unit}:${sheet.version}`);

/** Closed while the last step says so and covers all that is found now. */
export function isClosed(steps: readonly Step[], covers: readonly string[]): boolean {
  const last = steps.at(-1);
  return last?.change === 'closed' && covers.every((one) => last.covers.includes(one));
}

/** Whether the person closes and reopens markings: those may who may decide on results. */
export const mayExplain = ({
  levels,
  privileges,
}: {
  levels: ModuleLevels;
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}): boolean =>
  atLeast(levels.disputes, 'write') && RESULT_DECIDING.some((privilege) => holdsPrivilege({ privileges }, privilege));
