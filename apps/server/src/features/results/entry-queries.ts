import type { ResultId, UserId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** A version and the audit entries of its submission that do not say the same. */
export interface VersionNotAsAudited {
  /** Null where neither has the receipt's number. */
  submissionId: string | null;
  resultId: string;
  version: string;
  /** False where the log has the submission, and no such version is stored. */
  stored: boolean;
}

/** Versions whose digest is not the one, and the only one, that the audit log has of their submission, and submissions in the log without their version. */
export async function versionsNotAsAudited(db: Db): Promise<VersionNotAsAudited[]> {
  const { rows } = await sql<VersionNotAsAudited>`with audited as materialized (
      select resource_id, new_values->>'version' as version, array_agg(distinct new_values->>'digest') as digests,
        min(new_values->>'submissionId') as submission_id
      from audit_entries where event in ('result.submitted', 'result.entered_at_desk') group by 1, 2
    ), kept as (
      select result_id::text as resource_id, version::text as version, submission_id, encode(digest, 'hex') as digest from result_versions
    )
    select coalesce(kept.submission_id, audited.submission_id) as "submissionId", resource_id as "resultId", version,
      kept.digest is not null as stored
    from kept full join audited using (resource_id, version)
    where audited.digests is distinct from array[kept.digest]
    order by 1, 2, 3`.execute(db);
  return rows;
}

/** Decisions of one person on one version with the same outcome, of which the audit log and the store have another number. */
export interface DecisionNotAsAudited {
  resultId: ResultId;
  unitCode: string | null;
  version: string;
  action: string;
  by: UserId | null;
  stored: number;
  audited: number;
}

/** Decisions that the audit log does not have, and those that it alone has. */
export async function decisionsNotAsAudited(db: Db): Promise<DecisionNotAsAudited[]> {
  const { rows } = await sql<DecisionNotAsAudited>`with audited as materialized (
      select resource_id, new_values->>'version' as version, substr(event, 8) as action, coalesce(user_id::text, '') as by,
        count(*)::int as times
      from audit_entries where event in ('result.verified', 'result.returned', 'result.disputed', 'result.cancelled')
      group by 1, 2, 3, 4
    ), kept as (
      select result_id::text as resource_id, version::text as version, action, coalesce(decided_by::text, '') as by,
        count(*)::int as times
      from result_decisions group by 1, 2, 3, 4
    )
    select resource_id as "resultId", u.code as "unitCode", coalesce(kept.version, audited.version) as version, action, nullif(by, '') as by,
      coalesce(kept.times, 0) as stored, coalesce(audited.times, 0) as audited
    from kept full join audited using (resource_id, version, action, by)
    left join results r on r.id::text = resource_id
    left join locations u on u.id = r.polling_unit_id
    where kept.times is distinct from audited.times
    order by 2, 1, 3, 4, 5`.execute(db);
  return rows;
}
