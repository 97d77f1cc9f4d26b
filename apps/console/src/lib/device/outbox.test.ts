import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import { kept, keptUnder } from './device-store.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxItem } from './outbox-item.ts';

interface Item extends OutboxItem {
  place: string;
  text: string;
}

let persons = 0;

/** Tabs of one person's browser: they share the device store, and a server whose answers the test sets. */
function browser(answer: (item: Item) => Promise<string> = () => Promise.resolve('stored')) {
  persons += 1;
  const userId = `person-${persons}`;
  const sent: Item[] = [];
  const tab = () =>
    createOutbox<Item, string>({
      person: () => userId,
      upload: () => Promise.resolve('file'),
      post: (item) => {
        sent.push(item);
        return answer(item);
      },
      storeKey: ({ place }) => `test:${userId}/${place}`,
      prefix: (person) => `test:${person}/`,
      lane: () => `test ${userId}`,
    });
  const item = (place: string, change: Partial<Item> = {}): Item => ({
    userId,
    key: `key of ${place}`,
    place,
    text: place,
    photo: null,
    fileId: null,
    state: 'waiting',
    problem: null,
    madeAt: place,
    attempts: 0,
    ...change,
  });
  return { tab, item, sent, userId, id: (place: string) => `test:${userId}/${place}` };
}

/** Locks as browsers have them: the holders of one name run one after the other, in whichever tab. */
function stubLocks(): void {
  const last = new Map<string, Promise<void>>();
  const request = (name: string, work: () => Promise<void>) => {
    const run = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  };
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }));
}

afterEach(() => vi.unstubAllGlobals());

describe('several tabs', () => {
  it('send an item once', async () => {
    stubLocks();
    const { tab, item, sent, userId } = browser();
    const [first, second, third] = [tab(), tab(), tab()];
    await first.put(item('a'));
    await Promise.all([second.start(userId), third.start(userId)]);
    await vi.waitFor(() => expect(first.list()[0]?.state).toBe('received'));
    expect(sent).toHaveLength(1);
    await second.sendAll();
    expect(sent).toHaveLength(1);
  });

  it('do not send what one of them discarded', async () => {
    stubLocks();
    const offline = vi.fn(() => Promise.reject<string>(ApiError.client('NETWORK')));
    const { tab, item, sent, userId, id } = browser(offline);
    const [first, second] = [tab(), tab()];
    await first.put(item('a'));
    await vi.waitFor(() => expect(first.list()[0]?.attempts).toBe(1));
    await second.start(userId);
    await first.remove(id('a'));
    await second.sendNow(id('a'));
    expect(sent).toHaveLength(2);
    expect(second.list()).toEqual([]);
  });

  it('send the newer item where one of them replaced it', async () => {
    stubLocks();
    let online = false;
    const { tab, item, sent, id } = browser(() =>
      online ? Promise.resolve('stored') : Promise.reject(ApiError.client('NETWORK')),
    );
    const [first, second] = [tab(), tab()];
    await first.put(item('a', { key: 'older', text: 'older' }));
    await vi.waitFor(() => expect(first.list()[0]).toMatchObject({ attempts: 1, sending: false }));
    await second.put(item('a', { key: 'newer', text: 'newer' }));
    await vi.waitFor(() => expect(second.list()[0]).toMatchObject({ attempts: 1, sending: false }));
    online = true;
    await first.sendNow(id('a'));
    expect(sent.map(({ text }) => text)).toEqual(['older', 'newer', 'newer']);
    expect(await kept<Item>(id('a'))).toBeUndefined();
  });
});

describe('an outbox', () => {
  it('keeps an item before it sends it, and holds nothing of the attempt in the store', async () => {
    const keptWhenSent: (Item | undefined)[] = [];
    const { tab, item, id } = browser(async () => {
      keptWhenSent.push(await kept<Item>(id('a')));
      throw ApiError.client('NETWORK');
    });
    const box = tab();
    await box.put(item('a', { photo: { blob: new Blob(['x']), name: 'a.jpg' } }));
    await vi.waitFor(() => expect(box.list()[0]?.attempts).toBe(1));
    expect(keptWhenSent).toEqual([expect.objectContaining({ text: 'a', fileId: 'file' })]);
    expect(await kept(id('a'))).not.toHaveProperty('sending');
  });

  it('sends what is put while the one before is on its way', async () => {
    const first = Promise.withResolvers<string>();
    const { tab, item, sent } = browser(({ text }) => (text === 'a' ? first.promise : Promise.resolve('stored')));
    const box = tab();
    await box.put(item('a'));
    await box.put(item('b'));
    first.resolve('stored');
    await vi.waitFor(() => expect(sent.map(({ text }) => text)).toEqual(['a', 'b']));
    await box.put(item('c'));
    await vi.waitFor(() => expect(sent.map(({ text }) => text)).toEqual(['a', 'b', 'c']));
  });

  it('stops for an item that is held, also while an attempt fails', async () => {
    const answer = Promise.withResolvers<string>();
    const { tab, item, sent, id } = browser(() => answer.promise);
    const box = tab();
    await box.put(item('a'));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await box.hold(id('a'));
    answer.reject(ApiError.client('NETWORK'));
    await vi.waitFor(() => expect(box.item(id('a'))).toMatchObject({ state: 'held', attempts: 1, sending: false }));
    await box.sendNow(id('a'));
    expect(sent).toHaveLength(1);
  });

  it('forgets what was acknowledged where no receipt is to be kept', async () => {
    const { tab, item, userId } = browser();
    const box = tab();
    await box.put(item('a'));
    await vi.waitFor(() => expect(box.list()[0]).toMatchObject({ state: 'received', sending: false }));
    expect(await keptUnder(`test:${userId}/`)).toEqual([]);
  });

  it('says after a refused session that it goes on with the next sign-in, and then does', async () => {
    const answers = [Promise.reject<string>(ApiError.answered(401, { code: 'SESSION_ENDED' }))];
    const { tab, item, userId } = browser(() => answers.shift() ?? Promise.resolve('stored'));
    const box = tab();
    await box.put(item('a'));
    await vi.waitFor(() => expect(box.list()[0]).toMatchObject({ state: 'waiting', signedOut: true, sending: false }));
    await box.start(userId);
    expect(box.list()[0]).toMatchObject({ state: 'received', signedOut: false });
  });
});
