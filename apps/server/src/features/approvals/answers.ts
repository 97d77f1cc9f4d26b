import type { ApprovalDetail, ApprovalRequest, RequestedUser } from '@ec/contract/approvals/schemas';
import type { UserId } from '@ec/contract/base/common';
import { errorText } from '@ec/contract/base/errors';
import type { LocationId } from '@ec/contract/geography/location-id';
import { maskPhone } from '@ec/contract/users/phones';
import type { Actor, Holder } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { holdersIn } from '../../platform/http/require-still.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { seesPhone } from '../../platform/identity/phones.ts';
import { placeNames } from '../users/person-answers.ts';
import type { PersonData } from '../../platform/database/tables/users.ts';
import { listEntries, type RequestGround, type RequestRow } from './queries.ts';
import { CHANGED_SINCE, maySpeakForOwn, mayStillAsk, showsAnother, standingOf, takesSecondPerson } from './rules.ts';

type Names = ReadonlyMap<LocationId, string>;

/** A place as text: "Ward 5, Ikeja, Lagos". The zone is omitted if there is a state. */
function placeLine(id: LocationId, names: Names): string {
  const links = chainLinks(id, names).filter(({ type }) => type !== 'national');
  const shown = links.length > 1 ? links.slice(1) : links;
  return shown.length === 0
    ? (names.get(id) ?? '')
    : shown
        .map(({ name }) => name)
        .toReversed()
        .join(', ');
}

/** Masks a phone number that the reader cannot see elsewhere, unless they entered it themselves. */
export function phoneFor(reader: Actor, row: RequestRow, { phone, role, area }: PersonData): string {
  const typed = row.requesterId === reader.userId && row.type === 'USER_REGISTRATION';
  return typed || seesPhone(reader, { id: row.targetUserId, role, area }) ? phone : maskPhone(phone);
}

function toRequestedUser(reader: Actor, row: RequestRow, person: PersonData, names: Names): RequestedUser {
  const { name, firstName, lastName, email, role, status, area } = person;
  const phone = phoneFor(reader, row, person);
  const assignment = area === null ? null : placeLine(area, names);
  const places = placeNames(person.personalArea ?? area, names);
  return { name, firstName, lastName, email, phone, role, status, ...places, assignment };
}

/** The facts that determine the approver, of a listed request. */
export function decidableOf(row: Omit<RequestGround, 'priority'>) {
  const { status, requesterId, requesterRole, requesterArea, targetUserId, userData, previousData } = row;
  const data = previousData ? [userData, previousData] : [userData];
  return {
    status,
    requesterId,
    requesterRole,
    requesterArea,
    targetUserId,
    areas: [...data.map(({ area }) => area), row.targetArea],
    roles: [...data.map(({ role }) => role), row.targetRole],
  };
}

/** The user who decided; their e-mail is shown to readers who can see their phone number. */
function toDecider(reader: Actor, decider: NonNullable<RequestRow['decidedBy']>): ApprovalRequest['approvedByUser'] {
  const { id, name, email, role } = decider;
  return { id, name, email: seesPhone(reader, decider) ? email : null, role };
}

/** Why the request can only be rejected, for a reader who can decide on it. */
function refusalOf(row: RequestRow, requester: Holder | undefined): ApprovalRequest['can']['refusal'] {
  const { targetData: target } = row;
  if (!requester || !mayStillAsk(requester, { ...row, target })) {
    return { code: 'REQUESTER_UNFIT', reason: errorText('REQUESTER_UNFIT') };
  }
  if (!showsAnother(row, target)) return null;
  return { code: 'USER_STATE', reason: errorText('USER_STATE', { name: row.targetName, status: CHANGED_SINCE }) };
}

function toRequest(
  reader: Actor,
  row: RequestRow,
  { names, requesters }: { names: Names; requesters: ReadonlyMap<UserId, Holder> },
): ApprovalRequest {
  const ground = decidableOf(row);
  const standing = standingOf(reader, ground);
  const mine = row.requesterId === reader.userId && row.status === 'PENDING' && maySpeakForOwn(reader, row.type);
  const { decidedBy } = row;
  return {
    id: row.id,
    requestType: row.type,
    status: row.status,
    priority: row.priority,
    createdAt: row.createdAt.toISOString(),
    approvedAt: row.decidedAt?.toISOString() ?? null,
    rejectionReason: row.status === 'REJECTED' ? row.decisionComment : null,
    requiredInfo: row.requiredInfo,
    infoComment: row.infoComment,
    requestingUser: { id: row.requesterId, name: row.requesterName, role: row.requesterRole },
    requestingUserName: row.requesterName,
    requestingUserRole: row.requesterRole,
    targetUserId: row.targetUserId,
    targetUserName: row.targetName,
    userData: toRequestedUser(reader, row, row.userData, names),
    previousData: row.previousData && toRequestedUser(reader, row, row.previousData, names),
    justification: row.justification,
    approvedBy: decidedBy?.name ?? null,
    approvedByUser: decidedBy && toDecider(reader, decidedBy),
    secondPerson: takesSecondPerson(ground),
    standing,
    can: {
      decide: standing === 'decide',
      requestInfo: standing === 'decide',
      answer: mine && row.requiredInfo !== null,
      cancel: mine,
      refusal: standing === 'decide' ? refusalOf(row, requesters.get(row.requesterId)) : null,
    },
  };
}

/** The read context: database, time and settings. */
export type Reading = Pick<ReadContext, 'db' | 'organisation' | 'now'>;

export async function toRequests(
  { db, ...at }: Reading,
  reader: Actor,
  rows: readonly RequestRow[],
): Promise<ApprovalRequest[]> {
  const people = rows.flatMap(({ userData, previousData }) => (previousData ? [userData, previousData] : [userData]));
  const places = people.flatMap(({ area, personalArea }) => [area, personalArea]).filter((id) => id !== null);
  const pending = rows.filter(({ status }) => status === 'PENDING');
  const [names, requesters] = await Promise.all([
    loadNames(db, places),
    holdersIn(db, new Set(pending.map(({ requesterId }) => requesterId)), at),
  ]);
  return rows.map((row) => toRequest(reader, row, { names, requesters }));
}

export async function toDetail(reading: Reading, reader: Actor, row: RequestRow): Promise<ApprovalDetail> {
  const [[request], entries] = await Promise.all([toRequests(reading, reader, [row]), listEntries(reading.db, row.id)]);
  if (!request) throw new Error('a request without its answer');
  return { ...request, history: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })) };
}
