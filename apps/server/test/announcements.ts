import { randomUUID } from 'node:crypto';
import type { Announcement, AnnouncementList } from '@ec/contract/announcements/schemas';
import { expect } from 'vitest';
import type { Client, Reply, TestApp } from './harness.ts';

export const TEXT = { title: 'Bring a torch', content: 'Counting may go on after dark.' };

/** Sends an announcement with a key of its own, unless one is given. */
export async function submit(author: Client, changes: object = {}, key: string = randomUUID()): Promise<Reply> {
  return await author.post('/announcements', { ...TEXT, ...changes }, { 'idempotency-key': key });
}

/** The same, for those who may. */
export async function announce(author: Client, changes: object = {}): Promise<Announcement> {
  const reply = await submit(author, changes);
  expect(reply.status, reply.text).toBe(201);
  return reply.json<Announcement>('data');
}

/** What the client's list holds. */
export async function listOf(client: Client, query = ''): Promise<AnnouncementList> {
  const reply = await client.get(`/announcements?pageSize=200&${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json<AnnouncementList>('data');
}

/** Whether the list shows the announcement to the client. */
export async function shows(client: Client, { id }: Pick<Announcement, 'id'>, query = ''): Promise<boolean> {
  const { announcements } = await listOf(client, query);
  return announcements.some((announcement) => announcement.id === id);
}

/** The request by which the announcement would be edited without a change. */
export function asEdited(announcement: Announcement): Record<string, unknown> {
  const { title, content, priority, targetAudience, expiresAt, pinned, version } = announcement;
  const { roles, regions, states } = targetAudience;
  const codes = (links: { id: number }[]) => links.map(({ id }) => id);
  return {
    title,
    content,
    priority,
    roles,
    regions: codes(regions),
    states: codes(states),
    expiresAt,
    pinned,
    version,
  };
}

/** Titles of what the person was notified of under the topic announcements, oldest first. */
export async function noticesOf(test: TestApp, { person }: Pick<Client, 'person'>): Promise<string[]> {
  const rows = await test.database.db
    .selectFrom('notifications')
    .select('title')
    .where('user_id', '=', person.id)
    .where('topic', '=', 'announcements')
    .orderBy('id')
    .execute();
  return rows.map(({ title }) => title);
}
