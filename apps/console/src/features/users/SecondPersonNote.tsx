import { ROLES } from '@ec/contract/permissions/roles';
import { type Holding, joinsOffice, needsSecondPerson, type UserSummary } from '@ec/contract/users/schemas';
import { Note } from '../../components/page/Note.tsx';

type Office = UserSummary['secondPerson'];

interface SecondPerson {
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

/** Says before the form is sent that a second person must approve it, and who can. */
export function SecondPersonNote({ need, joins, approvers }: SecondPerson) {
  if (need === 'none') return null;
  if (need === 'first') {
    return (
      <Note kind="info" role="status">
        You are the only one of the national office, so you create this first National Admin alone; the audit log says
        so. From then on a second person approves.
      </Note>
    );
  }
  if (approvers.length === 0) {
    return (
      <Note kind="warn" role="status">
        Another National Admin or Super Admin must approve this, and none who may is active besides you and the person
        it is about. Activate or bring in one first, or ask the operator of the server.
      </Note>
    );
  }
  return (
    <Note kind="info" role="status">
      A second person must approve this, another National Admin or Super Admin than you:{' '}
      {approvers.map(({ name, role }) => `${name} (${ROLES[role].title})`).join(', ')}. Until then nothing changes.
      {joins && ' Then the present password and sessions end, and a new invite goes to the phone number shown here.'}
    </Note>
  );
}
