import type { Election } from '@ec/contract/elections/schemas';
import type { LiveAreas, LiveFeed, LiveSummary } from '@ec/contract/live/schemas';
import {
  chainOf,
  codeOf,
  type LocationId,
  locationIdOf,
  locationType,
  NATION,
} from '@ec/contract/geography/location-id';
import type * as z from 'zod/mini';

export const ID = '0190a0b0-0000-7000-8000-0000000000e1';
export const RESULT = '0190a0b0-0000-7000-8000-0000000000f1';
const NAMES: Record<string, string> = {
  NG: 'Nigeria',
  SW: 'South West',
  NW: 'North West',
  '24': 'Lagos',
  '27': 'Ogun',
  '24-11': 'Ikeja',
  '24-11-05': 'Ipodo',
};
export const idOf = (code: string) => locationIdOf(code) ?? NATION;
export const nameOf = (id: LocationId) => NAMES[codeOf(id)] ?? codeOf(id);
export const AS_OF = '2027-02-20T14:00:00.000Z';

export const election: z.input<typeof Election> = {
  id: ID,
  name: 'Presidential 2027',
  description: '',
  type: 'presidential',
  status: 'live',
  electionDate: '2027-02-20',
  lawProfile: 'electoral_act_2022',
  formerLawProfiles: [],
  formCodes: { polling_unit: 'EC8A' },
  looks: [],
  opensAt: AS_OF,
  closesAt: AS_OF,
  deadline: AS_OF,
  parties: ['APC', 'PDP', 'LP'],
  areas: [NATION],
  constituencies: [],
  follows: null,
  contestDay: null,
  areaNames: [{ id: NATION, name: 'Nigeria' }],
  configuration: {},
  coverage: { units: 200, reported: 100, verified: 60, pending: 30, disputed: 6, cancelled: 4 },
  createdAt: AS_OF,
  updatedAt: AS_OF,
  can: { edit: false, archive: false, delete: false, transitions: [] },
};

const coverage = (change: Partial<Election['coverage']> = {}) => ({ ...election.coverage, ...change });

function totals(APC: number, PDP: number, LP: number, results: number) {
  const totalVotes = APC + PDP + LP + 10;
  const votes = { APC, PDP, LP, Others: 0 };
  return {
    results,
    votes,
    voidVotes: 10,
    totalVotes,
    accreditedVoters: 500,
    registeredVoters: 2000,
    registeredUnits: results,
    registeredAccredited: 500,
  };
}

export const verified = totals(300, 100, 200, 60);
export const provisional = totals(310, 150, 420, 90);

export const summary = (id: LocationId): z.input<typeof LiveSummary> => ({
  electionId: ID,
  source: 'official',
  area: {
    id,
    type: locationType(id),
    name: nameOf(id),
    code: codeOf(id),
    chain: chainOf(id).map((link) => ({ id: link, type: locationType(link), name: nameOf(link) })),
  },
  parties: election.parties,
  looks: [],
  basis: { verified, provisional },
  coverage: coverage(),
  registeredInArea: 9000,
  leading: { verified: 'APC', provisional: 'LP' },
  asOf: AS_OF,
});

type Row = z.input<typeof LiveAreas>['areas'][number];

export const row = (code: string, change: Partial<Row> = {}): Row => {
  const id = idOf(code);
  return {
    area: { id, type: locationType(id), name: nameOf(id), code },
    coverage: coverage(),
    verified,
    provisional,
    leading: { verified: 'APC', provisional: 'LP' },
    ...change,
  };
};

const none = totals(0, 0, 0, 0);
export const empty = { ...none, votes: {}, voidVotes: 0, totalVotes: 0 };

export const ROWS: Record<string, Row[]> = {
  NG: [
    row('NW', { coverage: coverage({ disputed: 2 }), leading: { verified: 'Tie', provisional: 'LP' } }),
    row('SW', { verified: totals(900, 0, 0, 60), coverage: coverage({ disputed: 0 }) }),
    row('SE', { coverage: { units: 0, reported: 0, verified: 0, pending: 0, disputed: 0, cancelled: 0 } }),
  ],
  SW: [row('24'), row('27')],
  '24': [row('24-11')],
  '24-11': [row('24-11-05')],
  '24-11-05': [
    row('24-11-05-001', { resultId: RESULT, status: 'verified' }),
    row('24-11-05-002', {
      resultId: null,
      status: null,
      leading: { verified: null, provisional: null },
      coverage: { units: 1, reported: 0, verified: 0, pending: 0, disputed: 0, cancelled: 0 },
      verified: empty,
      provisional: empty,
    }),
  ],
};

export const item: z.input<typeof LiveFeed>['items'][number] = {
  id: RESULT,
  pollingUnitId: idOf('24-11-05-001'),
  unit: 'Seriki Aro',
  code: '24-11-05-001',
  state: 'Lagos',
  lga: 'Ikeja',
  ward: 'Ipodo',
  votes: { APC: 88, PDP: 12, LP: 31, Others: 0 },
  totalVotes: 141,
  leading: 'APC',
  status: 'pending',
  flags: [],
  desk: false,
  timestamp: AS_OF,
};
