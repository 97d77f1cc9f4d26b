import type { ApprovalDetail, ApprovalRequest, RequestedUser } from '@ec/contract/approvals';
import type { LocationId } from '@ec/contract/location-id';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { chainLinks, loadNames } from '../../platform/locations.ts';
import { placeNames } from '../users/person-answers.ts';
import type { PersonData } from '../users/tables.ts';
import { listEntries, type RequestGround, type RequestRow } from './queries.ts';
import { maySpeakForOwn, standingOf } from './rules.ts';

type Names = ReadonlyMap<LocationId, string>;

/** A place as it is read: "Ward 5, Ikeja, Lagos". The zone is left out where there is a state. */
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

function toRequestedUser(person: PersonData, names: Names): RequestedUser {
  const { name, firstName, lastName, email, phone, role, status, area } = person;
  const assignment = area === null ? null : placeLine(area, names);
  const places = placeNames(person.personalArea ?? area, names);
  return { name, firstName, lastName, email, phone, role, status, ...places, assignment };
}

/** What decides who decides, of a request as it is read. */
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

function toRequest(reader: Actor, row: RequestRow, names: Names): ApprovalRequest {
  const standing = standingOf(reader, decidableOf(row));
  const mine = row.requesterId === reader.userId && row.status === 'PENDING' && maySpeakForOwn(reader);
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
    userData: toRequestedUser(row.userData, names),
    previousData: row.previousData && toRequestedUser(row.previousData, names),
    justification: row.justification,
    approvedBy: decidedBy?.name ?? null,
    approvedByUser: decidedBy,
    standing,
    can: {
      decide: standing === 'decide',
      requestInfo: standing === 'decide',
      answer: mine && row.requiredInfo !== null,
      cancel: mine,
    },
  };
}

export async function toRequests(db: Db, reader: Actor, rows: readonly RequestRow[]): Promise<ApprovalRequest[]> {
  const people = rows.flatMap(({ userData, previousData }) => (previousData ? [userData, previousData] : [userData]));
  const places = people.flatMap(({ area, personalArea }) => [area, personalArea]).filter((id) => id !== null);
  const names = await loadNames(db, places);
  return rows.map((row) => toRequest(reader, row, names));
}

export async function toDetail(db: Db, reader: Actor, row: RequestRow): Promise<ApprovalDetail> {
  const [[request], entries] = await Promise.all([toRequests(db, reader, [row]), listEntries(db, row.id)]);
  if (!request) throw new Error('a request without its answer');
  return { ...request, history: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })) };
}
