/** The figures of one row, or of the stated totals; null is a blank on the paper, which is not zero. */
export interface RowFigures {
  registered: number | null;
  accredited: number | null;
  votes: Record<string, number | null>;
  valid: number | null;
  rejected: number | null;
  total: number | null;
}

export const ROW_CODES = [
  'ROW_EQUAL',
  'ROW_DIFFERS',
  'ROW_NOT_HELD',
  'ROW_LEFT_OUT',
  'ROW_ZERO_OR_CANCELLED',
  'COLUMN_SUM',
  'CARRIED',
] as const;
export type RowCode = (typeof ROW_CODES)[number];

/** One field of the form beside what it is compared with; `votes.APC` for a party. */
export interface FieldPair {
  name: string;
  form: number | null;
  own: number | null;
}

const PLAIN = ['registered', 'accredited', 'valid', 'rejected', 'total'] as const;

/** The names of all fields of a row, the parties in their order. */
export function fieldNames(parties: readonly string[]): string[] {
  return ['registered', 'accredited', ...parties.map((party) => `votes.${party}`), 'valid', 'rejected', 'total'];
}

export function fieldOf(figures: RowFigures, name: string): number | null {
  const party = name.startsWith('votes.') ? name.slice('votes.'.length) : undefined;
  if (party !== undefined) return figures.votes[party] ?? null;
  const plain = PLAIN.find((field) => field === name);
  return plain ? figures[plain] : null;
}

/**
 * The fields that differ. What our side does not know (null) is not compared; a blank on the form differs from every figure of ours but
 * zero, for parties without votes are often left blank.
 */
export function differingFields(form: RowFigures, own: RowFigures, parties: readonly string[]): FieldPair[] {
  return fieldNames(parties).flatMap((name) => {
    const [stated, ours] = [fieldOf(form, name), fieldOf(own, name)];
    if (ours === null || stated === ours || (stated === null && ours === 0)) return [];
    return [{ name, form: stated, own: ours }];
  });
}

const isNone = (value: number | null): boolean => value === null || value === 0;

/** True where the form credits the row with no vote at all. */
export function isZeroRow({ votes, valid, total }: RowFigures): boolean {
  return isNone(valid) && isNone(total) && Object.values(votes).every(isNone);
}

export const votesOf = ({ votes }: RowFigures): number =>
  Object.values(votes).reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** How a row of the form stands to our own figures of its child; null: we hold none. */
export function compareRow(
  form: RowFigures,
  own: RowFigures | null,
  parties: readonly string[],
): { code: Exclude<RowCode, 'ROW_LEFT_OUT' | 'COLUMN_SUM' | 'CARRIED'>; fields: FieldPair[] } {
  if (!own) return { code: 'ROW_NOT_HELD', fields: [] };
  const fields = differingFields(form, own, parties);
  if (isZeroRow(form) && votesOf(own) > 0) return { code: 'ROW_ZERO_OR_CANCELLED', fields };
  return { code: fields.length > 0 ? 'ROW_DIFFERS' : 'ROW_EQUAL', fields };
}

/** The sum of each column: blanks add nothing, and a column of blanks alone has no sum. */
export function sumRows(rows: readonly RowFigures[], parties: readonly string[]): RowFigures {
  const sum = (name: string): number | null =>
    rows.reduce<number | null>((total, row) => {
      const value = fieldOf(row, name);
      return value === null ? total : (total ?? 0) + value;
    }, null);
  return {
    registered: sum('registered'),
    accredited: sum('accredited'),
    votes: Object.fromEntries(parties.map((party) => [party, sum(`votes.${party}`)])),
    valid: sum('valid'),
    rejected: sum('rejected'),
    total: sum('total'),
  };
}

/** The stated totals that are not the sums of their columns; a total that is left blank is not compared. */
export function columnFaults(stated: RowFigures, rows: readonly RowFigures[], parties: readonly string[]): FieldPair[] {
  const sums = sumRows(rows, parties);
  return fieldNames(parties).flatMap((name) => {
    const [total, sum] = [fieldOf(stated, name), fieldOf(sums, name)];
    return total === null || total === (sum ?? 0) ? [] : [{ name, form: total, own: sum }];
  });
}

export const COLLATION_FLAGS = {
  COLUMN_SUM: 'The stated totals are not the sums of the rows',
  ROW_SUM: 'A row does not add up',
  OVER_VOTING: 'A row has more votes than accredited voters',
  ROWS_MISSING: 'Not all places of the area stand on the form',
  NO_PHOTO: 'No photo of the form',
} as const;
export type CollationFlagCode = keyof typeof COLLATION_FLAGS;
export const COLLATION_FLAG_CODES = Object.keys(COLLATION_FLAGS) as [CollationFlagCode, ...CollationFlagCode[]];

/** Whether the row's own arithmetic holds, as far as its fields are filled in: the parties add up to valid, valid and rejected to total. */
export function rowAddsUp(row: RowFigures): boolean {
  const { valid, rejected, total } = row;
  const known = Object.values(row.votes).some((value) => value !== null);
  if (valid !== null && known && votesOf(row) !== valid) return false;
  return valid === null || rejected === null || total === null || valid + rejected === total;
}

export function isOverVoted({ accredited, total }: RowFigures): boolean {
  return accredited !== null && total !== null && total > accredited;
}

/** Figures as they are stored: the votes in the order of the form's parties. */
export interface StoredFigures extends Omit<RowFigures, 'votes'> {
  votes: readonly (number | null)[];
}

/** Stored figures with the votes by party. */
export function namedFigures(stored: StoredFigures, parties: readonly string[]): RowFigures {
  const { votes, registered, accredited, valid, rejected, total } = stored;
  const named = Object.fromEntries(parties.map((party, index) => [party, votes[index] ?? null]));
  return { registered, accredited, votes: named, valid, rejected, total };
}
