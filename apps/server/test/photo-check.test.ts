import { type CheckedPhoto, PHOTO_FAULTS, type PhotoFault } from '@ec/contract/photos/check';
import { inkDistance, SAME_PHOTO_BITS } from '@ec/contract/photos/ink-hash';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawnPhoto, goodShot, seeded } from './drawn-photos.ts';
import { DRAWN_FAULTS, GOOD, lookAt, percent, photoOf, tryFault, tryGood } from './photo-trial.ts';

describe('the check of photos, on drawn sheets with known faults', () => {
  let good: CheckedPhoto[] = [];
  beforeAll(async () => {
    good = await tryGood();
  }, 240_000);

  it.each(Object.keys(PHOTO_FAULTS) as PhotoFault[])('says "%s" of at most 5 percent of the good photos', (fault) => {
    expect(percent(good.filter(({ faults }) => faults.includes(fault)).length, GOOD.length)).toBeLessThanOrEqual(5);
  });

  it('says nothing of at least 95 percent of the good photos', () => {
    expect(percent(good.filter(({ faults }) => faults.length === 0).length, GOOD.length)).toBeGreaterThanOrEqual(95);
  });

  it.each(Object.keys(DRAWN_FAULTS))(
    'finds at least 90 percent of those that are %s',
    async (name) => expect(await tryFault(name)).toBeGreaterThanOrEqual(90),
    240_000,
  );

  it.each([
    [699, 3000, true],
    [3000, 699, true],
    [750, 999, true],
    [700, 1000, false],
    [1000, 700, false],
  ])('of %i by %i pixels says that they are few: %s', async (width, height, isSmall) => {
    const { faults } = await lookAt(await photoOf(1), { width, height });
    expect(faults).toEqual(isSmall ? ['small'] : []);
  });

  it('knows the same photo again, and no photo of another sheet', async () => {
    const { hash } = await lookAt(await photoOf(1));
    const other = await lookAt(await photoOf(3));
    expect((await lookAt(await photoOf(1), undefined, [other.hash ?? '', hash ?? ''])).faults).toEqual(['repeated']);
    expect((await lookAt(await photoOf(1), undefined, [other.hash ?? ''])).faults).toEqual([]);
  });
});

describe('the hash of the ink', () => {
  const SHEETS = Array.from({ length: 20 }, (_, index) => index * 2 + 1);
  const hashOf = async (photo: Buffer) => (await lookAt(photo)).hash ?? '';

  it('is near for a photo that was made smaller, darker or worse', async () => {
    for (const seed of SHEETS) {
      const photo = await photoOf(seed);
      const hash = await hashOf(photo);
      for (const copy of [sharp(photo).resize(430).jpeg({ quality: 40 }), sharp(photo).linear(0.7, 0)]) {
        expect(inkDistance(hash, await hashOf(await copy.toBuffer()))).toBeLessThanOrEqual(SAME_PHOTO_BITS);
      }
    }
  });

  it('is far for different sheets of one form, also from exactly the same place in the same light', async () => {
    const shot = goodShot(seeded(5));
    const hashes: string[] = [];
    for (const seed of SHEETS) hashes.push(await hashOf(await drawnPhoto(seed, 5, shot)));
    for (const [index, hash] of hashes.entries()) {
      for (const other of hashes.slice(0, index)) expect(inkDistance(hash, other)).toBeGreaterThan(SAME_PHOTO_BITS);
    }
  });
});
