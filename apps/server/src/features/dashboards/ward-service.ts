import type { WardData, WardUnit } from '@ec/contract/dashboards/schemas';
import { seesPeople } from '../../platform/identity/phones.ts';
import { unitStatus } from '../results/decision-rules.ts';
import { contactsOf, type Reading } from './contacts.ts';
import { type AreaSnapshot, headOf, once } from './area-snapshot.ts';
import { listWardUnits, type WardUnitRow } from './queries.ts';

function toUnit(row: WardUnitRow, showsPeople: boolean): WardUnit {
  const status = unitStatus(row.resultStatus);
  const counts = status === 'submitted' || status === 'approved';
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    registeredVoters: row.registeredVoters,
    officerName: showsPeople ? row.officerName : null,
    officerPhone: showsPeople ? row.officerPhone : null,
    status,
    resultId: row.resultId,
    resultStatus: row.resultStatus,
    submissionTime: row.submittedAt?.toISOString() ?? null,
    lastActivity: showsPeople ? (row.lastActivity?.toISOString() ?? null) : null,
    totalVotes: status === 'pending' ? null : counts ? row.votes : 0,
    submittedVotes: row.votes,
    desk: row.desk,
    leading: counts ? row.leading : null,
    flags: row.flags ?? 0,
    lastUpdate: row.updatedAt?.toISOString() ?? null,
  };
}

/** A ward with all its units, reported or not. */
export async function wardData(reading: Reading, areaSnapshot: AreaSnapshot): Promise<WardData> {
  const { db, actor } = reading;
  const { area, election, elections, source, snapshot } = areaSnapshot;
  const covers = snapshot !== null || election === null;
  const [head, contacts, { rows }] = await Promise.all([
    once(areaSnapshot, 'head', () => headOf(db, areaSnapshot)),
    contactsOf(reading, [area]),
    once(areaSnapshot, 'units', async () => ({
      rows: covers ? await listWardUnits(db, area, { electionId: election?.id ?? null, source }) : [],
    })),
  ]);
  const showsPeople = seesPeople(actor);
  const pollingUnits = rows.map((row) => toUnit(row, showsPeople));
  const count = (status: WardUnit['status']) => pollingUnits.filter((unit) => unit.status === status).length;
  return {
    ...head,
    election,
    elections,
    asOf: areaSnapshot.asOf.toISOString(),
    contact: contacts.get(area) ?? null,
    pollingUnits,
    wardTotals: {
      total: pollingUnits.length,
      pending: count('pending'),
      submitted: count('submitted'),
      approved: count('approved'),
      disputed: count('disputed'),
      cancelled: count('cancelled'),
      overallSubmissionRate: head.submissionRate,
    },
  };
}
