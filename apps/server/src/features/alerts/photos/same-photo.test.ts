import type { ElectionId } from '@ec/contract/base/common';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { alertsOf, judged, send, upload } from '../../../../test/alerts.ts';
import { createElection, createWard, place, setElectionMode } from '../../../../test/builders.ts';
import { type Client, testApp, type TestApp } from '../../../../test/harness.ts';
import { photoOf } from '../../../../test/photo-trial.ts';
import { ageFile } from '../../../../test/uploads.ts';
import { hashStoredSheets, removeUnusedFiles } from '../../files/jobs.ts';
import { comparePhotos } from '../watch-service.ts';
import { areaOfBoth } from './photo-rules.ts';

let test: TestApp;
let election: ElectionId;
let national: Client;
let one: { ward: LocationId; units: LocationId[] };
let seed = 1;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  await setElectionMode(test.database.db, true);
  election = await createElection(test.database.db);
  national = await test.as('national_admin', place('NG'));
});
beforeEach(async () => {
  one = await createWard(test.database.db, 3);
  seed += 2;
});
afterAll(() => test.close());

const unit = (index: number, { ward, units } = one) => units[index] ?? ward;
/** As a messenger passes it on. */
const passedOn = async (photo: Buffer) => await sharp(photo).resize(500).jpeg({ quality: 50 }).toBuffer();

async function sendPhoto(officer: Client, where: LocationId, photo: Buffer, what = election, voidVotes = 4) {
  const sheetFileId = await upload(officer, photo);
  return await send(test, what, where, { sheetFileId, accreditedVoters: 200, voidVotes }, officer);
}

async function compared(reader: Client, query: string) {
  await judged(test);
  await comparePhotos(test.app.platform);
  return (await alertsOf(reader, query)).filter(({ rule }) => rule.startsWith('same_photo'));
}

describe('the same photo, sent on and made smaller', () => {
  it('at two units of a ward is an alert to the ward, once', async () => {
    const photo = await photoOf(seed);
    await sendPhoto(await test.as('polling_unit_officer', unit(0)), unit(0), photo);
    await sendPhoto(await test.as('polling_unit_officer', unit(1)), unit(1), await passedOn(photo));
    const [alert, ...others] = await compared(national, `area=${one.ward}`);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ rule: 'same_photo', type: 'warning', area: { id: one.ward } });
    expect(alert?.message).toContain('Polling Unit 1');
    expect(alert?.message).toContain('Polling Unit 2');
    expect(alert?.message).toContain('Compare the photos.');
    expect(await compared(national, `area=${one.ward}`)).toHaveLength(1);
  });

  it('at units of two wards is seen by those alone whose area holds both', async () => {
    const far = await createWard(test.database.db, 1);
    const photo = await photoOf(seed);
    await sendPhoto(await test.as('polling_unit_officer', unit(0)), unit(0), photo);
    await sendPhoto(await test.as('polling_unit_officer', unit(0, far)), unit(0, far), await passedOn(photo));
    const above = areaOfBoth(one.ward, far.ward);
    expect((await compared(national, 'rule=same_photo'))[0]?.area?.id).toBe(above);
    for (const { ward } of [one, far]) {
      expect(await compared(await test.as('ward_admin', ward), '')).toEqual([]);
    }
    const officer = await test.as('gpuo', unit(0));
    expect((await officer.get('/alerts')).text).not.toContain('nearly the same');
  });

  it('byte for byte at units of two wards is told to each ward without naming the other', async () => {
    const far = await createWard(test.database.db, 1);
    const photo = await photoOf(seed);
    await sendPhoto(await test.as('polling_unit_officer', unit(0)), unit(0), photo);
    await sendPhoto(await test.as('polling_unit_officer', unit(0, far)), unit(0, far), photo);
    const [above] = await compared(national, 'rule=same_photo');
    expect(above?.message).toContain('The photos are the same:');
    const reader = await test.as('ward_admin', far.ward);
    const [alert, ...others] = await alertsOf(reader, '');
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ rule: 'repeated_sheet', photosOf: [] });
    expect(alert?.message).toContain('was sent before as the sheet of a unit of another ward.');
    expect((await reader.get(`/alerts/${above?.id}`)).status).toBe(404);
  });

  it('for two contests of one unit is named as that, and sent again for the same one it is nothing', async () => {
    const second = await createElection(test.database.db);
    const officer = await test.as('polling_unit_officer', unit(0));
    const photo = await photoOf(seed);
    await sendPhoto(officer, unit(0), photo);
    await sendPhoto(officer, unit(0), photo, election, 5);
    expect(await compared(national, `area=${one.ward}`)).toEqual([]);
    await sendPhoto(officer, unit(0), await passedOn(photo), second);
    const found = await compared(national, `area=${one.ward}`);
    expect(found.map(({ rule, area }) => [rule, area?.id])).toEqual([['same_photo_contests', unit(0)]]);
  });

  it('is not seen in other sheets of the same form, or in photos on which nothing is written', async () => {
    const plain = sharp({ create: { width: 600, height: 400, channels: 3, background: '#ccc' } });
    const photos = [await photoOf(seed), await photoOf(seed + 500)];
    for (const [index, photo] of photos.entries()) {
      await sendPhoto(await test.as('polling_unit_officer', unit(index)), unit(index), photo);
    }
    const empty = await createWard(test.database.db, 2);
    await sendPhoto(
      await test.as('polling_unit_officer', unit(0, empty)),
      unit(0, empty),
      await plain.jpeg().toBuffer(),
    );
    await sendPhoto(
      await test.as('polling_unit_officer', unit(1, empty)),
      unit(1, empty),
      await plain.png().toBuffer(),
    );
    expect(await compared(national, `area=${one.ward}`)).toEqual([]);
    expect(await compared(national, `area=${empty.ward}`)).toEqual([]);
  });
});

describe('the hash of a photo', () => {
  const hashes = async () => (await test.database.db.selectFrom('photo_hashes').selectAll().execute()).length;

  it('is filled in for photos from before', async () => {
    await sendPhoto(await test.as('polling_unit_officer', unit(0)), unit(0), await photoOf(seed));
    const before = await test.database.db.selectFrom('photo_hashes').selectAll().orderBy('file_id').execute();
    await test.database.db.deleteFrom('photo_hashes').execute();
    await hashStoredSheets(test.app.platform, new AbortController().signal);
    expect(await test.database.db.selectFrom('photo_hashes').selectAll().orderBy('file_id').execute()).toEqual(before);
  });

  it('goes with a photo that was never used', async () => {
    const officer = await test.as('polling_unit_officer', unit(0));
    const id = await upload(officer, await photoOf(seed));
    const before = await hashes();
    await ageFile(test, id);
    await removeUnusedFiles(test.app.platform, new AbortController().signal);
    expect(await hashes()).toBe(before - 1);
  });
});

describe('the area of two places', () => {
  it('is the smallest that holds both', () => {
    const far = place('19-01');
    expect(areaOfBoth(unit(0), unit(1))).toBe(one.ward);
    expect(areaOfBoth(unit(0), unit(0))).toBe(unit(0));
    expect(areaOfBoth(unit(0), far)).not.toBe(ancestorOf(far, 'state'));
  });
});
