import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Privilege } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import type { Tx } from '../../platform/database/database.ts';

/** The stored privileges of a moderator. */
export interface StoredGrant {
  granted: Privilege[];
  areas: LocationId[];
  roles: Role[];
  validUntil: Date | null;
  /** Granted before some privileges existed; set to false at the next save. */
  needsReview: boolean;
}

export async function findGrant(tx: Tx, userId: UserId): Promise<StoredGrant | null> {
  const row = await tx
    .selectFrom('moderator_privileges')
    .select(['granted', 'areas', 'managed_roles as roles', 'valid_until as validUntil', 'needs_review as needsReview'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces the grant; null removes the restriction. */
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
    needs_review: grant.needsReview,
    granted_by: by.grantedBy,
    updated_at: by.now,
  };
  await tx
    .insertInto('moderator_privileges')
    .values({ user_id: userId, created_at: by.now, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}
