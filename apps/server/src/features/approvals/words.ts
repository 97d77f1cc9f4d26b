import type { ApprovalType } from '@ec/contract/approvals/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import type { PersonData } from '../../platform/database/tables/users.ts';

/** What a request asks for, as a phrase after "to". */
export function askedFor(type: ApprovalType, person: PersonData): string {
  const { name, role } = person;
  switch (type) {
    case 'USER_REGISTRATION':
      return `register ${name} as ${ROLES[role].title}`;
    case 'ROLE_CHANGE':
      return `give ${name} the role ${ROLES[role].title}`;
    case 'DATA_MODIFICATION':
      return `change the data of ${name}`;
    case 'USER_DEACTIVATION':
      return `deactivate ${name}`;
    case 'USER_DELETION':
      return `delete ${name}`;
  }
}

export const requestUrl = (id: string): string => `/approvals?request=${id}`;
