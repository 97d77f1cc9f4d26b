import type { Alert, AlertRule } from '@ec/contract/alerts/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import sharp from 'sharp';
import { expect } from 'vitest';
import { followChain } from '../src/features/alerts/follow-audit-log.ts';
import { sheet } from './builders.ts';
import type { Client, TestApp } from './harness.ts';

let keys = 0;

/** Sends a result for the unit as an officer of the count, new where none is given; answers the result's id. */
export async function send(
  test: TestApp,
  election: ElectionId,
  unit: LocationId,
  changes: object = {},
  by: 'polling_unit_officer' | 'gpuo' | Client = 'polling_unit_officer',
): Promise<string> {
  const officer = typeof by === 'string' ? await test.as(by, unit) : by;
  keys += 1;
  const body = { ...sheet(election, unit), ...changes };
  const reply = await officer.post('/results', body, { 'idempotency-key': `alerts-${keys}` });
  expect(reply.status, reply.text).toBe(201);
  return reply.json<string>('data.id');
}

/** A picture that no other is equal to; answers the file's content. */
export async function photo(): Promise<Buffer> {
  keys += 1;
  const background = { r: keys % 256, g: (keys >> 8) % 256, b: 90 };
  return await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Uploads a sheet's picture; answers the file's id. */
export async function upload(officer: Client, content: Buffer): Promise<string> {
  const boundary = 'test-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="sheet.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const reply = await officer.send({
    method: 'POST',
    url: '/api/files',
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.json<string>('data.id');
}

const refuse = (error: unknown) => {
  throw error;
};

/** Lets the rules judge all that has happened. */
export async function judged(test: TestApp): Promise<void> {
  await test.app.platform.auditChain.linkNow();
  await followChain(test.app.platform, refuse);
}

/** What the client's list holds, newest first. */
export async function alertsOf(client: Client, query = ''): Promise<Alert[]> {
  const reply = await client.get(`/alerts?pageSize=200&${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<Alert[]>('data.alerts');
}

export const rulesOf = (alerts: readonly Alert[]): AlertRule[] => alerts.map(({ rule }) => rule).toSorted();

/** Titles of what the person was notified of under the topic alerts, oldest first. */
export async function notificationsOf(test: TestApp, person: Client): Promise<{ title: string; url: string | null }[]> {
  return await test.database.db
    .selectFrom('notifications')
    .select(['title', 'action_url as url'])
    .where('user_id', '=', person.person.id)
    .where('topic', '=', 'alerts')
    .orderBy('id')
    .execute();
}

/** An alert about the place, raised by hand: by a new national admin unless another user is given. */
export async function raiseByHand(test: TestApp, area: LocationId, changes: object = {}, by?: Client): Promise<Alert> {
  const raiser = by ?? (await test.as('national_admin', NATION));
  const reply = await raiser.post('/alerts', {
    title: 'Ballots are short',
    message: 'Send more ballots.',
    area,
    ...changes,
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.json<Alert>('data');
}
