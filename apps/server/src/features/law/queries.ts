import type { ElectionId } from '@ec/contract/base/common';
import type { LawProfileId, ProvisionKey } from '@ec/contract/law/profiles';
import { LAW_PROVISIONS } from '@ec/contract/law/provisions';
import type { Citation } from '@ec/contract/law/schemas';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export interface Confirmation {
  profile: LawProfileId;
  provision: ProvisionKey;
  section: string;
  by: string;
  at: Date;
}

/** The newest confirmation of each provision. */
export async function listConfirmations(db: Db): Promise<Confirmation[]> {
  const { rows } =
    await sql<Confirmation>`select distinct on (c.profile, c.provision) c.profile, c.provision, c.section,
    p.name as by, c.confirmed_at as at from law_confirmations c join users p on p.id = c.confirmed_by
    order by c.profile, c.provision, c.id desc`.execute(db);
  return rows;
}

/** A provision of the law that the election is held under now. Throws without the election. */
export async function citationFor(db: Db, election: ElectionId, provision: ProvisionKey): Promise<Citation> {
  const { rows } = await sql<{ law: LawProfileId; confirmed: string | null }>`/* law.citation */ select
    e.law_profile as law, (select c.section from law_confirmations c where c.profile = e.law_profile
      and c.provision = ${provision} order by c.id desc limit 1) as confirmed
    from elections e where e.id = ${election}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no election ${election}`);
  const { section, certainty } = LAW_PROVISIONS[row.law][provision];
  return { law: row.law, section: row.confirmed ?? section, confirmed: row.confirmed !== null || certainty === 'read' };
}
