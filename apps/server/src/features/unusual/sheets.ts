import type { LocationId } from '@ec/contract/geography/location-id';

/** The figures of one unit's sheet, as the checks compare them. */
export interface UnitSheet {
  unit: LocationId;
  ward: LocationId;
  registered: number | null;
  accredited: number;
  /** In the order of the election's parties, without Others. */
  votes: readonly number[];
  others: number;
  /** SHA-256 of the photo; null without one. */
  photo: string | null;
}

/** What a check found, and how many tests it made: a reader needs both. */
export interface Found<Mark> {
  tests: number;
  marks: Mark[];
}

export const validOf = ({ votes, others }: Pick<UnitSheet, 'votes' | 'others'>): number =>
  votes.reduce((total, count) => total + count, others);

/** A sheet with accredited voters and votes. One without them has a flag of its own and is compared with no other. */
export const isCounted = (sheet: UnitSheet): boolean => sheet.accredited > 0 && validOf(sheet) > 0;
