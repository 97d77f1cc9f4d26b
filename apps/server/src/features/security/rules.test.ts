import { describe, expect, it } from 'vitest';
import { reasonText } from './rules.ts';
import { judgeAudit, judgeDatabase, judgeDeliveries, judgeDisk, judgeEvents, judgeQueue } from './status-rules.ts';

const GB = 1024 ** 3;

describe('a refusal', () => {
  it.each([
    [{ reason: 'password' }, true, 'Wrong password'],
    [{ reason: 'password' }, false, 'No account has this number'],
    [{ reason: 'code' }, true, 'Wrong verification code'],
    [{ reason: 'not active', status: 'SUSPENDED' }, true, 'The account is suspended'],
    [{ reason: 'something new' }, true, 'Refused'],
  ])('%j (known: %s) reads "%s"', (entry, known, text) => {
    expect(reasonText(entry, known)).toBe(text);
  });
});

describe('the state of', () => {
  it.each([
    ['a disk with a tenth free', judgeDisk({ freeBytes: 100 * GB, totalBytes: 1000 * GB }), 'ok'],
    ['a disk with less', judgeDisk({ freeBytes: 99 * GB, totalBytes: 1000 * GB }), 'warning'],
    ['a small disk with half free', judgeDisk({ freeBytes: 1.9 * GB, totalBytes: 4 * GB }), 'warning'],
    ['news on time', judgeEvents({ lagMs: 5000 }), 'ok'],
    ['late news', judgeEvents({ lagMs: 5001 }), 'warning'],
    ['connections', judgeDatabase({ answerMs: 2, connections: { open: 80, most: 100 } }), 'ok'],
    ['too many connections', judgeDatabase({ answerMs: 2, connections: { open: 81, most: 100 } }), 'warning'],
    ['a slow database', judgeDatabase({ answerMs: 900, connections: { open: 1, most: 100 } }), 'warning'],
    ['a busy queue', judgeQueue({ waiting: 50, running: 2, failed: 0, oldestWaitingSeconds: 20 }), 'ok'],
    ['a failed job', judgeQueue({ waiting: 0, running: 0, failed: 1, oldestWaitingSeconds: null }), 'warning'],
    [
      'a gateway that is away',
      judgeDeliveries({ waiting: 0, failed: 0, oldestWaitingSeconds: null, paused: ['smtp'] }),
      'warning',
    ],
    [
      'messages given up',
      judgeDeliveries({ waiting: 0, failed: 3, oldestWaitingSeconds: null, paused: [] }),
      'warning',
    ],
    ['entries of a moment ago', judgeAudit({ unsealed: 40, oldestUnsealedSeconds: 0.4, faults: [] }), 'ok'],
    ['entries that are not sealed', judgeAudit({ unsealed: 1, oldestUnsealedSeconds: 60, faults: [] }), 'warning'],
    ['a chain that is not whole', judgeAudit({ unsealed: 0, oldestUnsealedSeconds: 0, faults: ['Moved.'] }), 'warning'],
  ])('%s', (_, judged, state) => {
    expect(judged.state).toBe(state);
  });
});

it('says how far the linking of entries is behind', () => {
  expect(judgeAudit({ unsealed: 12_500, oldestUnsealedSeconds: 60, faults: [] }).text).toBe(
    'Linking, 12,500 entries behind',
  );
});
