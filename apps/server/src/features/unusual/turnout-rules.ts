import type { CheckThresholds } from '@ec/contract/unusual/checks';
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
