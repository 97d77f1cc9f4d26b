import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import { createOutbox, judge, type Posting, waitAfter } from './outbox.ts';

type Body = { total: number };
type Receipt = { digest: string };

let slot = '';
let slots = 0;
beforeEach(() => {
  slots += 1;
  slot = `u1/e${slots}/7`;
});

function setUp(answers: (Receipt | Error)[], person: () => string | null = () => 'u1') {
  const sent: { key: string; body: Body; fileId: string | null }[] = [];
  const uploads: string[] = [];
  const outbox = createOutbox<Body, Receipt>({
    person,
    upload: async ({ name }) => {
      uploads.push(name);
      return `file-${uploads.length}`;
    },
    post: async (body, key, fileId) => {
      sent.push({ key, body, fileId });
      const answer = answers.shift() ?? new Error('no answer left');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const posting = (total: number, photo: Posting<Body, Receipt>['photo'] = null) => ({
    slot,
    userId: 'u1',
    body: { total },
    photo,
  });
  const settled = () => vi.waitFor(() => expect(outbox.attempt(slot).sending).toBe(false));
  return { outbox, sent, uploads, posting, settled };
}

const offline = () => ApiError.client('NETWORK');
const refusal = () => ApiError.answered(409, { code: 'DEADLINE_PASSED', error: 'The deadline has passed.' });

describe('the outbox', () => {
  it('repeats the same key and photo id until the server has acknowledged', async () => {
    const { outbox, sent, uploads, posting, settled } = setUp([offline(), offline(), { digest: 'd' }]);
    await outbox.post(posting(1, { blob: new Blob(['x']), name: 'sheet.jpg' }));
    await settled();
    expect(outbox.parcel(slot)).toMatchObject({ state: 'waiting', attempts: 1, problem: { code: 'NETWORK' } });
    await outbox.sendNow(slot);
    await outbox.sendNow(slot);
    expect(outbox.parcel(slot)).toMatchObject({ state: 'received', receipt: { digest: 'd' }, photo: null });
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(sent.map(({ fileId }) => fileId)).toEqual(['file-1', 'file-1', 'file-1']);
    expect(uploads).toHaveLength(1);
  });

  it('tries again by itself', async () => {
    vi.useFakeTimers();
    try {
      const { outbox, sent, posting } = setUp([offline(), { digest: 'd' }]);
      await outbox.post(posting(1));
      await vi.advanceTimersByTimeAsync(4000);
      expect(sent).toHaveLength(2);
      expect(outbox.parcel(slot)?.state).toBe('received');
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
    expect(outbox.parcel(slot)).toMatchObject({
      state: 'refused',
      body: { total: 1 },
      problem: { code: 'DEADLINE_PASSED', message: 'The deadline has passed.' },
    });
  });

  it('gives the same body its old key again and a changed one its own', async () => {
    const { outbox, sent, posting, settled } = setUp([offline(), offline(), { digest: 'd' }]);
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
    const after = setUp([{ digest: 'd' }]);
    await after.outbox.start('u1');
    expect(after.sent).toContainEqual({ key, body: { total: 5 }, fileId: null });
    expect(after.outbox.parcel(slot)?.state).toBe('received');
  });

  it('never sends in the name of another person', async () => {
    const { outbox, sent, posting } = setUp([{ digest: 'd' }], () => 'u2');
    await outbox.post(posting(1));
    await outbox.sendAll();
    expect(sent).toHaveLength(0);
    expect(outbox.parcel(slot)?.state).toBe('waiting');
  });

  it('waits as long as the server asks before it uploads again', async () => {
    const details = { limit: 10, seconds: 48 };
    const { outbox, posting, settled } = setUp([ApiError.answered(429, { code: 'TOO_MANY_UPLOADS', details })]);
    const before = Date.now();
    await outbox.post(posting(1));
    await settled();
    expect(outbox.parcel(slot)).toMatchObject({ state: 'waiting', problem: { code: 'TOO_MANY_UPLOADS' } });
    expect(outbox.attempt(slot).nextTry).toBeGreaterThanOrEqual(before + 48_000);
  });

  it('uploads the photo anew where the server no longer has it', async () => {
    const lost = ApiError.answered(400, { code: 'SHEET_NOT_FOUND', error: 'Not found' });
    const { outbox, sent, posting, settled } = setUp([lost, { digest: 'd' }]);
    await outbox.post(posting(1, { blob: new Blob(['x']), name: 'sheet.jpg' }));
    await settled();
    await outbox.sendNow(slot);
    expect(sent.map(({ fileId }) => fileId)).toEqual(['file-1', 'file-2']);
    expect(outbox.parcel(slot)?.state).toBe('received');
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
    [ApiError.answered(403, { code: 'ELECTION_MODE_REQUIRED' }), 'refused'],
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
