import sharp from 'sharp';
import { sql } from 'kysely';
import type { Client, Reply, TestApp } from './harness.ts';

/** A small photo of one colour. */
export async function photoOf(background: string, width = 600, height = 400): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Sends a file as the form of the call expects it. */
export async function sendFile(client: Client, content: Buffer, url = '/api/files', field = 'file'): Promise<Reply> {
  const head = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="a.jpg"\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]);
  return await client.send({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
}

/** What only the owner can do to rows of files, and only with the trigger switched off. */
export async function changeFiles(test: TestApp, id: string, change: string): Promise<void> {
  await test.asOwner(async (tx) => {
    await sql`alter table files disable trigger files_unchanged`.execute(tx);
    await sql`update files set ${sql.raw(change)} where id = ${id}`.execute(tx);
    await sql`alter table files enable always trigger files_unchanged`.execute(tx);
  });
}

/** Makes the file older than the day for which files may belong to nothing. */
export const ageFile = (test: TestApp, id: string) => changeFiles(test, id, "created_at = now() - interval '25 hours'");
