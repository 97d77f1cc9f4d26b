import type { ElectionId } from '@ec/contract/base/common';
import { ballotOf } from '@ec/contract/elections/parties';
import { isEarlierCheck, UNUSUAL_CHECKS } from '@ec/contract/unusual/checks';
import type { CheckMode, CheckSettings } from '@ec/contract/unusual/settings';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { alignParties } from './earlier-rules.ts';
import { coveredBy, isClosed, makeChecks, type Mark } from './marks-rules.ts';
import { type CountOfArea, listSheets, listSteps, type StepRow } from './queries.ts';
import { findSettings, type SettingsRow } from './settings-queries.ts';
import { type Sheet, toSheet } from './mark-answers.ts';

export type FoundMark = Mark<Sheet> & { steps: readonly StepRow[]; closed: boolean };

/** What the checks of an election found in an area. */
export interface Checked {
  settings: SettingsRow;
  /** The parties of the sheets, Others last. */
  ballot: readonly string[];
  tests: number;
  sheets: readonly Sheet[];
  marks: readonly FoundMark[];
}

/** The checks of an election. Throws ELECTION_NOT_FOUND. */
export async function requireSettings(db: Db, electionId: ElectionId): Promise<SettingsRow> {
  const settings = await findSettings(db, electionId);
  if (!settings) throw new AppError('ELECTION_NOT_FOUND');
  return settings;
}

/** The settings with all checks off but those of the mode. */
export function onlyMode(settings: SettingsRow, mode: CheckMode): SettingsRow {
  const checks = Object.fromEntries(
    UNUSUAL_CHECKS.map((check) => {
      const held = settings.checks[check];
      return [check, held.mode === mode ? held : { ...held, mode: 'off' }];
    }),
  );
  return { ...settings, checks: checks as CheckSettings };
}

/** Makes the checks of an area, which is one or several whole wards. */
export async function checkArea(db: Db, count: CountOfArea, settings: SettingsRow): Promise<Checked> {
  const { checks, earlier } = settings;
  const ballot = ballotOf(settings.parties);
  const compares = UNUSUAL_CHECKS.some((check) => isEarlierCheck(check) && checks[check].mode !== 'off');
  const beside = compares ? earlier : null;
  const [rows, steps] = await Promise.all([listSheets(db, count, beside?.id ?? null), listSteps(db, count)]);
  const { shared, align } = alignParties(ballot.slice(0, -1), beside?.parties ?? []);
  const sheets = rows.map((row) => toSheet(row, align));
  const { tests, marks } = makeChecks(sheets, checks, shared);
  const stepsOf = Map.groupBy(steps, (step) => `${step.resultId} ${step.check}`);
  return {
    settings,
    ballot,
    tests,
    sheets,
    marks: marks.map((mark) => {
      const own = stepsOf.get(`${mark.sheet.resultId} ${mark.check}`) ?? [];
      return { ...mark, steps: own, closed: isClosed(own, coveredBy(mark)) };
    }),
  };
}
