import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { storeDecision } from '../src/features/results/repository.ts';
import { rebuildTallies } from '../src/features/results/tally-repository.ts';
import { type Db, inTransaction } from '../src/platform/database/database.ts';
import { newId, sha256 } from '../src/platform/runtime/ids.ts';
import { place } from './builders.ts';
import type { TestApp } from './harness.ts';

/** Official results of the units, received at the times given and waiting for review, as a bulk load would store them. */
export async function storeReports(
  test: TestApp,
  election: ElectionId,
  units: readonly LocationId[],
  times: readonly Date[],
): Promise<void> {
  const { person } = await test.as('national_admin', place('NG'));
  const sheets = units.map((unit, index) => ({
    id: newId<ResultId>(),
    unit,
    at: times[index] ?? test.clock.now(),
    figures: { votes: [31, 12, 88, 2, 3], void_votes: 4, accredited: 141, registered: 500, submitted_by: person.id },
  }));
  await inTransaction(test.database.db, async (tx) => {
    await tx
      .insertInto('results')
      .values(
        sheets.map(({ id, unit, at, figures }) => ({
          ...figures,
          id,
          election_id: election,
          polling_unit_id: unit,
          source: 'official' as const,
          status: 'pending' as const,
          version: 1,
          total_votes: 140,
          leading_party: 'LP',
          flags: [],
          submitted_at: at,
          decided_by: null,
          decided_at: null,
          reason: null,
        })),
      )
      .execute();
    await tx
      .insertInto('result_versions')
      .values(
        sheets.map(({ id, at, figures }) => ({
          ...figures,
          result_id: id,
          version: 1,
          submission_id: id,
          boxes: null,
          flags: '[]',
          sheet_file_id: null,
          idempotency_key: id,
          request_hash: sha256(id),
          digest: sha256(id),
          submitted_at: at,
        })),
      )
      .execute();
    await rebuildTallies(tx, election);
  });
}

const DECISIONS = { verified: 'verify', returned: 'return', disputed: 'dispute', cancelled: 'cancel' } as const;

/** A decision on the first version of the unit's result, without its totals, its dispute and its audit entry. */
export async function decideInStore(db: Db, unit: LocationId, status: keyof typeof DECISIONS): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id } = await tx
      .selectFrom('results')
      .select('id')
      .where('polling_unit_id', '=', unit)
      .executeTakeFirstOrThrow();
    const at = new Date();
    await storeDecision(tx, { resultId: id, version: 1, decision: DECISIONS[status], by: null, reason: null, at });
  });
}
