import type { AccessNeed } from '@ec/contract/permissions/decide-access';
import type { UserId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import { type Holder, requireAccess } from './actor.ts';
import type { Platform, WorkContext } from './context.ts';
import type { Db } from '../database/database.ts';
import { AppError } from './errors.ts';
import { EFFECTIVE_STATUS, PERSON_COLUMNS, type PersonRow, toHolder } from '../identity/person.ts';

/** The person with their present rights, for work that continues in their name; undefined if they are not active. */
export async function presentHolder(
  { database, organisation, clock }: Pick<Platform, 'database' | 'organisation' | 'clock'>,
  userId: UserId,
): Promise<Holder | undefined> {
  return await holderIn(database.db, userId, { organisation: await organisation.current(), now: clock.now() });
}

/** The same for work that is in a transaction, and reads in it. */
export async function holderIn(
  db: Db,
  userId: UserId,
  at: Pick<WorkContext, 'organisation' | 'now'>,
): Promise<Holder | undefined> {
  return (await holdersIn(db, [userId], at)).get(userId);
}

/** The same of several people; those who are not active are not among them. */
export async function holdersIn(
  db: Db,
  userIds: Iterable<UserId>,
  { organisation, now }: Pick<WorkContext, 'organisation' | 'now'>,
): Promise<Map<UserId, Holder>> {
  const { rows } = await sql<PersonRow & { id: UserId }>`select u.id, ${PERSON_COLUMNS} from users u
    left join moderator_privileges p on p.user_id = u.id
    where u.id = any (${`{${[...userIds].join(',')}}`}::uuid[]) and ${EFFECTIVE_STATUS} = 'ACTIVE'`.execute(db);
  return new Map(
    rows.map((row) => [row.id, toHolder(row, { userId: row.id, levels: organisation.levels[row.role], now })]),
  );
}

/**
 * Checks, before background work is stored, that its requester still has the right. Returns the person as they are now, for the areas and roles
 * that the work touches. Throws SESSION_ENDED if they are not active, else what requireAccess throws.
 */
export async function requireStill(platform: Platform, userId: UserId, need: AccessNeed): Promise<Holder> {
  const holder = await presentHolder(platform, userId);
  if (!holder) throw new AppError('SESSION_ENDED');
  const { electionMode } = await platform.organisation.current();
  requireAccess({ ...holder, electionMode }, need);
  return holder;
}
