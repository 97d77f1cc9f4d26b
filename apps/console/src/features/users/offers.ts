import type { RequestKind } from '@ec/contract/approvals/schemas';
import type { UserSummary } from '@ec/contract/users/schemas';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useRolesInReach } from '../../domain/places/use-places.ts';
import { fileRoles } from './import/import-api.ts';

/** What the reader can begin with on the page of users. */
export interface Offers {
  create: boolean;
  import: boolean;
  /** The kinds of requests that they can raise. */
  requests: RequestKind[];
}

/** What the page offers: nothing that the reader's areas or what was granted to them would have refused. */
export function useOffers(summary: UserSummary | undefined): Offers {
  const { privileges } = useCurrentMe();
  const creates = useRolesInReach(summary?.can.roles ?? []).length > 0;
  const imports = useRolesInReach(summary ? [...summary.can.importRoles, ...fileRoles(summary)] : []).length > 0;
  if (!summary) return { create: false, import: false, requests: [] };
  const { can } = summary;
  const create = can.create !== 'no' && creates;
  const edits = privileges?.granted.canEditUsers ?? true;
  const deletes = privileges?.granted.canDeleteUsers ?? true;
  const requests: RequestKind[] = [
    ...(edits ? (['modify', 'deactivate'] as const) : []),
    ...(deletes ? (['delete'] as const) : []),
    ...(create ? (['create'] as const) : []),
  ];
  return { create, import: can.import && imports, requests: can.request ? requests : [] };
}
