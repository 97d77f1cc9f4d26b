import type { ElectionStatus } from '@ec/contract/elections/schemas';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import { type HeldPrivileges, holdsPrivilege, RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import { NATIONAL_ROLES, type Role } from '@ec/contract/permissions/roles';
import { countedWrong } from '@ec/contract/review-audits/outcomes';
import type { ReviewAudit } from '@ec/contract/review-audits/schemas';

interface Drawer {
  role: Role;
  levels: ModuleLevels;
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}

/** Sheets are verified while an election is live and after it; what is archived stays as it is. */
const DRAWN_IN: readonly ElectionStatus[] = ['live', 'completed'];

/** Whether the person may draw verified sheets of an election that has got so far. */
export function mayDraw(drawer: Drawer, { electionStatus }: { electionStatus: ElectionStatus }): boolean {
  return (
    (NATIONAL_ROLES as readonly Role[]).includes(drawer.role) &&
    atLeast(drawer.levels.disputes, 'write') &&
    RESULT_DECIDING.some((privilege) => holdsPrivilege(drawer, privilege)) &&
    DRAWN_IN.includes(electionStatus)
  );
}

/** What the person may do with an audit: extend an open one in which errors appeared, and close it. */
export function auditCan(
  drawer: Drawer,
  election: { electionStatus: ElectionStatus },
  audit: Pick<ReviewAudit, 'closed' | 'counts' | 'sheets' | 'population'>,
): ReviewAudit['can'] {
  const open = audit.closed === null && mayDraw(drawer, election);
  return { extend: open && countedWrong(audit.counts) > 0 && audit.sheets < audit.population, close: open };
}
