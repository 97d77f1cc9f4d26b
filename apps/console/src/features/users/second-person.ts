import { type Holding, joinsOffice, needsSecondPerson, type UserSummary } from '@ec/contract/users/schemas';

type Office = UserSummary['secondPerson'];

export interface SecondPerson {
  /** `first`: the first national admin of an organisation, whom its super admin makes alone. */
  need: 'none' | 'first' | 'approval';
  /** The person is there already: their password and sessions end with the approval. */
  joins: boolean;
  approvers: NonNullable<Office>['approvers'];
}

/** Whether what the form holds waits for a second person, and who that can be. */
export function secondPersonFor(
  office: Office,
  target: { id: string } | null,
  before: Holding,
  after: Holding,
): SecondPerson {
  const approvers = office?.approvers.filter(({ id }) => id !== target?.id) ?? [];
  if (!office || !needsSecondPerson(target && before, after)) return { need: 'none', joins: false, approvers };
  const first = office.mayBegin && !target && after.role === 'national_admin' && after.status === 'ACTIVE';
  return { need: first ? 'first' : 'approval', joins: target !== null && joinsOffice(before, after), approvers };
}
