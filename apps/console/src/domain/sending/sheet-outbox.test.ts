import type { Receipt } from '@ec/contract/results/schemas';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { receiptOf } from '../../../test/results.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { keep, kept } from '../../lib/device/device-store.ts';
import { judge, type OutboxItem, waitAfter } from '../../lib/device/outbox-item.ts';
import { createSheetOutbox } from './sheet-outbox.ts';

type Body = { total: number };

let slot = '';
let slots = 0;
beforeEach(() => {
  slots += 1;
  slot = `u1/e${slots}/7`;
});

/** An outbox of one tab, whose attempts are answered one after the other, and what left it. */
function setUp(answers: (Receipt | Error)[], person: () => string | null = () => 'u1') {
  const sent: { key: string; body: Body; fileId: string | null }[] = [];
  const uploads: string[] = [];
  const outbox = createSheetOutbox<Body>({
    person,
    upload: async ({ name }) => {
      uploads.push(name);
      return `file-${uploads.length}`;
    },
    post: async ({ body, key, fileId }) => {
      sent.push({ key, body, fileId });
      const answer = answers.shift() ?? new Error('no answer left');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const posting = (total: number, photo: OutboxItem['photo'] = null) => ({
    slot,
    userId: 'u1',
    body: { total },
    photo,
  });
  const settled = () => vi.waitFor(() => expect(outbox.item(slot)?.sending).toBe(false));
  return { outbox, sent, uploads, posting, settled };
}

const RECEIPT = receiptOf({ digest: 'd' });
const offline = () => ApiError.client('NETWORK');
const refusal = () => ApiError.answered(409, { code: 'DEADLINE_PASSED', error: 'The deadline has passed.' });

describe('the outbox', () => {
  it('repeats the same key and photo id until the server has acknowledged', async () => {
    const { outbox, sent, uploads, posting, settled } = setUp([offline(), offline(), RECEIPT]);
    await outbox.post(posting(1, { blob: new Blob(['x']), name: 'sheet.jpg' }));
    await settled();
    expect(outbox.item(slot)).toMatchObject({ state: 'waiting', attempts: 1, problem: { code: 'NETWORK' } });
    await outbox.sendNow(slot);
    await outbox.sendNow(slot);
    expect(outbox.item(slot)).toMatchObject({ state: 'received', receipt: { digest: 'd' }, photo: null });
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(sent.map(({ fileId }) => fileId)).toEqual(['file-1', 'file-1', 'file-1']);
    expect(uploads).toHaveLength(1);
  });

  it('tries again by itself', async () => {
    vi.useFakeTimers();
    try {
      const { outbox, sent, posting } = setUp([offline(), RECEIPT]);
      await outbox.post(posting(1));
      await vi.advanceTimersByTimeAsync(4000);
      expect(sent).toHaveLength(2);
      expect(outbox.item(slot)?.state).toBe('received');
    } finally {
      vi.useRealTimers();
    }
  });

  it('stops at a refusal and keeps what was sent with the reason', async () => {
    const { outbox, sent, posting, settled } = setUp([refusal()]);
    await outbox.post(posting(1));
    await settled();
    await outbox.sendAll();
    expect(sent).toHaveLength(1);
    expect(outbox.item(slot)).toMatchObject({
      state: 'refused',
      body: { total: 1 },
      problem: { code: 'DEADLINE_PASSED', message: 'The deadline has passed.' },
    });
  });

  it('gives the same body its old key again and a changed one its own', async () => {
    const { outbox, sent, posting, settled } = setUp([offline(), offline(), RECEIPT]);
    await outbox.post(posting(1));
    await settled();
    await outbox.hold(slot);
    await outbox.post(posting(1));
    await settled();
    await outbox.hold(slot);
    await outbox.post(posting(2));
    await settled();
    const [first, second, third] = sent.map(({ key }) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('is found again after the page was closed', async () => {
    const before = setUp([offline()]);
    await before.outbox.post(before.posting(5));
    await before.settled();
    const key = before.sent[0]?.key;
    const after = setUp([RECEIPT]);
    await after.outbox.start('u1');
    expect(after.sent).toContainEqual({ key, body: { total: 5 }, fileId: null });
    expect(after.outbox.item(slot)?.state).toBe('received');
  });

  it('is found again as an earlier version of the console kept it', async () => {
    const kept = {
      slot,
      userId: 'u1',
      key: 'key-of-before',
      body: { total: 5 },
      photo: null,
      fileId: 'file-of-before',
    };
    const problem = { code: 'NETWORK', message: 'Cannot connect to server.', fields: [] };
    const madeAt = '2027-02-20T16:02:00.000Z';
    await keep(`parcel:${slot}`, { ...kept, state: 'waiting', problem, receipt: null, madeAt, attempts: 3 });
    const { outbox, sent } = setUp([RECEIPT]);
    await outbox.start('u1');
    expect(sent).toEqual([{ key: 'key-of-before', body: { total: 5 }, fileId: 'file-of-before' }]);
    expect(outbox.item(slot)).toMatchObject({ state: 'received', receipt: { digest: 'd' }, madeAt });
  });

  it('makes one result of three taps', async () => {
    const { outbox, sent, posting, settled } = setUp([RECEIPT, RECEIPT, RECEIPT]);
    await Promise.all([outbox.post(posting(1)), outbox.post(posting(1)), outbox.post(posting(1))]);
    await settled();
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(outbox.item(slot)?.state).toBe('received');
  });

  it('is replaced by what was typed while it was being sent', async () => {
    const { outbox, sent, posting } = setUp([RECEIPT, receiptOf({ digest: 'newer' })]);
    await outbox.post(posting(1));
    await outbox.post(posting(2));
    await vi.waitFor(() => expect(outbox.item(slot)).toMatchObject({ state: 'received', body: { total: 2 } }));
    expect(sent.at(-1)?.body).toEqual({ total: 2 });
  });

  it('never sends in the name of another person', async () => {
    const { outbox, sent, posting } = setUp([RECEIPT], () => 'u2');
    await outbox.post(posting(1));
    await outbox.sendAll();
    expect(sent).toHaveLength(0);
    expect(outbox.item(slot)?.state).toBe('waiting');
  });

  it('stops where another person signs in before it leaves, and goes on with the next sign-in of its author', async () => {
    let person = 'u1';
    const { outbox, sent, uploads, posting, settled } = setUp([RECEIPT], () => person);
    const stop = outbox.subscribe(() => {
      if (outbox.item(slot)?.sending) person = 'u2';
    });
    await outbox.post(posting(1, { blob: new Blob(['x']), name: 'sheet.jpg' }));
    await settled();
    expect([uploads.length, sent.length]).toEqual([0, 0]);
    expect(outbox.item(slot)).toMatchObject({ state: 'waiting', problem: null, attempts: 0 });
    stop();
    person = 'u1';
    await outbox.sendAll();
    expect(outbox.item(slot)?.state).toBe('received');
  });

  it('removes what it shows, and not what another tab corrected meanwhile', async () => {
    const one = setUp([refusal()]);
    await one.outbox.post(one.posting(1));
    await one.settled();
    const other = setUp([offline()]);
    await other.outbox.start('u1');
    await other.outbox.post(other.posting(2));
    await other.settled();
    expect(await one.outbox.remove(slot)).toBe(false);
    expect(one.outbox.item(slot)).toMatchObject({ state: 'waiting', body: { total: 2 } });
    expect(await other.outbox.remove(slot)).toBe(true);
    expect([other.outbox.item(slot), await kept(`parcel:${slot}`)]).toEqual([null, undefined]);
  });

  it('does not post in the name of another person who signed in while the photo was sent', async () => {
    const { outbox, sent, uploads, posting, settled } = setUp([], () => (uploads.length === 0 ? 'u1' : 'u2'));
    await outbox.post(posting(1, { blob: new Blob(['x']), name: 'sheet.jpg' }));
    await settled();
    expect([uploads.length, sent.length]).toEqual([1, 0]);
    expect(outbox.item(slot)).toMatchObject({ state: 'waiting', fileId: 'file-1', problem: null });
  });

  it('waits as long as the server asks before it uploads again', async () => {
    const details = { limit: 10, seconds: 48 };
    const { outbox, posting, settled } = setUp([ApiError.answered(429, { code: 'TOO_MANY_UPLOADS', details })]);
    const before = Date.now();
    await outbox.post(posting(1));
    await settled();
    expect(outbox.item(slot)).toMatchObject({ state: 'waiting', problem: { code: 'TOO_MANY_UPLOADS' } });
    expect(outbox.item(slot)?.nextTry).toBeGreaterThanOrEqual(before + 48_000);
  });

  it.each([
    ['where the server no longer has it', ApiError.answered(400, { code: 'SHEET_NOT_FOUND' })],
    ['where it arrived damaged', ApiError.answered(409, { code: 'FILE_NOT_ANNOUNCED' })],
  ])('uploads the photo anew %s', async (_, lost) => {
    const { outbox, sent, posting, settled } = setUp([lost, RECEIPT]);
    await outbox.post(posting(1, { blob: new Blob(['x']), name: 'sheet.jpg' }));
    await settled();
    await outbox.sendNow(slot);
    expect(sent.map(({ fileId }) => fileId)).toEqual(['file-1', 'file-2']);
    expect(outbox.item(slot)?.state).toBe('received');
  });

  it('is refused where it arrives damaged twice: the phone has it so', async () => {
    const damaged = ApiError.answered(409, { code: 'FILE_NOT_ANNOUNCED' });
    const { outbox, posting, settled } = setUp([damaged, damaged]);
    await outbox.post(posting(1, { blob: new Blob(['x']), name: 'sheet.jpg' }));
    await settled();
    await outbox.sendNow(slot);
    expect(outbox.item(slot)?.state).toBe('refused');
  });
});

describe('a failed attempt', () => {
  it.each([
    [ApiError.client('NETWORK'), 'retry'],
    [ApiError.client('TIMEOUT'), 'retry'],
    [ApiError.client('UNREADABLE', 200), 'retry'],
    [ApiError.answered(500, { code: 'INTERNAL' }), 'retry'],
    [ApiError.answered(503, { code: 'UNAVAILABLE' }), 'retry'],
    [ApiError.answered(429, { code: 'TOO_MANY_REQUESTS' }), 'retry'],
    [ApiError.answered(429, { code: 'TOO_MANY_UPLOADS' }), 'retry'],
    [ApiError.answered(503, { code: 'IMAGES_BUSY' }), 'retry'],
    [ApiError.answered(401, { code: 'SESSION_ENDED' }), 'sign-in'],
    [ApiError.answered(403, { code: 'PASSWORD_CHANGE_REQUIRED' }), 'sign-in'],
    [ApiError.answered(403, { code: 'ELECTION_MODE_REQUIRED' }), 'retry'],
    // Of a hotspot or a gateway: the server says why.
    [ApiError.answered(403, {}), 'retry'],
    [ApiError.answered(404, {}), 'retry'],
    [ApiError.answered(403, { code: 'ROLE_DENIED' }), 'refused'],
    [ApiError.answered(409, { code: 'IDEMPOTENCY_CONFLICT' }), 'refused'],
    [ApiError.answered(415, { code: 'FILE_NOT_IMAGE' }), 'refused'],
  ] as const)('%s', (error, verdict) => {
    expect(judge(error)).toBe(verdict);
  });

  it('is repeated ever more slowly, up to a minute or so', () => {
    expect(waitAfter(1, 0.5)).toBe(2000);
    expect(waitAfter(3, 0.5)).toBe(8000);
    expect(waitAfter(30, 1)).toBeLessThanOrEqual(75_000);
  });
});
