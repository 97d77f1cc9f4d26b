import { NATION } from '@ec/contract/geography/location-id';
import { officeHolders } from '../features/users/queries.ts';
import { allowBeginning, lockOffice } from '../features/users/repository.ts';
import { saveAudit, SYSTEM_ORIGIN } from '../platform/audit/audit.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { readOrganisation } from '../platform/runtime/organisation.ts';

/**
 * Lets the only remaining super admin create a national admin without a second approval once more. If two or more are active, changes nothing and
 * returns their names: they approve for each other.
 */
export async function reopenOffice({ db }: Pick<Database, 'db'>): Promise<string[]> {
  return await inTransaction(db, async (tx) => {
    await lockOffice(tx);
    const { levels } = await readOrganisation(tx);
    const active = await officeHolders(tx, levels);
    if (active.length > 1) return active.map(({ name }) => name);
    await allowBeginning(tx);
    await saveAudit(tx, SYSTEM_ORIGIN, { event: 'user.first_national_admin_allowed', areaId: NATION });
    return [];
  });
}
