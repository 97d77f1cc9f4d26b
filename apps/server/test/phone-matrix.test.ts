import type { ElectionId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judged } from './alerts.ts';
import { announce } from './announcements.ts';
import { createElection, createWard, nextPhone, newOfficer, place, setElectionMode } from './builders.ts';
import { raised, submitFor } from './disputes.ts';
import { type Client, type Reply, type TestApp, testApp } from './harness.ts';
import { setLevel } from './levels.ts';
import { narrowed } from './moderators.ts';

/** Who holds which office: of one line from the nation down to a unit, and their neighbours on each level. */
const PEOPLE = [
  'superAdmin',
  'nationalAdmin',
  'region',
  'regionBeside',
  'state',
  'stateBeside',
  'lga',
  'lgaBeside',
  'ward',
  'wardBeside',
  'officer',
  'officerBeside',
] as const;
type Who = (typeof PEOPLE)[number];

// Written out and not derived from the rule. Each reads their own phone, those inside their area, and that of the office above.
const SEEN: Record<Who | 'moderator' | 'narrowed', readonly Who[]> = {
  superAdmin: PEOPLE,
  nationalAdmin: PEOPLE,
  region: ['region', 'state', 'lga', 'lgaBeside', 'ward', 'wardBeside', 'officer', 'officerBeside'],
  regionBeside: ['regionBeside', 'stateBeside'],
  state: ['region', 'state', 'lga', 'lgaBeside', 'ward', 'wardBeside', 'officer', 'officerBeside'],
  stateBeside: ['regionBeside', 'stateBeside'],
  lga: ['state', 'lga', 'ward', 'wardBeside', 'officer', 'officerBeside'],
  lgaBeside: ['state', 'lgaBeside'],
  ward: ['lga', 'ward', 'officer', 'officerBeside'],
  wardBeside: ['lga', 'wardBeside'],
  officer: ['ward', 'officer'],
  officerBeside: ['ward', 'officerBeside'],
  moderator: [],
  // A global moderator of one LGA only.
  narrowed: ['state', 'lga', 'ward', 'wardBeside', 'officer', 'officerBeside'],
};
type Reader = keyof typeof SEEN;
const READERS = Object.keys(SEEN) as Reader[];

let test: TestApp;
let readers: Record<Reader, Client>;
/** What stands in the place of a parameter, by the route's path and the parameter. */
let values: Record<string, string>;
let queries: Record<string, string>;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 1000 });
  const { ward, units } = await createWard(test.database.db, 2);
  const { ward: wardBeside } = await createWard(test.database.db, 1);
  const [unit, unitBeside] = units as [LocationId, LocationId];
  const offices: Record<Who | 'moderator', [Role, LocationId]> = {
    superAdmin: ['super_admin', place('NG')],
    nationalAdmin: ['national_admin', place('NG')],
    region: ['regional_admin', place('SW')],
    regionBeside: ['regional_admin', place('SE')],
    state: ['state_admin', place('24')],
    stateBeside: ['state_admin', place('01')],
    lga: ['lga_admin', place('24-11')],
    lgaBeside: ['lga_admin', place('24-12')],
    ward: ['ward_admin', ward],
    wardBeside: ['ward_admin', wardBeside],
    officer: ['polling_unit_officer', unit],
    officerBeside: ['polling_unit_officer', unitBeside],
    moderator: ['moderator', place('NG')],
  };
  const signedIn = Object.entries(offices).map(
    async ([who, [role, area]]) => [who, await test.as(role, area)] as const,
  );
  readers = Object.fromEntries(await Promise.all(signedIn)) as typeof readers;
  readers.narrowed = await narrowed(test, {
    canAccessAuditLogs: true,
    canManageDisputes: true,
    canEditUsers: true,
    allowedLGAs: [codeOf(place('24-11'))],
  });
  await makeRecords(ward, unit);
});
afterAll(() => test.close());

