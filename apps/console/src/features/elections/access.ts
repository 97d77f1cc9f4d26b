import { decideAccess } from '@ec/contract/permissions/access';
import type { Me } from '@ec/contract/auth/schemas';
import { ELECTION_EDITORS } from '@ec/contract/elections/schemas';
import { accessSubject } from '../../lib/session/session.ts';

/** Who is offered Create Election; the server decides again, and on the area. */
export function mayCreate(me: Me): boolean {
  const editing = { roles: ELECTION_EDITORS, module: 'election_management', level: 'write' } as const;
  return decideAccess(accessSubject(me), { ...editing, privilege: 'canManageElections' }).allowed;
}
