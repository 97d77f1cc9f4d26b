import type { UserId } from '@ec/contract/common';
import type { LocationId } from '@ec/contract/location-id';
import type { Privilege } from '@ec/contract/privileges';
import type { Role } from '@ec/contract/roles';
import type { Tx } from '../../platform/database.ts';
import type {} from '../../platform/tables.ts';

/** What is stored of a moderator's privileges. */
export interface StoredGrant {
  granted: Privilege[];
  areas: LocationId[];
  roles: Role[];
  validUntil: Date | null;
}

export async function findGrant(tx: Tx, userId: UserId): Promise<StoredGrant | null> {
  const row = await tx
    .selectFrom('moderator_privileges')
    .select(['granted', 'areas', 'managed_roles as roles', 'valid_until as validUntil'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Puts the grant in place of what was; null takes the narrowing away. */
export async function saveGrant(
  tx: Tx,
  userId: UserId,
  grant: StoredGrant | null,
  by: { grantedBy: UserId; now: Date },
): Promise<void> {
  if (grant === null) {
    await tx.deleteFrom('moderator_privileges').where('user_id', '=', userId).execute();
    return;
  }
  const values = {
    granted: grant.granted,
    areas: grant.areas,
    managed_roles: grant.roles,
    valid_until: grant.validUntil,
    granted_by: by.grantedBy,
    updated_at: by.now,
  };
  await tx
    .insertInto('moderator_privileges')
    .values({ user_id: userId, created_at: by.now, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}
