import type { Notification } from '@ec/contract/notifications/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { openStream, ticketOf } from '../../../test/stream.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { saveNotifications } from './repository.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const person = () => test.as('moderator', place('24-11'));

async function give(client: Client, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 1; i <= count; i++) {
    const news = {
      topic: 'account' as const,
      type: 'info' as const,
      title: `Note ${i}`,
      message: `100% of unit_${i}`,
      actionUrl: null,
    };
    const saved = await inTransaction(test.database.db, (tx) =>
      saveNotifications(tx, [client.person.id], news, { now: test.clock.now(), time: '12:00', urgent: false }),
    );
    ids.push(...saved.map(({ id }) => String(id)));
  }
  return ids;
}

const titles = (list: Notification[]) => list.map(({ title }) => title);

describe('the own notifications', () => {
  it('come newest first, twenty where nothing else is requested, with the unread among all', async () => {
    const client = await person();
    await give(client, 22);
    const first = await client.get('/notifications');
    expect(first.json('data')).toMatchObject({ total: 22, unread: 22 });
    expect(titles(first.json<Notification[]>('data.notifications'))).toEqual(
      Array.from({ length: 20 }, (_, i) => `Note ${22 - i}`),
    );
    const second = await client.get('/notifications?page=2');
    expect(titles(second.json<Notification[]>('data.notifications'))).toEqual(['Note 2', 'Note 1']);
    expect(titles((await client.get('/notifications?q=unit_9')).json<Notification[]>('data.notifications'))).toEqual([
      'Note 9',
    ]);
  });

  it('are filtered by what is unread, by type and by topic, with all that is unread counted beside', async () => {
    const client = await person();
    const add = async (title: string, type: 'error' | 'info', topic: 'results' | 'disputes') =>
      await inTransaction(test.database.db, (tx) =>
        saveNotifications(
          tx,
          [client.person.id],
          { topic, type, title, message: 'Words', actionUrl: null },
          { now: test.clock.now(), time: '12:00', urgent: false },
        ),
      );
    await add('A', 'error', 'results');
    await add('B', 'info', 'results');
    const [read] = await add('C', 'info', 'disputes');
    await client.patch(`/notifications/${read?.id}/read`);
    const found = async (query: string) => {
      const reply = await client.get(`/notifications?${query}`);
      expect(reply.json('data.unread')).toBe(2);
      return [reply.json('data.total'), ...titles(reply.json<Notification[]>('data.notifications'))];
    };
    expect(await found('unread=true')).toEqual([2, 'B', 'A']);
    expect(await found('type=info')).toEqual([2, 'C', 'B']);
    expect(await found('topic=results')).toEqual([2, 'B', 'A']);
    expect(await found('topic=results&type=info&unread=true&q=b')).toEqual([1, 'B']);
    expect(await found('unread=false&pageSize=1&page=3')).toEqual([3, 'A']);
    expect((await client.get('/notifications?topic=sport')).status).toBe(400);
    expect((await client.get('/notifications?type=bad&unread=perhaps')).status).toBe(400);
  });

  it('update the person’s other consoles when they are read', async () => {
    const client = await person();
    const [first] = await give(client, 3);
    const stream = await openStream(test, await ticketOf(client));
    await stream.next('heartbeat');
    await client.patch(`/notifications/${first}/read`);
    expect(await stream.next()).toEqual({ type: 'notification-read', id: first, unread: 2 });
    await client.post('/notifications/read-all');
    expect(await stream.next()).toEqual({ type: 'notification-read', id: null, unread: 0 });
    await stream.close();
  });

  it('are seen and marked by their owner only', async () => {
    const [client, other] = [await person(), await person()];
    const [id] = await give(client, 1);
    expect((await other.get('/notifications')).json('data.total')).toBe(0);
    expect((await other.patch(`/notifications/${id}/read`)).status).toBe(404);
    expect((await client.get('/notifications')).json('data.unread')).toBe(1);
    expect((await test.anonymous.get('/notifications')).status).toBe(401);
  });

  it('are marked as read one by one or all together, each with its audit entry, again without', async () => {
    const client = await person();
    const [first] = await give(client, 3);
    const entries = async () =>
      await test.database.db
        .selectFrom('audit_entries')
        .select('event')
        .where('user_id', '=', client.person.id)
        .execute();
    expect((await client.patch(`/notifications/${first}/read`)).json('data.unread')).toBe(2);
    expect((await client.patch(`/notifications/${first}/read`)).json('data.unread')).toBe(2);
    expect(await entries()).toEqual([{ event: 'notification.read' }]);
    expect((await client.post('/notifications/read-all')).json('data.unread')).toBe(0);
    expect((await client.post('/notifications/read-all')).status).toBe(200);
    expect(await entries()).toHaveLength(2);
    const list = (await client.get('/notifications')).json<Notification[]>('data.notifications');
    expect(list.every(({ isRead }) => isRead)).toBe(true);
  });

  it.each(['0', '-1', 'x', '1e99'])('refuses the number %s', async (id) => {
    expect((await (await person()).patch(`/notifications/${id}/read`)).status).toBe(400);
  });
});
