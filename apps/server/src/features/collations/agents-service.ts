import type {
  AgentListQuery,
  AssignAgentRequest,
  CollationAgent,
  CollationAgentId,
} from '@ec/contract/collations/schemas';
import { codeOf, isInside, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { COLLATION_ROLES, isOneOf } from '@ec/contract/permissions/roles';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import { type Actor, areasOf, boundedArea, isInsideOwn, requireInside } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { seesPhone } from '../../platform/identity/phones.ts';
import { notify } from '../notifications/notify.ts';
import { type AgentRecord, deleteAgent, findAgent, listAgents, putAgent } from './agents-repository.ts';
import { findCandidate } from '../users/search-queries.ts';
import { requireElection } from './form-service.ts';

function toAgent(
  actor: Actor,
  { person, status, personArea, phone, areaId, areaName, assigner, ...agent }: AgentRecord,
): CollationAgent {
  const seen = seesPhone(actor, { id: person.id, role: person.role, area: personArea });
  return {
    id: agent.id,
    electionId: agent.electionId,
    person,
    status,
    phone: seen ? phone : null,
    area: { id: areaId, type: locationType(areaId), name: areaName },
    areaCode: codeOf(areaId),
    assignedBy: assigner,
    assignedAt: agent.assignedAt.toISOString(),
  };
}

const CENTRES: readonly string[] = ['ward', 'lga', 'state', 'national'];

function requireCentre(area: LocationId): void {
  if (!CENTRES.includes(locationType(area)))
    throw new AppError('VALIDATION_FAILED').at({
      path: 'area',
      message: 'A centre is a ward, an LGA, a state or the nation',
    });
}

/** Assigns an active person of the caller's area to a centre in it; one who has another centre in the election moves. */
export async function assignAgent(
  write: WriteContext,
  actor: Actor,
  request: AssignAgentRequest,
): Promise<CollationAgent> {
  const { tx, now } = write;
  const election = await requireElection(tx, request.electionId);
  const area = areaFromReference(request.area);
  if (area === undefined) throw new AppError('NOT_FOUND');
  requireInside(actor, area);
  requireCentre(area);
  const person = await findCandidate(tx, request.userId);
  if (!person || person.area === null || !isInsideOwn(actor, person.area))
    throw new AppError('NOT_FOUND').atField('userId');
  const fit = person.active && isOneOf(COLLATION_ROLES, person.role) && request.userId !== actor.userId;
  if (!fit) throw new AppError('AGENT_UNFIT', { name: person.name }).atField('userId');
  const before = await findAgent(tx, { electionId: election.id, userId: request.userId });
  if (before && !isInsideOwn(actor, before.areaId)) throw new AppError('AGENT_UNFIT', { name: person.name });
  if (before?.areaId === area) {
    write.noChange();
    return toAgent(actor, before);
  }
  const id = await putAgent(tx, { electionId: election.id, userId: request.userId, area, by: actor.userId, at: now });
  await write.audit({
    event: 'collation_agent.assigned',
    resourceId: id,
    areaId: area,
    ...(before && { previous: { area: codeOf(before.areaId) } }),
    next: { userId: request.userId, electionId: election.id, area: codeOf(area) },
  });
  const stored = await findAgent(tx, { electionId: election.id, userId: request.userId });
  if (!stored) throw new Error('the assignment was not stored');
  await notify(write, {
    userIds: [request.userId],
    topic: 'results',
    type: 'info',
    title: 'You are a collation agent',
    message: `${actor.name} assigned you to the collation centre ${stored.areaName} for ${election.name}.`,
    actionUrl: '/collations',
  });
  return toAgent(actor, stored);
}

/** Ends the assignment; what the person entered stays. */
export async function endAgent(write: WriteContext, actor: Actor, id: CollationAgentId): Promise<void> {
  const agent = await findAgent(write.tx, { id });
  if (!agent || !areasOf(actor).some((own) => isInside(agent.areaId, own))) throw new AppError('NOT_FOUND');
  await deleteAgent(write.tx, id);
  await write.audit({
    event: 'collation_agent.ended',
    resourceId: id,
    areaId: agent.areaId,
    previous: { userId: agent.person.id, electionId: agent.electionId, area: codeOf(agent.areaId) },
  });
}

export async function agentList(
  db: Db,
  actor: Actor,
  query: z.output<typeof AgentListQuery>,
): Promise<{ agents: CollationAgent[]; total: number }> {
  const asked = areaFromReference(query.area);
  const areas = asked === undefined ? areasOf(actor) : [boundedArea(actor, asked)];
  const { rows, total } = await listAgents(db, {
    areas,
    electionId: query.electionId,
    q: query.q,
    ...pageOf(query, 50),
  });
  return { agents: rows.map((row) => toAgent(actor, row)), total };
}
