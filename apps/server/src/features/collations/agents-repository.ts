import type { UserStatus } from '@ec/contract/auth/schemas';
import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { CollationAgentId } from '@ec/contract/collations/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inAreas } from '../../platform/database/places.ts';
import { allOf, likeEscaped, personLink } from '../../platform/database/sql-parts.ts';
import { EFFECTIVE_STATUS } from '../../platform/identity/person.ts';
import { newId } from '../../platform/runtime/ids.ts';

export interface AgentRecord {
  id: CollationAgentId;
  electionId: ElectionId;
  person: { id: UserId; name: string; role: Role };
  status: UserStatus;
  personArea: LocationId | null;
  phone: string;
  areaId: LocationId;
  areaName: string;
  assigner: { id: UserId; name: string; role: Role } | null;
  assignedAt: Date;
}

const AGENT = sql`select g.id, g.election_id as "electionId", ${personLink('u')} as person, ${EFFECTIVE_STATUS} as status,
    u.area_id as "personArea", u.phone, g.area_id as "areaId", l.name as "areaName", ${personLink('b')} as assigner, g.assigned_at as "assignedAt"
  from collation_agents g join users u on u.id = g.user_id join locations l on l.id = g.area_id
    left join users b on b.id = g.assigned_by`;

export async function findAgent(
  db: Db,
  by: { id: CollationAgentId } | { electionId: ElectionId; userId: UserId },
): Promise<AgentRecord | undefined> {
  const where = 'id' in by ? sql`g.id = ${by.id}` : sql`g.election_id = ${by.electionId} and g.user_id = ${by.userId}`;
  const { rows } = await sql<AgentRecord>`${AGENT} where ${where}`.execute(db);
  return rows[0];
}

export async function listAgents(
  db: Db,
  filter: {
    areas: readonly LocationId[];
    electionId?: ElectionId | undefined;
    q?: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ rows: AgentRecord[]; total: number }> {
  const words = filter.q && `%${likeEscaped(filter.q)}%`;
  const where: RawBuilder<unknown> = allOf([
    inAreas('g.area_id', filter.areas),
    // Who was deleted before a deletion ended centres still has one.
    sql`u.status <> 'DELETED'`,
    ...(filter.electionId ? [sql`g.election_id = ${filter.electionId}`] : []),
    ...(words ? [sql`(u.name ilike ${words} or l.name ilike ${words})`] : []),
  ]);
  const [page, count] = await Promise.all([
    sql<AgentRecord>`${AGENT} where ${where} order by g.area_id, u.name, g.id limit ${filter.limit} offset ${filter.offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from collation_agents g join users u on u.id = g.user_id
      join locations l on l.id = g.area_id where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

export async function putAgent(
  tx: Tx,
  {
    electionId,
    userId,
    area,
    by,
    at,
  }: { electionId: ElectionId; userId: UserId; area: LocationId; by: UserId; at: Date },
): Promise<CollationAgentId> {
  const { id } = await tx
    .insertInto('collation_agents')
    .values({
      id: newId<CollationAgentId>(),
      election_id: electionId,
      user_id: userId,
      area_id: area,
      assigned_by: by,
      assigned_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .constraint('collation_agents_one_centre')
        .doUpdateSet({ area_id: area, assigned_by: by, assigned_at: at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteAgent(tx: Tx, id: CollationAgentId): Promise<void> {
  await tx.deleteFrom('collation_agents').where('id', '=', id).execute();
}
