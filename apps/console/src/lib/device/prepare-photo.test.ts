import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { preparePhoto } from './prepare-photo.ts';

const bytes = (size: number) => Uint8Array.from({ length: size }, (_, index) => (index * 31) % 251);
const hashOf = async (blob: Blob) =>
  createHash('sha256')
    .update(Buffer.from(await blob.arrayBuffer()))
    .digest('hex');
const taken = (size: number) => ({ blob: new Blob([bytes(size)], { type: 'image/jpeg' }), name: 'a.jpg', turn: 0 });

it.each([
  ['a small photo as it was taken', 'copy_first', 200_000],
  ['the photo as taken where no copy is wanted', 'original', 2_000_000],
] as const)('sends %s, declared by its own SHA-256', async (_, sending, size) => {
  const photo = taken(size);
  const { sheet, original } = await preparePhoto(photo, sending);
  expect(sheet.blob).toBe(photo.blob);
  expect(sheet.sha256).toBe(await hashOf(photo.blob));
  expect(original).toBeNull();
});

it('sends the photo as taken where the phone has no memory to make a copy', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('out of memory')));
  const photo = taken(2_000_000);
  const { sheet, original } = await preparePhoto(photo, 'copy_first');
  expect([sheet.blob, original]).toEqual([photo.blob, null]);
});
