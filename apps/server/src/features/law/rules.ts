import { LAW_CONFIRMERS } from '@ec/contract/law/schemas';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import type { Role } from '@ec/contract/permissions/roles';

/** Whether the person may say that a section number is right. */
export function mayConfirm({ role, levels }: { role: Role; levels: ModuleLevels }): boolean {
  return (LAW_CONFIRMERS as readonly Role[]).includes(role) && atLeast(levels.election_management, 'write');
}
