import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { ElectionStatus } from '@ec/contract/elections/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import type { EarlierLink } from '@ec/contract/unusual/earlier';
import type { CheckSettings } from '@ec/contract/unusual/settings';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { personLink } from '../../platform/database/sql-parts.ts';
import { settingsOf } from './rules.ts';

/** The checks of an election; version 0 while they are as every election begins. */
export interface SettingsRow {
  electionId: ElectionId;
  electionName: string;
  status: ElectionStatus;
  parties: string[];
  version: number;
  checks: CheckSettings;
  earlier: EarlierLink | null;
  explains: boolean;
  alerts: boolean;
  changedBy: { id: UserId; name: string; role: Role } | null;
  changedAt: Date | null;
}

type Row = Omit<SettingsRow, 'checks'> & { checks: Partial<CheckSettings> | null };

/** The checks of an election; undefined where there is no such election. */
export async function findSettings(db: Db, electionId: ElectionId): Promise<SettingsRow | undefined> {
  const { rows } = await sql<Row>`select e.id as "electionId", e.name as "electionName", e.status, e.parties,
      coalesce(s.version, 0) as version, s.checks, coalesce(s.explains, false) as explains, coalesce(s.alerts, false) as alerts,
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name, 'electionDate', b.election_date::text,
        'parties', b.parties) end as earlier,
      case when p.id is not null then ${personLink('p')} end as "changedBy", s.changed_at as "changedAt"
    from elections e left join unusual_settings s on s.election_id = e.id
    left join earlier_elections b on b.id = s.earlier_id left join users p on p.id = s.changed_by
    where e.id = ${electionId}::uuid`.execute(db);
  const [row] = rows;
  return row && { ...row, checks: settingsOf(row.checks) };
}
