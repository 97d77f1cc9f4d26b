import { Me } from '@ec/contract/auth/schemas';
import { codeOf, type LocationId, locationIdOf, locationType, NATION } from '@ec/contract/geography/location-id';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import type { Basis } from '@ec/contract/base/common';
import type { ContestDeclaration } from '@ec/contract/elections/declaration';
import { declarationTest, quarterIn } from '@ec/contract/elections/declaration-test';
import { declarationWords } from '@ec/contract/elections/declaration-words';
import { STATES } from '@ec/contract/geography/reference-data';
import { SituationRoom } from '@ec/contract/situation-room/schemas';
import type { WallScreen } from '@ec/contract/walls/schemas';
import type * as z from 'zod/mini';
import { meOf } from './people.ts';
import { ok, type serve } from './server.ts';

export const ELECTION_ID = '0190a0b0-0000-7000-8000-0000000000e1';
export const RESULT_ID = '0190a0b0-0000-7000-8000-0000000000f1';
export const DISPUTE_ID = '0190a0b0-0000-7000-8000-0000000000d1';
/** 19:40 in Lagos. */
export const AS_OF = '2027-02-20T18:40:00.000Z';

type RoomDraft = z.input<typeof SituationRoom>;
type StateDraft = RoomDraft['states'][number];
type Totals = RoomDraft['basis']['verified'];

export const at = (code: string): LocationId => locationIdOf(code) ?? NATION;

export function placeOf(code: string, name: string) {
  const id = at(code);
  return { id, type: locationType(id), name, code: codeOf(id) };
}

function totals(votes: Record<string, number>, results: number): Totals {
  const totalVotes = Object.values(votes).reduce((sum, count) => sum + count, 10);
  return {
    results,
    votes,
    voidVotes: 10,
    totalVotes,
    accreditedVoters: 300,
    registeredVoters: 1000,
    registeredUnits: results,
    registeredAccredited: 300,
  };
}

const NONE: Totals = {
  ...totals({}, 0),
  voidVotes: 0,
  totalVotes: 0,
  accreditedVoters: 0,
  registeredVoters: 0,
  registeredAccredited: 0,
};
const ZERO = { units: 0, reported: 0, verified: 0, pending: 0, disputed: 0, cancelled: 0 };

/** Each state has 100 units, half of them reported; APC leads in the first 20, LP in the others, provisionally PDP everywhere. */
function stateOf(code: string, name: string, index: number): StateDraft {
  const votes = index < 20 ? { APC: 60, PDP: 20, LP: 20 } : { APC: 20, PDP: 20, LP: 60 };
  return {
    area: placeOf(code, name),
    coverage: { units: 100, reported: 50, verified: 40, pending: 8, disputed: 2, cancelled: 0 },
    verified: totals(votes, 40),
    provisional: totals({ APC: 60, PDP: 200, LP: 60 }, 48),
    leading: { verified: index < 20 ? 'APC' : 'LP', provisional: 'PDP' },
  };
}

/** States that differ from the others: a tie, nothing reported, not in the election, all reported. */
const SPECIAL: Record<string, Partial<StateDraft>> = {
  '24': { leading: { verified: 'Tie', provisional: 'PDP' }, verified: totals({ APC: 50, LP: 50 }, 40) },
  '08': {
    coverage: { ...ZERO, units: 100 },
    verified: NONE,
    provisional: NONE,
    leading: { verified: null, provisional: null },
  },
  '33': { coverage: ZERO, verified: NONE, provisional: NONE, leading: { verified: null, provisional: null } },
  '20': { coverage: { ...ZERO, units: 100, reported: 100, verified: 100 } },
};

const states = STATES.map(({ code, name }, index) => ({ ...stateOf(code, name, index), ...SPECIAL[code] }));
const parties = ['APC', 'PDP', 'LP'];
const nation = { APC: 1400, PDP: 700, LP: 1340 };
const provisional = { APC: 2000, PDP: 7000, LP: 2000 };

/** The presidential test over the states, each with as many voters out as said. */
export function declarationOf(rows: readonly StateDraft[], basis: Basis, out = 0): ContestDeclaration {
  const tested = rows.map((row) => ({ code: row.area.code, votes: row[basis].votes, out, unknown: 0 }));
  const coverage = { ...ZERO, units: 3600, reported: 1850 };
  const declaration = {
    ...declarationTest('presidential', tested, parties),
    contest: { code: 'NG', name: 'Nigeria', kind: 'nation' as const },
    basis,
    results: rows.reduce((sum, row) => sum + row[basis].results, 0),
    coverage,
    atStake: 0,
    atStakeUnits: 0,
    upperBound: 0,
    atStakeUnknown: 0,
    creditedZero: 0,
    overVoted: 0,
    outstanding: { units: out > 0 ? 1750 : 0, registered: out * rows.length, unknown: 0 },
    outside: 0,
    unplaced: 0,
    restsOnRecords: false,
    spread: rows.map((row, index) => {
      const area = tested[index] ?? { code: '', votes: {}, out, unknown: 0 };
      return {
        code: row.area.code,
        name: row.area.name,
        coverage: row.coverage,
        results: row[basis].results,
        out,
        unknown: 0,
        standings: Object.fromEntries(parties.map((party) => [party, quarterIn(area, party)])),
      };
    }),
  };
  return { ...declaration, words: declarationWords(declaration) };
}

