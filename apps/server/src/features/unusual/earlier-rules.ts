import type { CheckThresholds } from '@ec/contract/unusual/checks';
import { type Apart, apart, leastVariance, type Limits, together, wardsOf } from './neighbour-rules.ts';
import { type Found, isCounted, type UnitSheet, validOf } from './sheets.ts';
import { median } from './statistics-rules.ts';

/** The sheet of a unit beside the one of the same unit in an earlier election, with votes in the same order of parties. */
export interface SheetPair extends UnitSheet {
  earlier: Pick<UnitSheet, 'registered' | 'accredited' | 'votes' | 'others'>;
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

/**
 * Units where the share of a party changed otherwise than in the ward. `value` and `median` are changes. The chance of a count is that of
 * both elections, at the ward's median share in each.
 */
export function shareChangeApart<Sheet extends SheetPair>(
  sheets: readonly Sheet[],
  limits: EarlierLimits,
): Found<Apart<Sheet>> {
  return together(
    wardsOf(comparable(sheets, limits)).flatMap((ward) =>
      (ward[0]?.votes ?? []).map((_, party) => {
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
