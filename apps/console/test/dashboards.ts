import type {
  Dashboard,
  LgaPerformance,
  NationalOverview,
  OfficerUnit,
  RegionalPerformance,
} from '@ec/contract/dashboards/schemas';
import type { PerformanceRow, StatePerformance, UnitPage, WardData, WardUnit } from '@ec/contract/dashboards/schemas';
import { DashboardElection } from '@ec/contract/dashboards/schemas';
import {
  chainOf,
  codeOf,
  type LocationId,
  locationIdOf,
  locationType,
  NATION,
} from '@ec/contract/geography/location-id';
import type * as z from 'zod/mini';

type In<T extends z.ZodMiniType> = z.input<T>;

export const ELECTION = '0190a0b0-0000-7000-8000-0000000000e1';
export const OTHER_ELECTION = '0190a0b0-0000-7000-8000-0000000000e2';
export const AS_OF = '2027-02-20T14:00:00.000Z';
const PERSON = '0190a0b0-0000-7000-8000-0000000000a1';

const NAMES: Record<string, string> = {
  NG: 'Nigeria',
  SW: 'South West',
  NW: 'North West',
  '24': 'Lagos',
  '27': 'Ogun',
  '24-11': 'Ikeja',
  '24-12': 'Ikorodu',
  '24-11-05': 'Ipodo',
  '24-11-06': 'Alausa',
  '24-11-05-003': 'Seriki Aro',
};
export const idOf = (code: string): LocationId => locationIdOf(code) ?? NATION;
const nameOf = (id: LocationId) => NAMES[codeOf(id)] ?? codeOf(id);
export const chainTo = (id: LocationId) =>
  chainOf(id).map((link) => ({ id: link, type: locationType(link), name: nameOf(link) }));
const areaOf = (code: string) => {
  const id = idOf(code);
  return { id, type: locationType(id), name: nameOf(id), code };
};

export const election = (change: Partial<In<typeof DashboardElection>> = {}): DashboardElection =>
  DashboardElection.parse({
    id: ELECTION,
    name: 'Presidential 2027',
    type: 'presidential',
    status: 'live',
    electionDate: '2027-02-20',
    opensAt: '2027-02-20T07:30:00.000Z',
    closesAt: '2027-02-20T13:30:00.000Z',
    deadline: '2027-02-21T13:30:00.000Z',
    ...change,
  });

export const contact = (name = 'Bola Ade', phone = '+2348030000001') => ({
  id: PERSON as UnitPage['officers'][number]['id'],
  name,
  role: 'state_admin',
  phone,
});

const coverage = { units: 200, reported: 100, verified: 60, pending: 30, disputed: 6, cancelled: 4 };

const standing = (disputes: number) => ({
  coverage: { ...coverage, disputed: disputes },
  submissionRate: 50,
  disputes,
  leading: { verified: 'APC', provisional: 'LP' },
  lastUpdate: AS_OF,
  contact: contact(),
});

const totals = (results: number, totalVotes: number) => ({
  results,
  votes: { APC: 10, LP: 20 },
  voidVotes: 3,
  totalVotes,
  accreditedVoters: 500,
  registeredVoters: 2000,
  registeredUnits: results,
  registeredAccredited: 500,
});

export function head(code: string) {
  const area = areaOf(code);
  return {
    area: { ...area, chain: chainTo(area.id) },
    election: election() as DashboardElection | null,
    elections: [election()],
    source: 'official' as const,
    ...standing(6),
    contact: contact('Head Person', '+2348030000009') as PerformanceRow['contact'],
    parties: ['APC', 'LP'],
    basis: { verified: totals(60, 1100), provisional: totals(90, 1234) },
    registeredInArea: 9000,
    asOf: AS_OF,
  };
}

export function row(code: string, disputes = 0, change: Partial<PerformanceRow> = {}): PerformanceRow {
  return {
    area: areaOf(code),
    ...standing(disputes),
    leadingParty: 'APC',
    complete: 4,
    started: 9,
    children: 20,
    ...change,
  };
}

export function regional(rows = [row('24', 0), row('27', 3)]): RegionalPerformance {
  return {
    ...head('SW'),
    statePerformance: rows.map((each) => ({ ...each, state: each.area.name, submittedLGAs: 4, totalLGAs: 20 })),
    regionalTotals: { totalStates: 2, totalLGAs: 40, submittedLGAs: 8, overallSubmissionRate: 50 },
  };
}

