import type { UserId } from '@ec/contract/base/common';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '../runtime/ids.ts';
import { openedBytes } from './image-rules.ts';
import { createImages, type Images } from './images.ts';

const person = () => newId<UserId>();
let images: Images | undefined;
afterEach(() => images?.close());

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({
    create: { width, height, channels, background: { r: 9, g: 90, b: 9, alpha: 0.5 } },
    limitInputPixels: false,
  });
const small = () => plain(60, 40).jpeg().toBuffer();

describe('what an image takes in memory', () => {
  const of = (changes: object) =>
    openedBytes({
      width: 1000,
      height: 1000,
      channels: 3,
      depth: 'uchar',
      isProgressive: false,
      type: 'image/jpeg',
      ...changes,
    });
  it.each<[string, object, number]>([
    ['three colours of 8 bits', {}, 3e6],
    ['16 bits', { depth: 'ushort', type: 'image/png' }, 6e6],
    ['four colours of 16 bits', { depth: 'ushort', channels: 4, type: 'image/png' }, 8e6],
    ['the coefficients of a progressive JPEG', { isProgressive: true }, 6e6],
    ['an interlaced PNG', { isProgressive: true, type: 'image/png' }, 3e6],
    ['a depth that is not known', { depth: 'strange', channels: 1 }, 16e6],
  ])('%s', (_, changes, bytes) => {
    expect(of(changes)).toBe(bytes);
  });
});

describe('a picture', () => {
  it('of a camera with 64 million pixels is taken, lying on its side', { timeout: 60_000 }, async () => {
    images = createImages({ atOnce: 1 });
    const photo = await plain(9248, 6944).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const made = await images.make(person(), photo, 'sheet');
    expect(made).toMatchObject({ type: 'image/jpeg', width: 9248, height: 6944 });
    const shown = await sharp(made.view).metadata();
    expect([shown.width, shown.height]).toEqual([1502, 2000]);
  });

  it('of the most that is taken in every form fits into the memory of its process', { timeout: 120_000 }, async () => {
    images = createImages({ atOnce: 1 });
    const interlaced = await plain(8300, 8300).withMetadata({ orientation: 6 }).png({ progressive: true }).toBuffer();
    const progressive = await plain(7000, 4990).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    const deep = await plain(5100, 5100, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer();
    for (const content of [interlaced, progressive, deep]) {
      expect((await images.make(person(), content, 'sheet')).view.length).toBeGreaterThan(0);
    }
  });

  it.each<[string, () => Promise<Buffer>, object]>([
    [
      'of 50 million pixels, 16 bits and interlaced',
      () => plain(7071, 7071).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
      { width: 7071, height: 7071, megapixels: 35 },
    ],
    [
      'of 64 million pixels as a progressive JPEG',
      () => plain(9248, 6944).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      { width: 9248, height: 6944, megapixels: 35 },
    ],
    ['of 80 million pixels, in four colours', () => plain(10_000, 8000, 4).png().toBuffer(), { megapixels: 52 }],
    ['of 108 million pixels', () => plain(12_000, 9000).jpeg().toBuffer(), { width: 12_000, megapixels: 70 }],
  ])('%s is refused by its header, with what is taken of its form', { timeout: 60_000 }, async (_, content, said) => {
    // Too little memory to decode any of them: the refusal must come first.
    images = createImages({ atOnce: 1, memoryKb: 700_000 });
    await expect(images.make(person(), await content(), 'sheet')).rejects.toMatchObject({
      code: 'IMAGE_TOO_LARGE',
      details: said,
    });
  });

  it('that takes more memory than its process has is refused, and the next one is taken', {
    timeout: 60_000,
  }, async () => {
    images = createImages({ atOnce: 1, memoryKb: 640_000 });
    const content = await plain(8300, 8300).png({ progressive: true }).toBuffer();
    const code = await images.make(person(), content, 'sheet').catch((error: { code: string }) => error.code);
    // If the library notices in time, the image is refused as damaged.
    expect(['IMAGE_NOT_OPENED', 'FILE_DAMAGED']).toContain(code);
    expect((await images.make(person(), await small(), 'sheet')).type).toBe('image/jpeg');
  });
});

it('that is not opened in its time, as on a busy machine, is to be sent again', async () => {
  images = createImages({ atOnce: 1, limitMs: 1 });
  await expect(images.make(person(), await small(), 'sheet')).rejects.toMatchObject({ code: 'IMAGES_BUSY' });
});

it.each(['heic', 'mif1', 'avif'])(
  'of a phone that saves photos as HEIC is refused with what to do (%s)',
  async (brand) => {
    images = createImages({ atOnce: 1 });
    const content = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(200)]);
    for (const recipe of ['sheet', 'picture'] as const)
      await expect(images.make(person(), content, recipe)).rejects.toMatchObject({ code: 'FILE_IS_HEIC' });
  },
);

describe('many pictures at once', () => {
  it('of one person wait for each other, others do not wait for them, and too many are refused', async () => {
    images = createImages({ atOnce: 2, waiting: 6 });
    const [one, other] = [person(), person()];
    const heavy = await plain(8000, 8000).png().toBuffer();
    const order: string[] = [];
    const make = async (name: string, who: UserId, content: Buffer) => {
      await images?.make(who, content, 'sheet');
      order.push(name);
    };
    const content = await small();
    const running = [make('first', one, heavy), make('second', one, content), make('third', one, content)];
    await expect(images.make(one, content, 'sheet')).rejects.toMatchObject({ code: 'IMAGES_BUSY' });
    running.push(make('other', other, content));
    await Promise.all(running);
    expect(order.filter((name) => name !== 'other')).toEqual(['first', 'second', 'third']);
    expect(order.at(-1), 'the other person did not wait for all three').toBe('third');
  });

  it('wait one for each person once half of the places are taken', async () => {
    images = createImages({ atOnce: 1, waiting: 4 });
    const content = await small();
    const busy = images;
    const [one, other] = [person(), person()];
    const make = (who: UserId) => busy.make(who, content, 'picture');
    // The first is being decoded, two are queued.
    const made = [make(person()), make(one), make(other)];
    await expect(make(one)).rejects.toMatchObject({ code: 'IMAGES_BUSY' });
    made.push(make(person()));
    await Promise.all(made);
  });

  it('beyond what may wait are refused, of every sender', async () => {
    images = createImages({ atOnce: 1, waiting: 2 });
    const content = await small();
    const busy = images;
    const made = [1, 2, 3].map(() => busy.make(person(), content, 'picture'));
    await expect(images.make(person(), content, 'picture')).rejects.toMatchObject({ code: 'IMAGES_BUSY' });
    await Promise.all(made);
  });
});
