import type { CheckThresholds } from '@ec/contract/unusual/checks';
import { apart, type Apart, leastVariance, type Limits, together, wardsOf } from './neighbour-rules.ts';
import { type Found, isCounted, type UnitSheet, validOf } from './sheets.ts';
import { median } from './rules.ts';

/** The figures of a unit in an earlier election, with votes in the order of the present parties; those of all other parties are `others`. */
export type EarlierFigures = Pick<UnitSheet, 'registered' | 'accredited' | 'votes' | 'others'>;

/** The sheet of a unit beside the one of the same unit in an earlier election. */
export interface SheetPair extends UnitSheet {
  earlier: EarlierFigures;
}

/** The positions of the parties that were on the ballot of both elections. */
export type SharedParties = readonly number[];

/** The earlier votes in the order of the present parties, and which of these can be compared. */
export function alignParties(
  present: readonly string[],
  earlier: readonly string[],
): { shared: SharedParties; align: (votes: readonly number[], others: number) => Pick<UnitSheet, 'votes' | 'others'> } {
  const places = present.map((party) => earlier.indexOf(party));
  const rest = earlier.flatMap((party, index) => (present.includes(party) ? [] : [index]));
  return {
    shared: places.flatMap((place, index) => (place < 0 ? [] : [index])),
    align: (votes, others) => ({
      votes: places.map((place) => votes[place] ?? 0),
      others: rest.reduce((total, index) => total + (votes[index] ?? 0), others),
    }),
  };
}

type EarlierLimits = Limits & Pick<CheckThresholds, 'registerChange'>;

/** The register may have grown or shrunk by a part; beyond it the unit was split, merged or moved. */
function sameUnit({ registered, earlier }: SheetPair, registerChange: number): boolean {
  const before = earlier.registered ?? 0;
  return before > 0 && registered !== null && Math.abs(registered - before) * 100 <= registerChange * before;
}

const comparable = <Sheet extends SheetPair>(sheets: readonly Sheet[], limits: EarlierLimits): Sheet[] =>
  sheets.filter(
    (sheet) =>
      isCounted(sheet) &&
      validOf(sheet) >= limits.minVotes &&
      sheet.earlier.accredited > 0 &&
      validOf(sheet.earlier) >= limits.minVotes &&
      sameUnit(sheet, limits.registerChange),
  );

const shareOf = (of: Pick<UnitSheet, 'votes' | 'others'>, party: number) => (of.votes[party] ?? 0) / validOf(of);
const turnoutOf = ({ accredited, registered }: Pick<UnitSheet, 'accredited' | 'registered'>) =>
  accredited / (registered ?? 1);

/** The share or the turnout in the earlier election; a party is a position, null stands for turnout. */
export const earlierValue = ({ earlier }: SheetPair, party: number | null): number =>
  party === null ? turnoutOf(earlier) : shareOf(earlier, party);

/**
 * Units where the share of a party changed otherwise than in the ward. `value` and `median` are changes. The chance of a count is that of
 * both elections, at the ward's median share in each.
 */
export function shareChangeApart<Sheet extends SheetPair>(
  sheets: readonly Sheet[],
  limits: EarlierLimits,
  parties: SharedParties,
): Found<Apart<Sheet>> {
  return together(
    wardsOf(comparable(sheets, limits)).flatMap((ward) =>
      parties.map((party) => {
        const now = leastVariance(median(ward.map((sheet) => shareOf(sheet, party))));
        const before = leastVariance(median(ward.map(({ earlier }) => shareOf(earlier, party))));
        return apart(
          ward.map((sheet) => ({ sheet, value: shareOf(sheet, party) - shareOf(sheet.earlier, party) })),
          party,
          limits,
          (sheet, wide) => Math.sqrt(wide ** 2 + now / validOf(sheet) + before / validOf(sheet.earlier)),
        );
      }),
    ),
  );
}

/** Units whose turnout changed otherwise than in the ward. */
export function turnoutChangeApart<Sheet extends SheetPair>(
  sheets: readonly Sheet[],
  limits: EarlierLimits,
): Found<Apart<Sheet>> {
  return together(
    wardsOf(comparable(sheets, limits)).map((ward) =>
      apart(
        ward.map((sheet) => ({ sheet, value: turnoutOf(sheet) - turnoutOf(sheet.earlier) })),
        null,
        limits,
        (_, wide) => wide,
      ),
    ),
  );
}
