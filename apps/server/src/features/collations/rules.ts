import { chainOfType, type CollationLevel } from '@ec/contract/collations/chain';
import {
  COLLATION_FLAGS,
  columnFaults,
  isOverVoted,
  type RowFigures,
  rowAddsUp,
} from '@ec/contract/collations/figures';
import {
  type CollationFlag,
  type CollationStatus,
  MAX_PAGES,
  type ReturnGround,
} from '@ec/contract/collations/schemas';
import type { ElectionType } from '@ec/contract/elections/schemas';
import {
  ancestorOf,
  isInside,
  type LocationId,
  type LocationType,
  locationType,
  NATION,
} from '@ec/contract/geography/location-id';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { holdsPrivilege, RESULT_DECIDING } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, isOneOf, NATIONAL_ROLES, type Role } from '@ec/contract/permissions/roles';
import { standsAbove } from '@ec/contract/disputes/schemas';
import { type Refusal as ResultRefusal, type Reviewer, type Sent, senderRefusal } from '../results/decision-rules.ts';

/** Which form: its level and area, and the constituency in elections that are held in such. */
export interface FormPlace {
  level: CollationLevel;
  areaId: LocationId;
  constituencyId: string | null;
}

/** The type of place that a form of the level is filled in for; of a declaration that of the last level below it. */
export function areaTypeOf(type: ElectionType, level: CollationLevel): LocationType {
  if (level === 'declaration') return areaTypeOf(type, chainOfType(type).at(-2) ?? 'ward');
  return level === 'nation' ? 'national' : level;
}

/** The type of place that its rows are about: a declaration has one row at most, of its own area. */
export function childTypeOf(type: ElectionType, level: CollationLevel): LocationType {
  const below = { ward: 'polling_unit', lga: 'ward', state: 'lga', nation: 'state' } as const;
  return level === 'declaration' ? areaTypeOf(type, level) : below[level];
}

/** The forms that the form's figures move up to, the nearest first. */
export function formsAbove(type: ElectionType, form: FormPlace): FormPlace[] {
  const chain = chainOfType(type);
  return chain.slice(chain.indexOf(form.level) + 1).flatMap((level) => {
    const areaType = areaTypeOf(type, level);
    const areaId = areaType === 'national' ? NATION : ancestorOf(form.areaId, areaType);
    return areaId === undefined ? [] : [{ level, areaId, constituencyId: form.constituencyId }];
  });
}

/** The level below, whose forms the rows are carried from; undefined for a ward, whose rows are units. */
export function levelBelow(type: ElectionType, level: CollationLevel): CollationLevel | undefined {
  const chain = chainOfType(type);
  return chain[chain.indexOf(level) - 1];
}

const ENTERED_BY: Readonly<Partial<Record<LocationType, readonly Role[]>>> = {
  ward: ['ward_admin'],
  lga: ['lga_admin'],
  state: ['state_admin'],
  national: NATIONAL_ROLES,
};

const managesResults = (person: Pick<Reviewer, 'levels' | 'privileges'>): boolean =>
  atLeast(person.levels.disputes, 'write') && holdsPrivilege(person, 'canManageResults');

/**
 * Why the person does not enter the form; null if they do: the administrator of its area (national roles for a declaration too), and the person
 * assigned to its centre.
 */
export function entryRefusal(
  person: Pick<Reviewer, 'role' | 'areas' | 'levels' | 'privileges'>,
  form: FormPlace,
  isAgent: boolean,
): { code: 'NOT_FOUND' } | { code: 'CENTRE_NOT_YOURS' } | null {
  if (isAgent) return null;
  if (!person.areas.some((area) => isInside(form.areaId, area))) return { code: 'NOT_FOUND' };
  const roles = ENTERED_BY[locationType(form.areaId)] ?? [];
  const own =
    roles.includes(person.role) || (form.level === 'declaration' && NATIONAL_ROLES.some((r) => r === person.role));
  return own && managesResults(person) ? null : { code: 'CENTRE_NOT_YOURS' };
}

/** Who calls what decides on forms and enters what the portal publishes. */
export const DECIDERS = { roles: ADMIN_ROLES, module: 'disputes', level: 'write', privilege: RESULT_DECIDING } as const;

export type CollationDecision = 'verify' | 'return' | 'dispute';

/** The state machine of a form (docs/states.md). */
const MOVES = {
  verify: { from: ['pending', 'disputed'], to: 'verified' },
  return: { from: ['pending', 'disputed'], to: 'returned' },
  dispute: { from: ['pending', 'verified'], to: 'disputed' },
} as const satisfies Record<CollationDecision, { from: readonly CollationStatus[]; to: CollationStatus }>;

export const movedTo = (decision: CollationDecision) => MOVES[decision].to;

/** A newer version is taken while the form waits for its review or was returned. */
export const mayReplace = (status: CollationStatus): boolean => status === 'pending' || status === 'returned';

/** What a form is returned for that a page can mend: with one more it waits for its review again. */
const MENDED_BY_PAGES: readonly ReturnGround[] = ['wrong_form', 'unreadable', 'incomplete'];
export const waitsAfterPages = (status: CollationStatus, ground: ReturnGround | null): boolean =>
  status === 'returned' && ground !== null && MENDED_BY_PAGES.includes(ground);

