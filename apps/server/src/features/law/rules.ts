import { LAW_CONFIRMERS } from '@ec/contract/law/schemas';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import { isOneOf, type Role } from '@ec/contract/permissions/roles';

/** Whether the person may say that a section number is right. */
export function mayConfirm({ role, levels }: { role: Role; levels: ModuleLevels }): boolean {
  return isOneOf(LAW_CONFIRMERS, role) && atLeast(levels.election_management, 'write');
}