/** A record of each kind that the routes answer, about the unit and its people. */
async function makeRecords(ward: LocationId, unit: LocationId): Promise<void> {
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  const election: ElectionId = await createElection(test.database.db);
  const result = await submitFor(readers.officer, election, unit);
  const dispute = await raised(readers.ward, result);
  const request = await readers.ward.post('/approvals', {
    requestType: 'MODIFY',
    targetUserId: readers.officerBeside.person.id,
    userData: { name: 'Renamed' },
    justification: 'Because the office asks for it.',
  });
  const decided = await readers.ward.post('/approvals', {
    requestType: 'DEACTIVATE',
    targetUserId: readers.officer.person.id,
    justification: 'Because the office asks for it.',
  });
  await readers.lga.post(`/approvals/${decided.json<string>('data.id')}/reject`, { rejectionReason: 'Not so' });
  const announcement = await announce(readers.nationalAdmin);
  const alert = await readers.nationalAdmin.post('/alerts', { title: 'Short', message: 'Of ballots', area: ward });
  // Each of them has changed something that the log records, and has failed to sign in.
  for (const who of PEOPLE) {
    await readers[who].put('/auth/preferences', { theme: 'dark' });
    // As often as locks the account: the list of locked ones shows it.
    for (let time = 0; time < DEFAULT_SETTINGS.security.maxLoginAttempts; time++)
      await test.anonymous.post('/auth/login', { phoneNumber: readers[who].person.phone, password: 'wrong' });
  }
  const made = await readers.nationalAdmin.post('/users', newOfficer(unit, { role: 'gpuo' }));
  expect([request.status, decided.status, alert.status, made.status]).toEqual([201, 201, 201, 201]);
  await judged(test);
  values = {
    '/geographical-data/regional-performance/:region': 'SW',
    '/geographical-data/state-performance/:state': '24',
    '/geographical-data/lga-performance/:lga': '24-11',
    '/geographical-data/ward-data/:ward': codeOf(ward),
    '/polling-units/:id': codeOf(unit),
    '/approvals/:id': request.json('data.id'),
    '/elections/:id': election,
    '/results/:id': result,
    '/disputes/:id': dispute,
    '/disputes/:id/assignees': dispute,
    '/alerts/:id': alert.json('data.id'),
    '/alerts/:id/owners': alert.json('data.id'),
    '/announcements/:id': announcement.id,
    '/announcements/:id/receipts': announcement.id,
    '/announcements/:id/unread-people': announcement.id,
    '/chat/channels/:id/messages': '24-11',
    '/chat/channels/:id/members': '24-11',
    '/locations/:id': codeOf(ward),
  };
  queries = {
    '/results/review': `electionId=${election}`,
    '/alerts/owners': 'area=24-11',
    '/situation-room': `electionId=${election}`,
    '/situation-room/silent': `electionId=${election}&area=24-11`,
    '/situation-room/silent.csv': `electionId=${election}&area=24-11`,
  };
}

const digitsOf = (who: Who) => readers[who].person.phone.replace('+234', '');
/** As a number is written in answers: stored, national, and as it is dialled from a list. */
function isIn(text: string, digits: string): boolean {
  return text.replaceAll(' ', '').includes(digits);
}

/** Everything that is read by GET; what has no value for its parameter answers 404 or 400, and so no phone. */
function calls(): string[] {
  return test.app.router.routes
    .filter(
      ({ method, access, path }) =>
        method === 'GET' && access !== 'public' && access !== 'wall' && path !== '/audit-logs/export.csv',
    )
    .map(({ path }) => path);
}

async function ask(reader: Client, path: string, query: Record<string, string> = {}): Promise<Reply> {
  const url = path.replace(/:\w+/, values[path] ?? '0190aaaa-0000-7000-8000-000000000000');
  const parameters = new URLSearchParams(queries[path]);
  for (const [key, value] of Object.entries(query)) parameters.set(key, value);
  return await reader.get(`${url}?${parameters.toString()}`);
}