/** Why the person adds no page to the form; null if they may: who entered it, or an agent of its centre, until it is decided on. */
export function pagesRefusal(
  userId: string,
  form: { submittedBy: string; status: CollationStatus; photos: readonly unknown[] },
  isAgent: boolean,
): { code: 'PAGES_NOT_YOURS' } | { code: 'COLLATION_FINAL' } | { code: 'TOO_MANY_PAGES' } | null {
  if (form.submittedBy !== userId && !isAgent) return { code: 'PAGES_NOT_YOURS' };
  if (!mayReplace(form.status)) return { code: 'COLLATION_FINAL' };
  return form.photos.length < MAX_PAGES ? null : { code: 'TOO_MANY_PAGES' };
}

export interface ReviewedForm extends Sent {
  areaId: LocationId;
  status: CollationStatus;
  /** Who added pages to the version. */
  pagesBy: readonly string[];
  /** Who disputed it, while it is disputed. */
  disputedBy: { id: string; role: Role } | null;
  locked: boolean;
  outOfDate: boolean;
}

export type CollationRefusal =
  | { code: 'NOT_FOUND' | 'NOT_PERMITTED' | 'OWN_COLLATION' | 'SENT_FROM_YOUR_DEVICE' | 'DISPUTE_FOR_LEVEL_ABOVE' }
  | Extract<ResultRefusal, { code: 'CONTROLS_SENDER' }>
  | { code: 'COLLATION_TRANSITION' | 'COLLATION_LOCKED' | 'NOT_OUT_OF_DATE' };

function areaRefusal(reviewer: Reviewer, form: Pick<ReviewedForm, 'areaId' | 'status'>): CollationRefusal | null {
  if (!reviewer.areas.some((area) => isInside(form.areaId, area))) return { code: 'NOT_FOUND' };
  const privilege = form.status === 'disputed' ? 'canManageDisputes' : 'canManageResults';
  return atLeast(reviewer.levels.disputes, 'write') && holdsPrivilege(reviewer, privilege)
    ? null
    : { code: 'NOT_PERMITTED' };
}

/** Whether the person may decide on the form at all: an administrator of its areas who could not have entered it. */
export function reviewRefusal(reviewer: Reviewer, form: ReviewedForm): CollationRefusal | null {
  const outside = areaRefusal(reviewer, form);
  if (outside) return outside;
  if (!isOneOf(ADMIN_ROLES, reviewer.role)) return { code: 'NOT_PERMITTED' };
  if (form.pagesBy.includes(reviewer.userId)) return { code: 'OWN_COLLATION' };
  const sender = senderRefusal(reviewer, form);
  // A form has no desk version: its controls are acts about accounts.
  return sender?.code === 'OWN_RESULT' || sender?.code === 'DESK_DECIDED' ? { code: 'OWN_COLLATION' } : sender;
}

/** Whether the person may take the decision now; null if they may. */
export function decisionRefusal(
  reviewer: Reviewer,
  form: ReviewedForm,
  decision: CollationDecision,
): CollationRefusal | null {
  const general = decision === 'dispute' ? areaRefusal(reviewer, form) : reviewRefusal(reviewer, form);
  if (general) return general;
  if (!(MOVES[decision].from as readonly CollationStatus[]).includes(form.status))
    return { code: 'COLLATION_TRANSITION' };
  if (decision === 'dispute') return null;
  const { disputedBy } = form;
  if (disputedBy && (disputedBy.id === reviewer.userId || !standsAbove(reviewer.role, disputedBy.role)))
    return { code: 'DISPUTE_FOR_LEVEL_ABOVE' };
  return form.locked && form.status !== 'disputed' ? { code: 'COLLATION_LOCKED' } : null;
}

/** Whether the person may say that they looked at a form again after one below it was opened. */
export function acknowledgeRefusal(reviewer: Reviewer, form: ReviewedForm): CollationRefusal | null {
  return reviewRefusal(reviewer, form) ?? (form.outOfDate ? null : { code: 'NOT_OUT_OF_DATE' });
}

/** The flags of a version as they hold now: a page that came later was not there when it was stored. */
export function flagsNow<T extends { code: string }>(flags: readonly T[], pages: readonly unknown[]): T[] {
  return flags.filter(({ code }) => code !== 'NO_PHOTO' || pages.length === 0);
}

export interface EnteredRow extends RowFigures {
  childCode: string;
}

/** What is noted of a form beside its figures. Nothing of it is refused: a wrong form is what the product is there to show. */
export function flagsOf(form: {
  rows: readonly EnteredRow[];
  stated: RowFigures;
  parties: readonly string[];
  missing: readonly string[];
  photos: number;
}): CollationFlag[] {
  const { rows, stated, parties, missing, photos } = form;
  const codes = (wrong: (row: EnteredRow) => boolean) => rows.filter(wrong).map(({ childCode }) => childCode);
  const columns = rows.length > 0 ? columnFaults(stated, rows, parties).map(({ name }) => name) : [];
  const found = {
    COLUMN_SUM: columns,
    ROW_SUM: [...codes((row) => !rowAddsUp(row)), ...(rowAddsUp(stated) ? [] : ['totals'])],
    OVER_VOTING: codes(isOverVoted),
    ROWS_MISSING: rows.length > 0 ? missing : [],
    NO_PHOTO: photos === 0 ? ['photo'] : [],
  };
  return (Object.keys(found) as (keyof typeof found)[]).flatMap((code) =>
    found[code].length > 0 ? [{ code, message: COLLATION_FLAGS[code], at: [...found[code]] }] : [],
  );
}
