import { ROLES } from '@ec/contract/permissions/roles';
import { Note } from '../../components/page/Note.tsx';
import type { SecondPerson } from './second-person.ts';

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
