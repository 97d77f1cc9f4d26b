import { StringDecoder } from 'node:string_decoder';
import type { FileId } from '@ec/contract/base/common';
import { IMPORT_KEPT_MS } from '@ec/contract/geography/register-import';
import { PictureVariant } from '@ec/contract/pictures/schemas';
import type { ReportFormat, ReportId } from '@ec/contract/reports/schemas';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { keyOf, pictureKey, type Preview, previewKey } from '../features/files/keys.ts';
import { keyOfRegister } from '../features/geography/register-import/upload.ts';
import { keyOf as reportKey } from '../features/reports/documents/files.ts';
import { has } from './catalogue.ts';

/** The lines of a text that arrives in chunks; throws the source's errors. */
export async function* linesOf(chunks: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + decoder.write(chunk as Buffer)).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}

/** A file named by a row, with the row's SHA-256; null if the row has none. */
export interface NamedFile {
  key: string;
  sha256: string | null;
}

/** Each key once, even if several rows share it; a preview's own digest is used if stored. */
function sheetsQuery(purposes: boolean, previews: boolean): string {
  const from = `from public.files${purposes ? " where purpose <> 'profile_picture'" : ''}`;
  const own = (column: string) => (previews ? `encode(${column}, 'hex')` : 'null');
  return `select encode(sha256, 'hex'), 'original', encode(sha256, 'hex') ${from}
    union select encode(sha256, 'hex'), 'view', ${own('view_sha256')} ${from}
    union select encode(sha256, 'hex'), 'thumbnail', ${own('thumbnail_sha256')} ${from}`;
}
/** Profile pictures in use: replaced ones are deleted, their rows stay. */
const PICTURES = `select f.id, encode(f.sha256, 'hex') from public.files f
  join public.users u on u.profile_picture_id = f.id where f.purpose = 'profile_picture'`;
const REPORTS = `select r.id, r.attempts, f.value ->> 'format', f.value ->> 'sha256'
  from public.reports r cross join jsonb_array_elements(r.files) f where r.status = 'completed'`;

/** Checked registers that wait for a decision and have not expired. */
const REGISTERS = `select id, encode(file_sha256, 'hex') from public.register_imports
  where ended_at is null and tree_changes is not null and file_sha256 is not null
    and created_at > now() - interval '${IMPORT_KEPT_MS / 1000} seconds'`;

async function* fields(client: pg.Client, query: string): AsyncGenerator<string[]> {
  for await (const line of linesOf(client.query(copyTo(`copy (${query}) to stdout`)))) yield line.split('\t');
}

function sheetFile([sha256 = '', variant = '', own = '']: readonly string[]): NamedFile {
  const digest = Buffer.from(sha256, 'hex');
  // COPY writes \N for null.
  const hex = own === '\\N' ? null : own;
  if (variant === 'original') return { key: keyOf(digest, 'original'), sha256: hex };
  return { key: previewKey(digest, variant as Preview, hex === null ? null : Buffer.from(hex, 'hex')), sha256: hex };
}

/** Every file that the snapshot's rows name: sheets, chat pictures, profile pictures, waiting registers, reports. */
export async function* namedFiles(client: pg.Client): AsyncGenerator<NamedFile> {
  const purposes = await has(client, 'public.files.purpose');
  const previews = await has(client, 'public.files.view_sha256');
  for await (const row of fields(client, sheetsQuery(purposes, previews))) yield sheetFile(row);
  if (purposes) {
    for await (const [id = '', sha256 = ''] of fields(client, PICTURES)) {
      for (const variant of PictureVariant.options) {
        yield { key: pictureKey(id as FileId, variant), sha256: variant === 'full' ? sha256 : null };
      }
    }
  }
  if (await has(client, 'public.register_imports.tree_changes')) {
    for await (const [id = '', sha256 = ''] of fields(client, REGISTERS)) yield { key: keyOfRegister(id), sha256 };
  }
  if (!(await has(client, 'public.reports.files'))) return;
  for await (const [id = '', attempts = '', format = '', sha256 = ''] of fields(client, REPORTS)) {
    yield { key: reportKey({ id: id as ReportId, attempts: Number(attempts) }, format as ReportFormat), sha256 };
  }
}
