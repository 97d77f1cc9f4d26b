import { holdsPrivilege } from '@ec/contract/permissions/privileges';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { inAreas } from '../../platform/database/places.ts';
import type { Reviewer } from '../results/decision-rules.ts';

/** The states in which a second entry waits for an arbiter; as the index second_entries_for_arbiters has them. */
const WAITING = sql`s.state in ('differs', 'unreadable')`;

/**
 * A condition on `s`: it waits for a decision that the person may take, as arbiterRefusal says of a row. What they may do about results in dispute
 * differs from the others for a narrowed moderator.
 */
export function waitsFor(reader: Reviewer): RawBuilder<unknown> {
  const writes = atLeast(reader.levels.disputes, 'write');
  const [pending, disputed] = (['canManageResults', 'canManageDisputes'] as const).map(
    (privilege) => writes && holdsPrivilege(reader, privilege),
  );
  if (!pending && !disputed) return sql`false`;
  const me = sql`${reader.userId}::uuid`;
  return sql`${WAITING} and ${inAreas('s.polling_unit_id', reader.areas)} and ${me} <> all (s.barred) and exists (
    select from results r join elections e on e.id = r.election_id and e.status <> 'archived'
    join result_versions v on v.result_id = s.result_id and v.version = s.version
    where r.id = s.result_id and r.version = s.version and (s.audit_id is null or r.status = 'verified')
      and case when r.status = 'disputed' then ${disputed}::boolean else ${pending}::boolean end
      and v.submitted_by <> ${me} and (v.device is null or encode(v.device, 'hex') is distinct from ${reader.device}::text)
      and not exists (select from account_controls c where c.user_id = v.submitted_by and c.by_user_id = ${me} and c.at >= e.created_at)
      and not exists (select from desk_versions k where k.result_id = v.result_id and k.version = v.version
        and ${me} in (k.decided_by, k.arbiter_id, k.officer_id)))
    and not exists (select from second_entry_steps x
      where x.entry_id = s.id and x.by_user_id = ${me} and x.step in ('entered', 'unreadable'))`;
}

/** How many second entries wait for a decision of the person. */
export async function countForReader(db: Db, reader: Reviewer): Promise<number> {
  const { rows } = await sql<{
    waiting: number;
  }>`select count(*) as waiting from second_entries s where ${waitsFor(reader)}`.execute(db);
  return rows[0]?.waiting ?? 0;
}
