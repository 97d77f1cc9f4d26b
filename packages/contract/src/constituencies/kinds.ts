import type { ElectionType } from '../elections/schemas.ts';

export const CONSTITUENCY_KINDS = ['senatorial', 'federal', 'state'] as const;
export type ConstituencyKind = (typeof CONSTITUENCY_KINDS)[number];

/** The words of screens and messages: one, several. */
export const KIND_WORDS: Readonly<Record<ConstituencyKind, readonly [string, string]>> = {
  senatorial: ['senatorial district', 'senatorial districts'],
  federal: ['federal constituency', 'federal constituencies'],
  state: ['state constituency', 'state constituencies'],
};

/** The columns of a file of wards that hold the register's number of each ward's constituency, and optionally its name. */
export const KIND_COLUMNS: Readonly<Record<ConstituencyKind, { code: string; name: string }>> = {
  senatorial: { code: 'senatorial_district_id', name: 'senatorial_district' },
  federal: { code: 'federal_constituency_id', name: 'federal_constituency' },
  state: { code: 'state_constituency_id', name: 'state_constituency' },
};

/** The kind whose constituencies each return one winner in an election of the type; none for the other types. */
export const KIND_OF_ELECTION: Readonly<Partial<Record<ElectionType, ConstituencyKind>>> = {
  senatorial: 'senatorial',
  house_of_representatives: 'federal',
  state_assembly: 'state',
};

/** The types whose contests are the constituencies of the kind. */
export const typesIn = (kind: ConstituencyKind): ElectionType[] =>
  (Object.keys(KIND_OF_ELECTION) as ElectionType[]).filter((type) => KIND_OF_ELECTION[type] === kind);
