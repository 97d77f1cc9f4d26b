import type { UserId } from '@ec/contract/base/common';
import type { LawProfileId, ProvisionKey } from '@ec/contract/law/profiles';
import type { Tx } from '../../platform/database/database.ts';

export async function insertConfirmation(
  tx: Tx,
  confirmation: {
    profile: LawProfileId;
    provision: ProvisionKey;
    section: string;
    confirmed: boolean;
    by: UserId;
    at: Date;
  },
): Promise<void> {
  const { profile, provision, section, confirmed, by, at } = confirmation;
  await tx
    .insertInto('law_confirmations')
    .values({ profile, provision, section, confirmed, confirmed_by: by, confirmed_at: at })
    .execute();
}
