import { childId, codeOf, type LocationId, parentOf } from '@ec/contract/geography/location-id';
import { referenceUnits } from '@ec/contract/geography/reference-wards';
import type { ImportCounts } from '@ec/contract/geography/register-import';
import { saveAudit } from '../../../platform/audit/audit.ts';
import type { Bulk } from '../../../platform/database/bulk.ts';
import { saveEvent } from '../../../platform/events/events.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { type EmptyPlaces, listEmptyPlaces } from '../queries.ts';
import { refreshAllSums } from '../repository.ts';
import { copyUnits, copyWards, createImportTables, insertImport, storeRegister } from './import-repository.ts';
import { type ImportJob, runAlone, type StartedImport } from './import-service.ts';
import type { Step } from '../../../platform/jobs/import-work.ts';
import type { RegisterUnit, RegisterWard } from './register-check.ts';

const NAME = "Placeholders by INEC's counts";

export interface Plan {
  wards: RegisterWard[];
  /** The wards, new ones and empty ones, by how many units each gets. */
  units: { ward: LocationId; count: number }[];
}

/** What is missing by INEC's counts: the wards of LGAs that have none, and the units of wards that have none. */
export function planPlaceholders({ lgas, wards }: EmptyPlaces): Plan {
  const plan: Plan = { wards: [], units: [] };
  const withoutWards = new Set(lgas);
  const countOf = new Map<LocationId, number>();
  for (const { id: lga, units } of referenceUnits()) {
    for (const [index, count] of units.entries()) {
      const ward = childId(lga, index + 1);
      countOf.set(ward, count);
      if (!withoutWards.has(lga)) continue;
      plan.wards.push({ id: ward, name: `Ward ${index + 1}`, line: 0 });
      plan.units.push({ ward, count });
    }
  }
  // A ward that INEC does not count has as many as the first of its LGA.
  for (const ward of wards) {
    const first = childId(parentOf(ward) ?? ward, 1);
    plan.units.push({ ward, count: countOf.get(ward) ?? countOf.get(first) ?? 1 });
  }
  return plan;
}

async function* unitsOf({ units }: Plan, done: (share: number) => void): AsyncGenerator<RegisterUnit> {
  for (const [index, { ward, count }] of units.entries()) {
    for (let number = 1; number <= count; number++) {
      const id = childId(ward, number);
      yield { id, code: codeOf(id), name: `Polling Unit ${number}`, registered: null };
    }
    // Other calls are answered between two wards.
    if (index % 50 === 0) {
      done(index / units.length);
      await new Promise(setImmediate);
    }
  }
}

async function create(
  bulk: Bulk,
  plan: Plan,
  job: Pick<ImportJob, 'origin' | 'still'>,
  say: (step: Step) => void,
): Promise<ImportCounts> {
  const { tx } = bulk;
  await createImportTables(tx);
  const rows = await copyUnits(
    bulk,
    unitsOf(plan, (share) => say({ state: 'reading', done: share * 0.4, rows: 0 })),
  );
  await copyWards(bulk, plan.wards);
  say({ state: 'storing', done: 0.5, rows });
  const { added, changed } = await storeRegister(tx, true);
  say({ state: 'storing', done: 0.9, rows });
  await refreshAllSums(
    tx,
    plan.units.map(({ ward }) => ward),
  );
  await job.still?.();
  await saveAudit(tx, job.origin, { event: 'geography.placeholders_created', next: { added } });
  await saveEvent(tx, { type: 'geography.changed' });
  return { rows, added, changed, left: { wards: 0, pollingUnits: 0 } };
}

/** Starts to create them, followed like the import of a register; refuses with PLACEHOLDERS_NOT_NEEDED where nothing is missing. */
export async function startPlaceholders(job: Omit<ImportJob, 'path' | 'fileName'>): Promise<StartedImport> {
  const { database, clock, origin } = job;
  const id = newId<string>();
  let plan: Plan = { wards: [], units: [] };
  return await runAlone(
    id,
    job,
    async ({ tx }) => {
      // Under the lock of the tree: nothing is added meanwhile.
      plan = planPlaceholders(await listEmptyPlaces(tx));
      if (plan.units.length === 0) throw new AppError('PLACEHOLDERS_NOT_NEEDED');
      await insertImport(database.db, {
        id,
        kind: 'placeholders',
        startedBy: origin.userId,
        fileName: NAME,
        sha256: null,
        now: clock.now(),
      });
    },
    async (bulk, say) => await create(bulk, plan, job, say),
  );
}
