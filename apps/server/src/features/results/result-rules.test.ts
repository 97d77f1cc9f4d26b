import { standsAbove } from '@ec/contract/disputes/schemas';
import { type LocationId, locationIdOf } from '@ec/contract/geography/location-id';
import { DEFAULT_LEVELS } from '@ec/contract/permissions/default-levels';
import { flags, type Privilege } from '@ec/contract/permissions/privileges';
import { CONTROL_ACTS, type ResultStatus } from '@ec/contract/results/schemas';
import { ROLE_IDS, type Role } from '@ec/contract/permissions/roles';
import { describe, expect, it } from 'vitest';
import {
  type Decision,
  decisionRefusal,
  type Reviewed,
  type Reviewer,
  resolveRefusal,
  rolesAbove,
} from './decision-rules.ts';
import { waitForVersion } from './submission-rules.ts';

const place = (code: string) => locationIdOf(code) ?? (0 as LocationId);
const UNIT = place('24-11-05-003');
const AREAS: Partial<Record<Role, string>> = {
  ward_admin: '24-11-05',
  lga_admin: '24-11',
  state_admin: '24',
  regional_admin: 'SW',
};

function reviewer(role: Role, changes: Partial<Reviewer> = {}): Reviewer {
  const levels = { ...DEFAULT_LEVELS[role], disputes: 'write' as const };
  return {
    userId: `the ${role}`,
    device: null,
    role,
    areas: [place(AREAS[role] ?? 'NG')],
    levels,
    privileges: null,
    ...changes,
  };
}

function result(status: ResultStatus, changes: Partial<Reviewed> = {}): Reviewed {
  const dispute = status === 'disputed' ? { raisedBy: 'another user', raisedRole: 'ward_admin' as const } : null;
  const sent = { submittedBy: 'officer', controls: [], device: null };
  return {
    status,
    pollingUnitId: UNIT,
    ...sent,
    flags: [],
    wardDecides: true,
    takenOver: null,
    secondEntry: null,
    checkers: [],
    dispute,
    ...changes,
  };
}

const refusal = (...input: Parameters<typeof decisionRefusal>) => decisionRefusal(...input)?.code ?? 'ok';

describe('a narrowed moderator', () => {
  const holding = (...ids: Privilege[]) =>
    reviewer('state_admin', { privileges: { granted: flags((id) => ids.includes(id)) } });
  const open = { wardDecides: false };

  it.each<[ResultStatus, Decision, Privilege, string]>([
    ['pending', 'verify', 'canManageResults', 'ok'],
    ['pending', 'verify', 'canManageDisputes', 'NOT_PERMITTED'],
    ['disputed', 'verify', 'canManageDisputes', 'ok'],
    ['disputed', 'verify', 'canManageResults', 'NOT_PERMITTED'],
    ['pending', 'dispute', 'canManageDisputes', 'ok'],
    ['pending', 'dispute', 'canManageResults', 'ok'],
    ['pending', 'dispute', 'canEditUsers', 'NOT_PERMITTED'],
  ])('on a %s result: %s with %s is %s', (status, decision, privilege, expected) => {
    expect(refusal(holding(privilege), result(status, open), decision)).toBe(expected);
  });
});

