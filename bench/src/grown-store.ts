import type { ElectionId } from '@ec/contract/base/common';
import { createAuditChain } from '@ec/server/platform/audit/audit-chain';
import { type Database, inTransaction } from '@ec/server/platform/database/database';
import { sql } from 'kysely';

export async function countResults({ db }: Database): Promise<number> {
  const { rows } = await sql<{ results: number }>`select count(*) as results from results`.execute(db);
  return rows[0]?.results ?? 0;
}

/** The other rows of a submission: the audit entry with its link, and the event. */
export async function storeTraces(database: Database, election: ElectionId): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    await sql`insert into audit_entries (event, resource_id, user_id, area_id, ip, user_agent, new_values)
      select 'result.submitted', r.id::text, r.submitted_by, r.polling_unit_id, '127.0.0.1', 'bench',
        jsonb_build_object('version', 1, 'votes', to_jsonb(r.votes))
      from results r where r.election_id = ${election}`.execute(tx);
    // As old as events become before they are removed, so that no server publishes them.
    await sql`insert into events (payload, created_at)
      select jsonb_build_object('type', 'result.changed', 'electionId', r.election_id, 'source', r.source,
        'pollingUnitId', r.polling_unit_id, 'resultId', r.id, 'status', r.status), now() - interval '20 hours'
      from results r where r.election_id = ${election}`.execute(tx);
  });
  await createAuditChain(database, console.error).linkNow();
  await sql`vacuum analyze audit_entries, audit_links, events`.execute(database.db);
  // The loaded data are flushed to disk now, not while commits are measured.
  await sql`checkpoint`.execute(database.db);
}
