import {
  differingFields,
  type EntryField,
  type EntryFigures,
  type EntryForm,
  isEmptySheet,
} from '@ec/contract/second-entry/figures';
import {
  AUDIT_VERDICTS,
  CORRECTIONS,
  POLICY_VERDICTS,
  type SecondEntryState,
  VERDICT_MOVES,
  type Verdict,
  VERDICTS,
} from '@ec/contract/second-entry/states';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { type Refusal, reviewRefusal, type Reviewer, type Sent } from '../results/decision-rules.ts';
import type { ElectionStatus } from '@ec/contract/elections/schemas';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import { type HeldPrivileges, holdsPrivilege, RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import { NATIONAL_ROLES, type Role } from '@ec/contract/permissions/roles';
import { countedWrong } from '@ec/contract/review-audits/outcomes';
import type { ReviewAudit } from '@ec/contract/review-audits/schemas';

/** The form of a version, by the options of its election; one sent before these asked for boxes 3 to 8 is compared without them. */
export const formOf = ({
  parties,
  configuration,
  boxes,
}: {
  parties: readonly string[];
  configuration: Readonly<Record<string, unknown>>;
  boxes: object | null;
}): EntryForm => ({
  parties,
  fullEc8a: configuration['fullEc8a'] === true && boxes !== null,
  allPartiesListed: configuration['allPartiesListed'] === true,
});

/** What a transcriber's figures lead to. Equal figures of an empty form prove nothing: an arbiter looks at the paper. */
export function compareEntry(
  entered: EntryFigures,
  officer: EntryFigures,
  fields: readonly EntryField[],
): { state: 'matched' | 'differs'; fields: EntryField[] } {
  const differing = differingFields(entered, officer, fields);
  const equal = differing.length === 0 && !isEmptySheet(entered);
  return { state: equal ? 'matched' : 'differs', fields: differing };
}

/** The fields of a request that are missing, blank or none of the sheet's. Registered voters may be blank: the register has them. */
export function entryFaults(figures: EntryFigures, asked: readonly EntryField[]): { path: string; message: string }[] {
  const unknown = Object.keys(figures).filter((field) => !asked.includes(field));
  const missing = asked.filter((field) => field !== 'registeredVoters' && (figures[field] ?? null) === null);
  return [
    ...unknown.map((field) => ({ path: `figures.${field}`, message: 'Not asked for on this sheet' })),
    ...missing.map((field) => ({
      path: `figures.${field}`,
      message: 'Enter the number on the paper, 0 where it shows none, or say that it cannot be read',
    })),
  ];
}

/** The verdicts that the state allows: of an empty sheet that it is empty, of differing fields whose they are. */
export function verdictsOf(entry: {
  state: SecondEntryState;
  fields: readonly string[];
  corrections: number;
  resultStatus: ResultStatus;
  auditId: string | null;
}): Verdict[] {
  const empty = entry.fields.length === 0;
  if (entry.auditId !== null && entry.resultStatus !== 'verified') return [];
  const others = entry.auditId === null ? AUDIT_VERDICTS : POLICY_VERDICTS;
  return VERDICTS.filter((verdict) => {
    if (VERDICT_MOVES[verdict].from !== entry.state || others.includes(verdict)) return false;
    // What is in dispute goes back to its officer by the resolution of the dispute alone.
    if (VERDICT_MOVES[verdict].to === 'officer_asked' && entry.resultStatus !== 'pending') return false;
    if (verdict === 'equal') return empty;
    if (verdict === 'entry_wrong') return !empty && entry.corrections < CORRECTIONS;
    return true;
  });
}

/** Whether the version is entered still: the policy's until it is decided on, an audit's as long as it is verified. */
export function stands(entry: {
  version: number;
  newest: number;
  resultStatus: ResultStatus;
  auditId: string | null;
}): boolean {
  const open: readonly ResultStatus[] = entry.auditId === null ? ['pending', 'disputed'] : ['verified'];
  return entry.version === entry.newest && open.includes(entry.resultStatus);
}

/** What shows who had a part in an entry: in sending its version, in entering it, or in the version before an audit drew it. */
type Parts = Sent & { entered: readonly string[]; barred: readonly string[] };

/** The people whom their part in an entry keeps from deciding between its entries; who did so from the sender's device is not known. */
export const notArbiters = ({ submittedBy, controls, entered, barred }: Parts): string[] => [
  submittedBy,
  ...controls.map(({ by }) => by),
  ...entered,
  ...barred,
];

export type ArbiterRefusal = Refusal | { code: 'OWN_ENTRY' } | { code: 'OWN_REVIEW' };

/** Whether the person may decide between the entries: an administrator who may decide on results of the unit, neither its sender nor one who entered the sheet; of an audit, none who had a part in the version before. */
export function arbiterRefusal(
  reviewer: Reviewer,
  entry: Parts & { pollingUnitId: LocationId; resultStatus: ResultStatus },
): ArbiterRefusal | null {
  const general = reviewRefusal(reviewer, { ...entry, status: entry.resultStatus });
  if (general) return general;
  if (entry.entered.includes(reviewer.userId)) return { code: 'OWN_ENTRY' };
  return entry.barred.includes(reviewer.userId) ? { code: 'OWN_REVIEW' } : null;
}

interface Drawer {
  role: Role;
  levels: ModuleLevels;
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}

/** Sheets are verified while an election is live and after it; what is archived stays as it is. */
const DRAWN_IN: readonly ElectionStatus[] = ['live', 'completed'];

const isDrawer = (drawer: Drawer): boolean =>
  (NATIONAL_ROLES as readonly Role[]).includes(drawer.role) &&
  atLeast(drawer.levels.disputes, 'write') &&
  RESULT_DECIDING.some((privilege) => holdsPrivilege(drawer, privilege));

/** Whether the person may draw verified sheets of an election that has got so far. */
export const mayDraw = (drawer: Drawer, { electionStatus }: { electionStatus: ElectionStatus }): boolean =>
  isDrawer(drawer) && DRAWN_IN.includes(electionStatus);

/**
 * What the person may do with an audit: extend an open one in which errors appeared, and close it. The close changes no result and publishes the seed, so
 * it is possible in an archived election too.
 */
export function auditCan(
  drawer: Drawer,
  election: { electionStatus: ElectionStatus },
  audit: Pick<ReviewAudit, 'closed' | 'counts' | 'sheets' | 'population'>,
): ReviewAudit['can'] {
  const close = audit.closed === null && isDrawer(drawer);
  const extend = close && mayDraw(drawer, election);
  return { extend: extend && countedWrong(audit.counts) > 0 && audit.sheets < audit.population, close };
}