describe('the state machine', () => {
  // What becomes of each decision in each state: by the ward admin, and in dispute by the LGA admin above.
  const table: Record<ResultStatus, Record<Decision, string>> = {
    pending: { verify: 'ok', return: 'ok', dispute: 'ok', cancel: 'CANCEL_WITHOUT_GROUND' },
    verified: {
      verify: 'RESULT_TRANSITION',
      return: 'RESULT_TRANSITION',
      dispute: 'ok',
      cancel: 'RESULT_TRANSITION',
    },
    disputed: { verify: 'ok', return: 'ok', dispute: 'RESULT_TRANSITION', cancel: 'ok' },
    returned: {
      verify: 'RESULT_TRANSITION',
      return: 'RESULT_TRANSITION',
      dispute: 'RESULT_TRANSITION',
      cancel: 'RESULT_TRANSITION',
    },
    cancelled: {
      verify: 'RESULT_TRANSITION',
      return: 'RESULT_TRANSITION',
      dispute: 'RESULT_TRANSITION',
      cancel: 'RESULT_TRANSITION',
    },
  };
  const rows = Object.entries(table).flatMap(([status, decisions]) =>
    Object.entries(decisions).map(([decision, expected]) => [status, decision, expected] as const),
  );
  it.each(rows)('%s, %s: %s', (status, decision, expected) => {
    const by = reviewer(status === 'disputed' ? 'lga_admin' : 'ward_admin');
    expect(refusal(by, result(status as ResultStatus), decision as Decision)).toBe(expected);
  });

  it.each(['pending', 'disputed'] as const)(
    'an over-voted %s result is cancelled or returned, never verified',
    (status) => {
      const by = reviewer(status === 'disputed' ? 'lga_admin' : 'ward_admin');
      const overVoted = result(status, { flags: ['OVER_VOTING'] });
      expect(refusal(by, overVoted, 'verify')).toBe('OVER_VOTING_NOT_VERIFIABLE');
      expect([refusal(by, overVoted, 'cancel'), refusal(by, overVoted, 'return')]).toEqual(['ok', 'ok']);
    },
  );
});

describe('who resolves a dispute', () => {
  const LADDER = ['ward_admin', 'lga_admin', 'state_admin', 'regional_admin'] as const;
  const NATIONAL = ['national_admin', 'global_moderator', 'super_admin'] as const;
  /** Written out: for each raiser, who may resolve it. */
  const table: Partial<Record<Role, readonly Role[]>> = {
    moderator: [...LADDER, ...NATIONAL],
    ward_admin: ['lga_admin', 'state_admin', 'regional_admin', ...NATIONAL],
    lga_admin: ['state_admin', 'regional_admin', ...NATIONAL],
    state_admin: ['regional_admin', ...NATIONAL],
    regional_admin: NATIONAL,
    national_admin: NATIONAL,
    global_moderator: NATIONAL,
    super_admin: NATIONAL,
  };
  const rows = Object.entries(table).flatMap(([raiser, resolvers]) =>
    ROLE_IDS.map((role) => [raiser as Role, role, resolvers.includes(role) ? 'ok' : 'refused'] as const),
  );
  it.each(rows)('raised by a %s: %s %s', (raisedRole, role, expected) => {
    const disputed = result('disputed', { dispute: { raisedBy: 'the raiser', raisedRole } });
    for (const decision of ['verify', 'return', 'cancel'] as const) {
      expect(refusal(reviewer(role), disputed, decision) === 'ok' ? 'ok' : 'refused').toBe(expected);
    }
    const elsewhere = { areas: [place('19')] };
    expect(refusal(reviewer(role, elsewhere), disputed, 'return')).toBe('NOT_FOUND');
    expect(rolesAbove({ raisedRole }).includes(role)).toBe(expected === 'ok');
  });

  it('is never the raiser, even where they stand above who they were', () => {
    const promoted = reviewer('lga_admin', { userId: 'the raiser' });
    const disputed = result('disputed', { dispute: { raisedBy: 'the raiser', raisedRole: 'ward_admin' } });
    expect(refusal(promoted, disputed, 'verify')).toBe('DISPUTE_FOR_LEVEL_ABOVE');
  });

  it('is never the person who entered the figures', () => {
    const disputed = result('disputed', { submittedBy: 'the lga_admin' });
    expect(refusal(reviewer('lga_admin'), disputed, 'verify')).toBe('OWN_RESULT');
  });

  it('is a user above a ward admin where the system raised it', () => {
    const disputed = result('disputed', { dispute: { raisedBy: null, raisedRole: null } });
    expect(refusal(reviewer('ward_admin'), disputed, 'return')).toBe('DISPUTE_FOR_LEVEL_ABOVE');
    expect(refusal(reviewer('lga_admin'), disputed, 'return')).toBe('ok');
    expect(rolesAbove({ raisedRole: null })[0]).toBe('lga_admin');
  });

  it('needs write', () => {
    const reader = reviewer('lga_admin', { levels: { ...DEFAULT_LEVELS.lga_admin, disputes: 'read' } });
    expect(refusal(reader, result('disputed'), 'verify')).toBe('NOT_PERMITTED');
    expect(refusal(reader, result('pending'), 'dispute')).toBe('NOT_PERMITTED');
  });
});

