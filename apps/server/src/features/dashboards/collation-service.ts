import type { DashboardCollation, WardData } from '@ec/contract/dashboards/schemas';
import type { CollationCounts } from '@ec/contract/collations/counts';
import { type LocationId, locationType } from '@ec/contract/geography/location-id';
import { decideAccess } from '@ec/contract/permissions/decide-access';
import { ADMIN_ROLES } from '@ec/contract/permissions/roles';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { isAgentOf } from '../collations/queries.ts';
import { areaTypeOf, entryRefusal } from '../collations/rules.ts';
import { shared, type Sources } from './sources.ts';

/** How far the collation of the official count is in the area; null below an LGA, and for those who do not read disputes. */
export async function collationOf(
  { db, organisation }: ReadContext,
  sources: Sources,
  actor: Actor,
  area: LocationId,
  counted: Pick<WardData, 'election' | 'source'> | null,
): Promise<DashboardCollation | null> {
  const type = locationType(area);
  const subject = { ...actor, electionMode: organisation.electionMode };
  if (!counted?.election || counted.source !== 'official' || type === 'ward') return null;
  if (!decideAccess(subject, { roles: ADMIN_ROLES, module: 'disputes' }).allowed) return null;
  const { election } = counted;
  const [{ counts }, isAgent] = await Promise.all([
    shared<{ counts: CollationCounts | null }>(sources, JSON.stringify(['collation', election.id, area]), async () => ({
      counts: await sources.collation(db, election.id, [area]),
    })),
    isAgentOf(db, actor.userId, election.id, area),
  ]);
  const enters = counts?.levels.some(
    ({ level }) =>
      areaTypeOf(election.type, level) === type &&
      entryRefusal(actor, { level, areaId: area, constituencyId: null }, isAgent) === null,
  );
  return counts && { ...counts, can: { enter: enters === true } };
}