export function state(rows = [row('24-11', 1), row('24-12', 7)]): StatePerformance {
  return {
    ...head('24'),
    lgaPerformance: rows.map((each) => ({ ...each, lga: each.area.name, submittedWards: 4, totalWards: 20 })),
    stateTotals: { totalLGAs: 2, totalWards: 40, submittedWards: 8, overallSubmissionRate: 50 },
  };
}

export function lga(rows = [row('24-11-05', 0), row('24-11-06', 2)]): LgaPerformance {
  return {
    ...head('24-11'),
    wardPerformance: rows.map((each) => ({ ...each, ward: each.area.name, submittedUnits: 4, totalUnits: 20 })),
    lgaTotals: { totalWards: 2, totalUnits: 40, submittedUnits: 8, overallSubmissionRate: 50 },
  };
}

export function wardUnit(number: number, change: Partial<WardUnit> = {}): WardUnit {
  const code = `24-11-05-${String(number).padStart(3, '0')}`;
  return {
    id: idOf(code),
    code,
    name: `Unit ${number}`,
    registeredVoters: 512,
    officerName: 'Ada Obi',
    officerPhone: '+2348031234567',
    status: 'pending',
    resultId: null,
    resultStatus: null,
    submissionTime: null,
    lastActivity: null,
    totalVotes: null,
    submittedVotes: null,
    leading: null,
    desk: false,
    flags: 0,
    lastUpdate: null,
    ...change,
  };
}

const sent = { submissionTime: AS_OF, lastActivity: AS_OF, submittedVotes: 140, leading: 'LP' };

export function ward(): WardData {
  return {
    ...head('24-11-05'),
    pollingUnits: [
      wardUnit(1, { ...sent, status: 'approved', resultStatus: 'verified', totalVotes: 140 }),
      wardUnit(2, { ...sent, status: 'submitted', resultStatus: 'pending', totalVotes: 140, flags: 2 }),
      wardUnit(3),
      wardUnit(4, { ...sent, status: 'disputed', resultStatus: 'disputed', totalVotes: 140 }),
      wardUnit(5, { ...sent, status: 'cancelled', resultStatus: 'cancelled', totalVotes: 0 }),
    ],
    wardTotals: {
      total: 5,
      pending: 1,
      submitted: 1,
      approved: 1,
      disputed: 1,
      cancelled: 1,
      overallSubmissionRate: 80,
    },
  };
}

export function national(): NationalOverview {
  return {
    ...head('NG'),
    regions: [row('SW', 6), row('NW', 0)].map((each) => ({ ...each, region: each.area.name, states: 7, lgas: 137 })),
    totals: {
      users: 180_000,
      regions: 6,
      states: 37,
      lgas: 774,
      wards: 8809,
      pollingUnits: 176_846,
      activeElections: 2,
    },
  };
}

export const UNIT_PLACE = {
  id: idOf('24-11-05-003'),
  type: 'polling_unit' as const,
  name: 'Seriki Aro',
  code: '24-11-05-003',
  parentId: idOf('24-11-05'),
  chain: chainTo(idOf('24-11-05-003')),
  registeredVoters: 512,
  units: 1,
};

type UnitElection = OfficerUnit['elections'][number];

export const unitElection = (change: Partial<UnitElection> = {}): UnitElection => ({
  ...election(),
  formCode: 'EC8A',
  contestDay: null,
  window: 'open',
  result: null,
  ...change,
});

export const officerUnit = (elections: UnitElection[]): OfficerUnit => ({
  unit: UNIT_PLACE,
  source: 'official',
  elections,
  contact: { ...contact('Ward Person', '+2348030000005'), role: 'ward_admin' },
});

type Assigned = Exclude<Dashboard, { kind: 'unassigned' }>;

/** A reader who decides on nothing. */
export const NO_DESK: Assigned['desk'] = {
  approvals: null,
  highPriorityApprovals: null,
  results: null,
  resultsUnexplained: null,
  resultsBelow: null,
  disputes: null,
};

/** What every dashboard has beside its figures. */
export const common = (
  change: Partial<Pick<Assigned, 'activity' | 'desk' | 'lastHour' | 'collation' | 'areas'>> = {},
) => ({
  activity: [
    { id: '1', description: 'Ada Obi submitted the result of Seriki Aro', timestamp: AS_OF, actionUrl: '/review/1' },
  ],
  desk: { approvals: 4, highPriorityApprovals: 2, results: 30, resultsUnexplained: 0, resultsBelow: 0, disputes: 0 },
  lastHour: null,
  collation: null,
  areas: [],
  ...change,
});