describe('who could have sent the version', () => {
  const DEVICE = 'a'.repeat(64);
  const closeTo: [string, Partial<Reviewer>, Partial<Reviewed>, string][] = [
    ['its sender', {}, { submittedBy: 'close' }, 'OWN_RESULT'],
    ...CONTROL_ACTS.map((act): [string, Partial<Reviewer>, Partial<Reviewed>, string] => [
      `the sender's account: ${act}`,
      {},
      {
        controls: [
          { by: 'another', act: 'created' },
          { by: 'close', act },
        ],
      },
      'CONTROLS_SENDER',
    ]),
    ['on the device that sent it', { device: DEVICE }, { device: DEVICE }, 'SENT_FROM_YOUR_DEVICE'],
  ];
  const deciders = ROLE_IDS.filter(
    (role) => refusal(reviewer(role), result('pending', { wardDecides: false }), 'verify') === 'ok',
  );
  const rows = closeTo.flatMap(([name, who, what, code]) =>
    deciders.map((role) => [name, role, who, what, code] as const),
  );

  it.each(rows)('%s, %s: takes no decision', (_, role, who, what, code) => {
    const by = reviewer(role, { userId: 'close', ...who });
    const pending = result('pending', { flags: ['OVER_VOTING'], wardDecides: false, ...what });
    const disputed = result('disputed', { dispute: { raisedBy: null, raisedRole: null }, ...what });
    for (const decision of ['verify', 'return', 'cancel'] as const) {
      expect(refusal(by, pending, decision)).toBe(code);
      expect(refusal(by, disputed, decision)).toBe(code);
    }
    expect(resolveRefusal(by, { ...disputed, raisedBy: null, raisedRole: null })?.code).toBe(code);
    // A dispute only brings others to decide.
    expect(refusal(by, result('verified', what), 'dispute')).toBe('ok');
  });

  it.each([
    ['another controls the account', {}, { controls: [{ by: 'another', act: 'created' as const }] }],
    ['another device', { device: DEVICE }, { device: 'b'.repeat(64) }],
    ['the version has none', { device: DEVICE }, { device: null }],
    ['neither has one', { device: null }, { device: null }],
  ])('%s: decides', (_, who, what) => {
    expect(refusal(reviewer('ward_admin', who), result('pending', what), 'verify')).toBe('ok');
  });

  it('leaves a pending result to those above where the ward admin may not decide on it', () => {
    expect(refusal(reviewer('lga_admin'), result('pending'), 'verify')).toBe('NOT_YOUR_DECISION');
    for (const role of ['lga_admin', 'state_admin', 'regional_admin', 'super_admin'] as const)
      expect(refusal(reviewer(role), result('pending', { wardDecides: false }), 'verify')).toBe('ok');
  });
});

it('lets every role that holds write raise one in its area, and none elsewhere', () => {
  for (const role of ROLE_IDS) {
    expect(refusal(reviewer(role), result('verified'), 'dispute'), role).toBe('ok');
    expect(refusal(reviewer(role, { areas: [place('19')] }), result('verified'), 'dispute'), role).toBe('NOT_FOUND');
  }
  expect(standsAbove('ward_admin', 'ward_admin')).toBe(false);
});

describe('a further version', () => {
  it.each([
    [2, 0, 0],
    [3, 0, 0],
    [4, 0, 10],
    [4, 9_001, 1],
    [5, 10_000, 0],
    [6, 10_000, 50],
    [20, 60_000, 0],
    [21, 60_000, 240],
    // By the clock of another server it was sent before the one that it follows.
    [4, -5_000, 10],
  ])('number %i waits, %i ms after the one before, %i seconds', (version, since, seconds) => {
    expect(waitForVersion(version, since)).toBe(seconds);
  });
});
