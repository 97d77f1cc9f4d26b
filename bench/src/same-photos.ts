import type { FileId } from '@ec/contract/base/common';
import { INK_HASH_BITS, inkBands } from '@ec/contract/photos/ink-hash';
import { listSamePhotos } from '@ec/server/features/alerts/photos/photo-queries';
import type { Database } from '@ec/server/platform/database/database';
import { sql } from 'kysely';
import { type Latency, latency } from './statistics.ts';

const PHOTOS = 500_000;
const LOOK_UPS = 1000;
const BATCH = 10_000;
/** Places from which sheets are photographed; sheets from one place differ in about so many bits as drawn ones do. */
const PLACES = 2000;
const CHANGED_BITS = 32;

export interface LookUps {
  photos: number;
  /** Look-ups that did not find the copy of the photo. */
  missed: number;
  times: Latency;
}

const bit = () => (Math.random() < 0.5 ? 1 : 0);

function changed(bits: readonly number[], count: number): number[] {
  const next = [...bits];
  for (let change = 0; change < count; change++) {
    const at = Math.floor(Math.random() * next.length);
    next[at] = 1 - (next[at] ?? 0);
  }
  return next;
}

const hexOf = (bits: readonly number[]) =>
  BigInt(`0b${bits.join('')}`)
    .toString(16)
    .padStart(INK_HASH_BITS / 4, '0');

async function storeHashes({ db }: Database, hashes: readonly number[][]): Promise<FileId[]> {
  const rows = hashes.map((bits) => ({ bits: bits.join(''), bands: inkBands(hexOf(bits)) }));
  const { rows: stored } = await sql<{ id: FileId }>`with photos as (
      select gen_random_uuid() as id, p.bits, p.bands, p.place
      from jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ ...row, place })))}::jsonb)
        as p (bits text, bands int[], place int)
    ), made as (
      insert into files (id, sha256, size, type, width, height, purpose)
      select id, sha256(id::text::bytea), 200000, 'image/jpeg', 1500, 2000, 'sheet' from photos returning id
    )
    insert into photo_hashes (file_id, hash, bands) select id, bits::bit(256), bands from photos order by place
    returning file_id as id`.execute(db);
  return stored.map(({ id }) => id);
}

/** Looks for the photos that are near to one, among 500,000; each of those looked up has one copy. */
export async function runSamePhotos(database: Database): Promise<LookUps> {
  const places = Array.from({ length: PLACES }, () => Array.from({ length: INK_HASH_BITS }, bit));
  const sheet = () => changed(places[Math.floor(Math.random() * PLACES)] ?? [], CHANGED_BITS);
  for (let stored = 0; stored < PHOTOS; stored += BATCH)
    await storeHashes(database, Array.from({ length: BATCH }, sheet));
  const photos = Array.from({ length: LOOK_UPS }, sheet);
  const looked = await storeHashes(database, photos);
  await storeHashes(
    database,
    photos.map((bits) => changed(bits, 8)),
  );
  await sql`vacuum analyze photo_hashes`.execute(database.db);
  const times: number[] = [];
  let missed = 0;
  for (const id of looked) {
    const begin = performance.now();
    const same = await listSamePhotos(database.db, id);
    times.push(performance.now() - begin);
    if (same.length < 2) missed += 1;
  }
  return { photos: PHOTOS + 2 * LOOK_UPS, missed, times: latency(times) };
}
