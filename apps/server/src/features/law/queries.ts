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
  confirmed: boolean;
  by: string;
  at: Date;
}

/** The newest entry of each provision: a number that a person confirmed, or gave as still in doubt. */
export async function listConfirmations(db: Db): Promise<Confirmation[]> {
  const { rows } =
    await sql<Confirmation>`select distinct on (c.profile, c.provision) c.profile, c.provision, c.section, c.confirmed,
    p.name as by, c.confirmed_at as at from law_confirmations c join users p on p.id = c.confirmed_by
    order by c.profile, c.provision, c.id desc`.execute(db);
  return rows;
}

/** A provision of the law that the election is held under now. Throws without the election. */
export async function citationFor(db: Db, election: ElectionId, provision: ProvisionKey): Promise<Citation> {
  const { rows } = await sql<{
    law: LawProfileId;
    section: string | null;
    confirmed: boolean | null;
  }>`/* law.citation */ select
    e.law_profile as law, c.section, c.confirmed
    from elections e left join lateral (select c.section, c.confirmed from law_confirmations c
      where c.profile = e.law_profile and c.provision = ${provision} order by c.id desc limit 1) c on true
    where e.id = ${election}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no election ${election}`);
  const { section, certainty } = LAW_PROVISIONS[row.law][provision];
  return { law: row.law, section: row.section ?? section, confirmed: row.confirmed ?? certainty === 'read' };
}
