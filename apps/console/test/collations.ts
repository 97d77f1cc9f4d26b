import type { CollationCounts } from '@ec/contract/collations/counts';
import type { CollationGap } from '@ec/contract/collations/gap';
import { type BlankForm, type CollationComparison, CollationDetail } from '@ec/contract/collations/schemas';
import { locationIdOf } from '@ec/contract/geography/location-id';
import type * as z from 'zod/mini';
import { freshId, resultOf } from './results.ts';

export const AGENT = { id: freshId(), name: 'Agent Ade', role: 'ward_admin' };
const figures = (apc: number | null, lp: number | null, more: Record<string, number | null> = {}) => ({
  registered: 500,
  accredited: 200,
  votes: { APC: apc, LP: lp, Others: 0 },
  valid: (apc ?? 0) + (lp ?? 0),
  rejected: 2,
  total: (apc ?? 0) + (lp ?? 0) + 2,
  ...more,
});

export const UNITS = [
  { code: '24-11-05-001', name: 'Polling Unit 1' },
  { code: '24-11-05-002', name: 'Polling Unit 2' },
];

export function blankOf(change: Partial<z.input<typeof BlankForm>> = {}): z.input<typeof BlankForm> {
  return {
    electionId: freshId(),
    level: 'ward',
    formCode: 'EC8B',
    area: { code: '24-11-05', name: 'Ipodo' },
    constituency: null,
    parties: ['APC', 'LP', 'Others'],
    children: UNITS,
    ...change,
  };
}

/** A pending EC8B with two rows that waits for the reader; or as changed. */
export function formOf(change: Partial<z.input<typeof CollationDetail>> = {}): CollationDetail {
  const { chain, electionId } = resultOf();
  const ward = chain.at(-2);
  if (!ward) throw new Error('A result has its ward');
  const rows = UNITS.map(({ code, name }, index) => ({
    childId: locationIdOf(code) ?? ward.id,
    childCode: code,
    name,
    ...figures(100 + index, 50),
  }));
  return CollationDetail.parse({
    id: freshId(),
    electionId,
    electionName: 'Presidential election',
    level: 'ward',
    formCode: 'EC8B',
    area: ward,
    areaCode: '24-11-05',
    chain: chain.slice(0, -1),
    constituency: null,
    source: 'agent',
    status: 'pending',
    version: 1,
    submissionId: '24-11-05-EC8B-A1-9F03AB',
    rowCount: 2,
    statedTotals: figures(201, 100),
    flags: [],
    photos: [],
    officerName: null,
    signedBy: [],
    stamped: null,
    timeOnForm: null,
    submittedBy: AGENT,
    submittedAt: '2027-01-16T18:00:00.000Z',
    decidedBy: null,
    decidedAt: null,
    reason: null,
    outOfDateAt: null,
    lockedBy: null,
    can: {
      verify: true,
      return: true,
      dispute: true,
      enter: false,
      addPages: false,
      acknowledge: false,
      refusal: null,
    },
    parties: ['APC', 'LP', 'Others'],
    rows,
    versions: [],
    history: [
      {
        action: 'submitted',
        version: 1,
        pages: [],
        by: AGENT,
        at: '2027-01-16T18:00:00.000Z',
        ground: null,
        reason: null,
      },
    ],
    ...change,
  });
}

type Compared = z.input<typeof CollationComparison>;

export function comparisonOf(rows: Partial<Compared['rows'][number]>[]): Compared {
  return {
    collationId: freshId(),
    version: 1,
    parties: ['APC', 'LP', 'Others'],
    rows: rows.map((row) => ({
      childCode: '24-11-05-001',
      name: 'Polling Unit 1',
      code: 'ROW_EQUAL',
      fields: [],
      basis: 'provisional',
      coverage: { units: 1, held: 1 },
      resultId: null,
      resultStatus: 'pending',
      desk: false,
      childCollationId: null,
      ...row,
    })),
    counts: {},
  };
}

export function gapAnswer(change: Partial<z.input<typeof CollationGap>> = {}): z.input<typeof CollationGap> {
  return {
    constituency: null,
    party: 'APC',
    declared: 320,
    own: 300,
    terms: [
      {
        kind: 'row',
        level: 'ward',
        area: '24-11-05',
        areaName: 'Ipodo',
        row: '24-11-05-001',
        rowName: 'Polling Unit 1',
        votes: 20,
        formCode: 'EC8B',
        collationId: freshId(),
        childCollationId: null,
        resultId: freshId(),
        desk: false,
      },
    ],
    form: { id: freshId(), formCode: 'EC8B', source: 'agent', status: 'pending', version: 1 },
    coverage: { units: 2, held: 2, verified: 1 },
    asOf: '2027-01-16T20:00:00.000Z',
    ...change,
  };
}

/** Twenty wards and an LGA: 12 forms are in, of which two wait, one is disputed and one out of date. */
export const countsOf = (change: Partial<CollationCounts> = {}): CollationCounts => ({
  levels: [
    {
      level: 'ward',
      formCode: 'EC8B',
      expected: 20,
      in: 12,
      started: 12,
      pending: 2,
      verified: 9,
      disputed: 1,
      outOfDate: 1,
    },
    {
      level: 'lga',
      formCode: 'EC8C',
      expected: 1,
      in: 0,
      started: 1,
      pending: 0,
      verified: 0,
      disputed: 0,
      outOfDate: 0,
    },
  ],
  differing: 3,
  agents: 18,
  ...change,
});

/** The same before the first form. */
export const noFormsYet = (): CollationCounts =>
  countsOf({
    levels: countsOf().levels.map((level) => ({
      ...level,
      in: 0,
      started: 0,
      pending: 0,
      verified: 0,
      disputed: 0,
      outOfDate: 0,
    })),
    differing: 0,
  });