describe.each(READERS)('the phones that the %s reads', (name) => {
  it('are those of the table, whatever is called', async () => {
    const hidden = PEOPLE.filter((who) => !SEEN[name].includes(who));
    const told: string[] = [];
    for (const path of calls()) {
      const paths = path === '/users/:id' ? PEOPLE.map((who) => `/users/${readers[who].person.id}`) : [path];
      for (const each of paths) {
        const { text } = await ask(readers[name], each);
        for (const who of hidden) if (isIn(text, digitsOf(who))) told.push(`${path}: ${who}`);
      }
    }
    expect(told).toEqual([]);
  });

  it('are the only ones that a search by digits finds', async () => {
    const hidden = PEOPLE.filter((who) => !SEEN[name].includes(who));
    const told: string[] = [];
    const found = async (path: string, phone: string) =>
      (await ask(readers[name], path, { q: phone })).text
        .replaceAll(/"(asOf|requestId)":"[^"]*"/g, '')
        .replaceAll(phone, '');
    for (const path of calls()) {
      const none = await found(path, nextPhone().replace('+234', ''));
      for (const who of hidden) if ((await found(path, digitsOf(who))) !== none) told.push(`${path}: ${who}`);
    }
    expect(told).toEqual([]);
  });
});

/** The phones of the answer, by whose they are. */
async function shown(name: Reader, path: string): Promise<Who[]> {
  const { text, status } = await ask(readers[name], path);
  expect(status, `${name} ${path}: ${text}`).toBe(200);
  return PEOPLE.filter((who) => isIn(text, digitsOf(who)));
}

describe('are shown to whom they serve', () => {
  const cases: [Reader, string, readonly Who[]][] = [
    ['ward', '/disputes/:id/assignees', ['lga']],
    ['lga', '/disputes/:id/assignees', ['state', 'lga']],
    ['nationalAdmin', '/disputes/:id/assignees', ['superAdmin', 'nationalAdmin', 'region', 'state', 'lga']],
    ['narrowed', '/disputes/:id/assignees', ['state', 'lga']],
    ['ward', '/alerts/:id/owners', ['lga', 'ward']],
    ['lga', '/alerts/owners', ['state', 'lga']],
    ['officer', '/dashboard', ['ward']],
    ['officer', '/polling-units/:id', ['ward', 'officer']],
    ['ward', '/polling-units/:id', ['ward', 'officer']],
    ['ward', '/geographical-data/ward-data/:ward', ['ward', 'officer', 'officerBeside']],
    ['state', '/geographical-data/lga-performance/:lga', ['lga', 'ward', 'wardBeside']],
    ['ward', '/results/review', ['officer', 'officerBeside']],
    ['nationalAdmin', '/situation-room/silent', ['ward', 'wardBeside', 'officerBeside']],
    ['nationalAdmin', '/situation-room/silent.csv', ['ward', 'wardBeside', 'officerBeside']],
    ['lga', '/approvals/:id', ['officerBeside']],
    ['lga', '/users', ['lga', 'ward', 'wardBeside', 'officer', 'officerBeside']],
    ['nationalAdmin', '/users', PEOPLE],
    ['nationalAdmin', '/announcements/:id/unread-people', PEOPLE.filter((who) => who !== 'nationalAdmin')],
  ];
  it.each(cases)('%s, %s', async (name, path, whose) => {
    expect(await shown(name, path)).toEqual(whose);
  });
});

it('are not searched among locked accounts by a global moderator who sees no people', async () => {
  await setLevel(test, 'global_moderator', 'user_management', 'none');
  const auditor = await narrowed(test, { canAccessAuditLogs: true });
  const total = async (q: string) =>
    (await auditor.get(`/security/locked-accounts?${new URLSearchParams({ q }).toString()}`)).json<number>(
      'data.total',
    );
  expect(await total('')).toBe(PEOPLE.length);
  expect(await Promise.all(PEOPLE.map((who) => total(digitsOf(who))))).toEqual(PEOPLE.map(() => 0));
  expect(await total(readers.lga.person.name)).toBeGreaterThan(0);
});
