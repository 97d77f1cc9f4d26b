import type { FileId } from '@ec/contract/base/common';
import { codeOf } from '@ec/contract/geography/location-id';
import { ROLES } from '@ec/contract/permissions/roles';
import sharp from 'sharp';
import { drawPicture } from '../platform/files/image-work.ts';
import { describePicture, putPicture } from '../features/pictures/picture-files.ts';
import { replacePicture } from '../features/pictures/repository.ts';
import type { Tx } from '../platform/database/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { newId } from '../platform/runtime/ids.ts';
import type { AccountPlan } from './accounts.ts';

/** Characters as strokes on a grid of 4 by 6, so that no font is needed. */
const STROKES: Record<string, string> = {
  A: 'M0 6L2 0L4 6M.7 4H3.3',
  G: 'M4 1.2C2.8-.6 0-.2 0 3C0 6.2 3 6.6 4 5V3.3H2.4',
  L: 'M0 0V6H3.6',
  M: 'M0 6V0L2 3.5L4 0V6',
  N: 'M0 6V0L4 6V0',
  O: 'M2 0C-.67 0-.67 6 2 6C4.67 6 4.67 0 2 0Z',
  P: 'M0 6V0H2.4C4.4 0 4.4 3.4 2.4 3.4H0',
  R: 'M0 6V0H2.4C4.4 0 4.4 3.2 2.4 3.2H0M2 3.2L4 6',
  S: 'M4 1C3.5 .2 .4-.4 .4 1.6C.4 3.4 3.8 2.6 3.8 4.5C3.8 6.6 .5 6.2 0 5',
  W: 'M0 0L1 6L2 2L3 6L4 0',
  0: 'M2 0C-.67 0-.67 6 2 6C4.67 6 4.67 0 2 0Z',
  1: 'M.8 1.2L2.2 0V6',
  2: 'M.2 1.4C.6-.5 4-.4 3.8 1.8C3.7 3 1.4 4.4 .2 6H4',
  3: 'M.3 .6C1.6-.4 3.8 0 3.6 1.5C3.5 2.6 2.4 2.9 1.5 2.9C2.7 2.9 3.9 3.2 3.9 4.4C3.9 6.3 1.4 6.4 .2 5.4',
  4: 'M3 6V0L0 4.2H4',
  5: 'M3.7 0H.7L.4 2.7C1.4 2 3.9 2 3.9 4.1C3.9 6.3 1.3 6.4 .2 5.4',
  6: 'M3.4 .3C1.2 .2 .2 2.2 .2 4C.2 6.7 3.9 6.6 3.9 4.1C3.9 2 .9 1.9 .3 3.8',
  7: 'M.2 0H4L1.5 6',
  8: 'M2 2.8C-.2 2.7 .1 0 2 0C3.9 0 4.2 2.7 2 2.8C-.6 2.9-.4 6 2 6C4.4 6 4.6 2.9 2 2.8Z',
  9: 'M.8 5.8C2.9 5.9 3.9 4 3.9 2C3.9-.6 .2-.6 .2 1.9C.2 4.1 3.3 4.2 3.8 2.2',
};

/** The text on a profile picture: the role's initials, or the unit number for officers. */
export function markOf({ name, role, area }: Pick<AccountPlan, 'name' | 'role' | 'area'>): string {
  const { title } = ROLES[role];
  if (!name.endsWith(title)) return codeOf(area).slice(-2);
  const words = title.split(' ');
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '').join('');
}

/** The picture as SVG: white text on a colour that differs per account. */
export function drawFace(mark: string, hue: number): string {
  const glyphs = mark.split('').flatMap((letter, index) => {
    const path = STROKES[letter];
    return path ? [`<path transform="translate(${index * 5.6} 0)" d="${path}"/>`] : [];
  });
  const width = glyphs.length * 5.6 - 1.6;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 20 20">
    <rect width="20" height="20" fill="hsl(${hue}, 45%, 32%)"/>
    <g transform="translate(${10 - width / 2} 7)" fill="none" stroke="#fff" stroke-width=".85" stroke-linecap="round"
      stroke-linejoin="round">${glyphs.join('')}</g></svg>`;
}

async function storeFace(store: FileStore, plan: AccountPlan, hue: number) {
  const { view: full, thumbnail } = await drawPicture(sharp(Buffer.from(drawFace(markOf(plan), hue))));
  const picture = { full, thumbnail };
  const id = newId<FileId>();
  await putPicture(store, id, picture);
  return { id, ...describePicture(picture) };
}

/** Creates profile pictures for accounts without one, so that the console does not require an upload first. */
export async function giveFaces(tx: Tx, store: FileStore, plans: readonly AccountPlan[], now: Date): Promise<void> {
  const byPhone = new Map(plans.map((plan, index) => [plan.phone, { plan, hue: (index * 137) % 360 }]));
  const people = await tx
    .selectFrom('users')
    .select(['id', 'phone'])
    .where('phone', 'in', [...byPhone.keys()])
    .where('profile_picture_id', 'is', null)
    .where('status', '!=', 'DELETED')
    .execute();
  const faces = await Promise.all(
    people.map(async ({ id, phone }) => {
      const known = byPhone.get(phone);
      return known ? [{ userId: id, file: await storeFace(store, known.plan, known.hue) }] : [];
    }),
  );
  for (const { userId, file } of faces.flat()) {
    await replacePicture(tx, userId, { ...file, uploadedBy: userId, now }, null);
  }
}
