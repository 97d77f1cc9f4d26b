import { createHash } from 'node:crypto';
import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { AuditCounts, ReviewAudit, ReviewAuditList } from '@ec/contract/review-audits/schemas';
import { createElection, createWard, place, sheet } from './builders.ts';
import type { Client, Reply, TestApp } from './harness.ts';
import { arrived, FIGURES, transcriber } from './second-entries.ts';
import { photoOf, sendFile } from './uploads.ts';

export interface Verified {
  election: ElectionId;
  ward: LocationId;
  units: LocationId[];
  ids: ResultId[];
  officers: Client[];
  /** Those of the sheets, the awaited ones too. */
  photos: Buffer[];
  wardAdmin: Client;
  lga: Client;
  national: Client;
  typist: Client;
  other: Client;
  draw: (body?: object, by?: Client) => Promise<Reply>;
  list: () => Promise<ReviewAuditList>;
  newest: () => Promise<ReviewAudit>;
  counts: () => Promise<Partial<AuditCounts>>;
}

let number = 0;

/** The counts that are not 0. */
const told = (counts: AuditCounts | undefined): Partial<AuditCounts> =>
  Object.fromEntries(Object.entries(counts ?? {}).filter(([, count]) => count > 0));

/** An election of its own without a policy, and so many sheets that the ward admin verified: with photos, but for the first ones, whose photos are `awaited`. */
export async function verifiedSheets(
  test: TestApp,
  {
    count,
    awaited = 0,
    lgaAdmin,
    nationalAdmin,
  }: { count: number; awaited?: number; lgaAdmin: Client['person']; nationalAdmin: Client['person'] },
): Promise<Verified> {
  const { db } = test.database;
  await db.updateTable('elections').set({ status: 'archived' }).where('status', '=', 'live').execute();
  const election = await createElection(db);
  const { ward, units } = await createWard(db, count);
  const wardAdmin = await test.as('ward_admin', ward);
  const ids: ResultId[] = [];
  const officers: Client[] = [];
  const photos: Buffer[] = [];
  for (const unit of units) {
    number += 1;
    const officer = await test.as('polling_unit_officer', unit);
    const colour = `#${(0x40_00_00 + number * 0x01_03_07).toString(16).padStart(6, '0')}`;
    const photo = await photoOf(colour);
    const sent =
      ids.length < awaited
        ? { photo: { sha256: createHash('sha256').update(photo).digest('hex') } }
        : { sheetFileId: (await sendFile(officer, photo)).json('data.id') };
    const body = { ...sheet(election, unit), ...FIGURES, ...sent };
    const reply = await officer.post('/results', body, { 'idempotency-key': `audit-${number}` });
    if (reply.status !== 201) throw new Error(`not taken: ${reply.text}`);
    const id = reply.json<ResultId>('data.id');
    const verified = await wardAdmin.post(`/results/${id}/verify`, { version: 1, comment: 'Read out.' });
    if (verified.status !== 200) throw new Error(`not verified: ${verified.text}`);
    ids.push(id);
    officers.push(officer);
    photos.push(photo);
  }
  await arrived(test);
  const national = await test.signIn(nationalAdmin);
  const list = async () => (await national.get(`/review-audits?electionId=${election}`)).json<ReviewAuditList>('data');
  const newest = async () => {
    const [audit] = (await list()).audits;
    if (!audit) throw new Error('no audit');
    return audit;
  };
  return {
    election,
    ward,
    units,
    ids,
    officers,
    photos,
    wardAdmin,
    lga: await test.signIn(lgaAdmin),
    national,
    typist: await transcriber(test),
    other: await transcriber(test),
    draw: (body = {}, by = national) =>
      by.post('/review-audits', { electionId: election, sheets: count, seed: 'six dice: 4 4 1 6 2 5', ...body }),
    list,
    newest,
    counts: async () => told((await newest()).counts),
  };
}

export const nationalAdmin = async (test: TestApp): Promise<Client['person']> =>
  (await test.as('national_admin', place('NG'))).person;