/** The room of a presidential election in the evening, unless said otherwise. */
export function roomOf(change: Partial<RoomDraft> = {}): RoomDraft {
  const election = {
    id: ELECTION_ID,
    name: 'Presidential 2027',
    type: 'presidential' as const,
    status: 'live' as const,
    electionDate: '2027-02-20',
    opensAt: '2027-02-20T07:30:00.000Z',
    closesAt: '2027-02-20T13:30:00.000Z',
    deadline: '2027-02-21T13:30:00.000Z',
  };
  const where = { unit: 'Seriki Aro', code: '24-11-05-003', ward: 'Ipodo', lga: 'Ikeja', state: 'Lagos' };
  return {
    election,
    elections: [election],
    parties,
    looks: [],
    basis: { verified: totals(nation, 1500), provisional: totals(provisional, 1750) },
    coverage: { units: 3600, reported: 1850, verified: 1500, pending: 250, disputed: 70, cancelled: 30 },
    registeredInArea: 90_000,
    leading: { verified: 'APC', provisional: 'PDP' },
    states,
    feed: [
      {
        id: RESULT_ID,
        pollingUnitId: at('24-11-05-003'),
        ...where,
        votes: { APC: 88, PDP: 12, LP: 31, Others: 0 },
        totalVotes: 141,
        leading: 'APC',
        status: 'pending',
        flags: [],
        desk: false,
        timestamp: AS_OF,
      },
    ],
    disputes: {
      open: 70,
      unassigned: 12,
      newest: [{ ...where, id: DISPUTE_ID, reason: 'The sheet is of another unit', raisedAt: AS_OF, assigned: false }],
    },
    alerts: {
      total: 31,
      byCheck: [
        { code: 'OVER_VOTING', results: 29 },
        { code: 'ZERO_ACCREDITED', results: 2 },
      ],
      newest: [{ ...where, id: RESULT_ID, codes: ['OVER_VOTING'], status: 'pending', desk: true, at: AS_OF }],
    },
    rate: {
      stretches: [
        { at: '2027-02-20T18:30:00.000Z', results: 100 },
        { at: '2027-02-20T18:35:00.000Z', results: 104 },
      ],
      lastHour: 1204,
      completeAt: '2027-02-20T20:40:00.000Z',
      none: null,
      asOf: AS_OF,
    },
    collation: null,
    declaration: { verified: declarationOf(states, 'verified'), provisional: declarationOf(states, 'provisional') },
    asOf: AS_OF,
    ...change,
  };
}

/** Before the first result. */
export function emptyRoom(): RoomDraft {
  const blank = states.map((row) => ({ ...row, ...SPECIAL['08'], area: row.area }));
  return roomOf({
    basis: { verified: NONE, provisional: NONE },
    coverage: { ...ZERO, units: 3600 },
    leading: { verified: null, provisional: null },
    states: blank,
    feed: [],
    disputes: { open: 0, unassigned: 0, newest: [] },
    alerts: { total: 0, byCheck: [], newest: [] },
    rate: { stretches: [], lastHour: 0, completeAt: null, none: 'not_started', asOf: AS_OF },
    declaration: {
      verified: declarationOf(blank, 'verified', 1000),
      provisional: declarationOf(blank, 'provisional', 1000),
    },
  });
}

export function wallOf(change: Partial<z.input<typeof WallScreen>> = {}): z.input<typeof WallScreen> {
  return {
    name: 'Left screen',
    expiresAt: '2027-02-21T18:40:00.000Z',
    electionMode: true,
    system: { systemName: 'Election Console', timezone: 'Africa/Lagos', dateFormat: 'DD/MM/YYYY', rehearsal: false },
    room: roomOf(),
    ...change,
  };
}

/** Answers of the server around the situation room. */
export function roomServer(room: () => RoomDraft, me = meOf('national_admin', { electionMode: true })) {
  const handlers: Parameters<typeof serve>[0] = {
    'GET /auth/me': () => ok(Me, me),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /situation-room': () => ok(SituationRoom, room()),
  };
  return handlers;
}
