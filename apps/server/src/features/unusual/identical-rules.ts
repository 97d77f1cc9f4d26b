import type { CheckThresholds } from '@ec/contract/unusual/checks';
import { type Found, type UnitSheet, validOf } from './sheets.ts';

/** Units of one ward whose sheets give all parties the same votes. */
export interface IdenticalGroup<Sheet extends UnitSheet> {
  sheets: readonly Sheet[];
}

/** Another unit of the group as one of them sees it. */
export interface Twin<Sheet extends UnitSheet> {
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
