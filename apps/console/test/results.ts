import type { LocationId } from '@ec/contract/geography/location-id';
import { chainOf, codeOf, locationIdOf, locationType, NATION, parentOf } from '@ec/contract/geography/location-id';
import { Receipt, ResultDetail } from '@ec/contract/results/schemas';
import { checkSheet } from '@ec/contract/results/sheet';
import { SubmissionDesk } from '@ec/contract/results/desk';
import type * as z from 'zod/mini';

export const PARTIES = ['APC', 'PDP', 'LP', 'NNPP', 'Others'];
export const UNIT: LocationId = locationIdOf('24-11-05-003') ?? NATION;
const OFFICER = { id: '0190a0b0-0000-7000-8000-000000000001', name: 'Ada Obi', role: 'polling_unit_officer' };
const AT = '2023-02-25T15:00:00.000Z';

let made = 0;
/** A fresh id, so that what one test leaves on the device is not found by the next. */
export function freshId(): string {
  made += 1;
  return `0190a0b0-0000-7000-8000-${String(made + 1000).padStart(12, '0')}`;
}

const NAMES = ['Nigeria', 'South West', 'Lagos', 'Ikeja', 'Ipodo', 'Seriki Aro'];
const chain = chainOf(UNIT).map((id, i) => ({ id, type: locationType(id), name: NAMES[i] ?? '' }));

type DeskInput = z.input<typeof SubmissionDesk>;
type ElectionInput = DeskInput['elections'][number];

export function deskElection(change: Partial<ElectionInput> = {}): ElectionInput {
  return {
    id: freshId(),
    name: 'Presidential election',
    type: 'presidential',
    contestDay: null,
    status: 'live',
    electionDate: '2023-02-25',
    parties: PARTIES,
    formCode: 'EC8A',
    looks: [],
    candidates: {},
    fullEc8a: false,
    allPartiesListed: false,
    deadline: new Date(Date.now() + 3 * 3_600_000 + 60_000).toISOString(),
    closed: null,
    late: false,
    result: null,
    ...change,
  };
}

export function deskOf(elections: ElectionInput[], change: Partial<DeskInput> = {}): SubmissionDesk {
  return SubmissionDesk.parse({
    unit: {
      id: UNIT,
      type: 'polling_unit',
      name: 'Seriki Aro',
      code: codeOf(UNIT),
      parentId: parentOf(UNIT),
      chain,
      registeredVoters: 512,
      units: 1,
    },
    source: 'official',
    elections,
    pollingUnitId: UNIT,
    photoSending: 'copy_first',
    takeoverAfter: 2,
    wardAdmin: { name: 'Bola Ade', phone: '+2348035550101' },
    resultSmsNumber: '',
    ...change,
  });
}

export function receiptOf(change: Partial<z.input<typeof Receipt>> = {}): Receipt {
  return Receipt.parse({
    id: freshId(),
    submissionId: 'S-24-11-05-003-O-1-ABCDEF',
    version: 1,
    status: 'pending',
    flags: [],
    submittedAt: AT,
    sheetSha256: null,
    originalSha256: null,
    photo: 'none',
    digest: 'a1b2c3d4e5f6'.padEnd(64, '0'),
    ...change,
  });
}

const VOTES = { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 3 };

/** A version of 140 votes of 141 accredited, or as changed. */
export function versionOf(change: Partial<ResultDetail['versions'][number]> = {}): ResultDetail['versions'][number] {
  return ResultDetail.shape.versions.parse([
    {
      version: 1,
      votes: VOTES,
      voidVotes: 4,
      totalVotes: 140,
      accreditedVoters: 141,
      registeredVoters: 512,
      boxes: null,
      flags: [],
      photo: change.sheetFileId ? 'received' : 'none',
      photoDeclared: false,
      sheetFileId: null,
      sheetSha256: null,
      originalFileId: null,
      originalSha256: null,
      originalAskedAt: null,
      submissionId: 'S-1',
      digest: 'd'.repeat(64),
      late: false,
      submittedBy: OFFICER,
      submittedAt: AT,
      desk: null,
      ...change,
    },
  ])[0] as ResultDetail['versions'][number];
}

/** What a reader may do with a result who may do nothing. */
export const MAY_NOTHING = {
  verify: false,
  return: false,
  dispute: false,
  cancel: false,
  resubmit: false,
  askOriginal: false,
  takeOver: false,
  askTakeover: false,
  refusal: null,
};
/** The decisions of a reviewer on a result without over-voting. */
export const MAY_DECIDE = { ...MAY_NOTHING, verify: true, return: true, dispute: true };

/** The figures of versionOf as an officer types them, by the label of the field. */
export const TYPED_SHEET = {
  'Accredited voters': '141',
  APC: '31',
  PDP: '12',
  LP: '88',
  NNPP: '2',
  Others: '3',
  'Rejected ballots (box 6)': '4',
};

/** A result whose newest version is the last of the given ones. */
export function resultOf(
  change: Partial<z.input<typeof ResultDetail>> = {},
  versions: ResultDetail['versions'] = [versionOf()],
): ResultDetail {
  const newest = versions.at(-1) ?? versionOf();
  return ResultDetail.parse({
    ...newest,
    id: freshId(),
    electionId: freshId(),
    pollingUnitId: UNIT,
    pollingUnitCode: codeOf(UNIT),
    chain,
    source: 'official',
    status: 'pending',
    turnout: 27.5,
    leading: 'LP',
    decidedBy: null,
    decidedAt: null,
    reason: null,
    takenOver: null,
    takeoverAskedAt: null,
    can: MAY_NOTHING,
    parties: PARTIES,
    formCode: 'EC8A',
    looks: [],
    candidates: {},
    checks: checkSheet({ ...newest, boxes: undefined }, 512),
    versions,
    history: versions.map((version) => ({
      action: 'submitted',
      version: version.version,
      by: version.submittedBy,
      at: version.submittedAt,
      reason: null,
    })),
    election: { name: 'Presidential election', type: 'presidential' },
    contests: [],
    disputeId: null,
    takesVersions: true,
    secondEntry: null,
    hint: null,
    overVotingLaw: { law: 'electoral_act_2022', section: '51', confirmed: true },
    wardTurnout: { turnout: 26.1, units: 9 },
    ...change,
  });
}
