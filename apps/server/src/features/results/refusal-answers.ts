import { errorText } from '@ec/contract/base/errors';
import type { LocationId } from '@ec/contract/geography/location-id';
import { atLeast } from '@ec/contract/permissions/default-levels';
import type { Privilege } from '@ec/contract/permissions/privileges';
import type { ControlAct, DecisionRefusal, Takeover } from '@ec/contract/results/schemas';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import type { Actor } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import type { OrganisationState } from '../../platform/runtime/organisation.ts';
import type { Refusal, SenderRefusal, Sent } from './decision-rules.ts';
import type { TakeoverRow } from './queries.ts';
import { listResolvers } from '../users/in-charge-queries.ts';

/** What the person did to the account, as the sentence of CONTROLS_SENDER reads. */
export const CONTROL_WORDS: Record<ControlAct, string> = {
  created: 'created',
  invited: 'gave the invite code of',
  password_set: 'set the password of',
  phone_changed: 'changed the phone number of',
};

const SENDER_REFUSALS: readonly string[] = [
  'OWN_RESULT',
  'CONTROLS_SENDER',
  'SENT_FROM_YOUR_DEVICE',
  'DESK_DECIDED',
] satisfies SenderRefusal['code'][];

const isSenderRefusal = (refusal: Refusal): refusal is SenderRefusal => SENDER_REFUSALS.includes(refusal.code);

/** The refusal as answers show it, where it is about who sent the version; null for any other. */
export function toRefusal(refusal: Refusal | null): DecisionRefusal | null {
  if (!refusal || !isSenderRefusal(refusal)) return null;
  const details = refusal.code === 'CONTROLS_SENDER' ? { act: CONTROL_WORDS[refusal.act] } : {};
  return { code: refusal.code, reason: errorText(refusal.code, details) };
}

/** Who reads the answer, in which organisation, and when. */
export interface Reader {
  actor: Actor;
  organisation: OrganisationState;
  now: Date;
}

/** A sentence with the nearest office that may decide in the reader's place; empty where there is none. */
export async function otherDecider(
  db: Db,
  { actor, organisation, now }: Reader,
  sent: Sent & { pollingUnitId: LocationId; roles: readonly Role[]; raisedBy: string | null; privilege: Privilege },
): Promise<string> {
  const { pollingUnitId, submittedBy, controls, raisedBy, privilege } = sent;
  const roles = sent.roles.filter((role) => atLeast(organisation.levels[role].disputes, 'write'));
  const except = [actor.userId, raisedBy, submittedBy, ...controls.map(({ by }) => by)];
  const filter = { pollingUnitId, roles, except, privilege, now };
  const [nearest] = await listResolvers(db, filter, { reader: actor, limit: 1 });
  if (!nearest) return '';
  const names = await loadNames(db, [nearest.area]);
  return `The ${ROLES[nearest.role].title} of ${names.get(nearest.area) ?? ''} may decide.`;
}

export const toTakeover = (row: TakeoverRow['takenOver']): Takeover | null =>
  row && { ...row, at: new Date(row.at).toISOString() };
