import type { UserId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export interface SheetsChecked {
  entered: number;
  wrong: number;
}

/**
 * Of the sheets that the person sent: how many were entered a second time, and how many of these an arbiter found wrong. Each version is a sheet,
 * entered by the policy or for an audit; those that the desk entered are not theirs.
 */
export async function sheetsChecked(db: Db, officer: UserId): Promise<SheetsChecked> {
  const { rows } = await sql<SheetsChecked>`select count(distinct (s.result_id, s.version)) as entered,
      count(distinct (s.result_id, s.version)) filter (where exists (select from second_entry_steps w
        where w.entry_id = s.id and w.step in ('officer_wrong', 'verified_wrong'))) as wrong
    from second_entries s
    where s.submitted_by = ${officer}
      and exists (select from second_entry_steps x where x.entry_id = s.id and x.step = 'entered')
      and not exists (select from desk_versions k where k.result_id = s.result_id and k.version = s.version)`.execute(
    db,
  );
  return rows[0] ?? { entered: 0, wrong: 0 };
}
