import type { ConstituencyKind } from '../constituencies/kinds.ts';
import type { ElectionType } from './schemas.ts';

/** The kind whose constituencies each return one winner in an election of the type; none for the other types. */
export const KIND_OF_ELECTION: Readonly<Partial<Record<ElectionType, ConstituencyKind>>> = {
  senatorial: 'senatorial',
  house_of_representatives: 'federal',
  state_assembly: 'state',
};
