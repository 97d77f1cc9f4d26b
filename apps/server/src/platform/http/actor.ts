import { type AccessNeed, type AccessSubject, decideAccess } from '@ec/contract/permissions/decide-access';
import type { SessionId, UserId } from '@ec/contract/base/common';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import type { ModuleLevels } from '@ec/contract/permissions/default-levels';
import { type HeldPrivileges, LAPSES, PRIVILEGES } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { AppError } from './errors.ts';

export interface ActorPrivileges extends HeldPrivileges {
  /** The roles that they may manage. */
  roles: readonly Role[];
  validUntil: Date | null;
}

/** The signed-in person a call acts for. */
export interface Actor {
  userId: UserId;
  sessionId: SessionId;
  /** SHA-256 (hex) of the key of the browser that the session was opened on; null for a client without one. Never logged or answered. */
  device: string | null;
  name: string;
  phone: string;
  role: Role;
  /** Their assigned area, which decides what they see, or the first area they are limited to; null without one. */
  area: LocationId | null;
  /**
   * All areas that they act in: one, or several for a moderator who is limited to them; none while not assigned, and
   * none while a moderator's privileges have lapsed, so that no list, stream or message about a place reaches them.
   */
  areas: readonly LocationId[];
  levels: ModuleLevels;
  /** The present grants of a limited moderator; null for users with all rights of their role. */
  privileges: ActorPrivileges | null;
  /** May enter sheets a second time. */
  transcriber: boolean;
  mustChangePassword: boolean;
}

/** A person with what they may do, without a session. */
export type Holder = Omit<Actor, 'sessionId' | 'device'>;

/** Throws NO_PRIVILEGES (lapsed), ROLE_DENIED, MODULE_DENIED, LEVEL_DENIED, PRIVILEGE_DENIED, TRANSCRIBER_REQUIRED or ELECTION_MODE_REQUIRED. */
export function requireAccess(subject: AccessSubject, need: AccessNeed): void {
  const decision = decideAccess(subject, need);
  if (decision.allowed) return;
  switch (decision.reason) {
    case 'lapsed':
      throw new AppError('NO_PRIVILEGES', { reason: LAPSES[decision.lapse] });
    case 'role':
      throw new AppError('ROLE_DENIED', { required: [...decision.required] });
    case 'module':
      throw new AppError('MODULE_DENIED', { module: decision.module });
    case 'level':
      throw new AppError('LEVEL_DENIED', { held: decision.held, needed: decision.needed });
    case 'privilege': {
      const { action, resource } = PRIVILEGES[decision.privilege];
      throw new AppError('PRIVILEGE_DENIED', { action, resource });
    }
    case 'transcriber':
      throw new AppError('TRANSCRIBER_REQUIRED');
    case 'election_mode':
      throw new AppError('ELECTION_MODE_REQUIRED');
  }
}

/** The area that bounds what the person sees; a person without one sees no record that has a place. Throws NOT_PERMITTED without an area. */
export function areaOf(actor: Actor): LocationId {
  if (actor.area === null)
    throw new AppError('NOT_PERMITTED', { action: 'see any area before you are assigned to one' });
  return actor.area;
}

/** All areas that bound what the person sees. Throws NOT_PERMITTED without an area. */
export function areasOf(actor: Actor): readonly LocationId[] {
  areaOf(actor);
  return actor.areas;
}

/** True for what lies in one of the person's areas. */
export function isInsideOwn(actor: Pick<Actor, 'areas'>, location: LocationId): boolean {
  return actor.areas.some((area) => isInside(location, area));
}

/** Throws NOT_FOUND for what lies outside the person's area, as if it did not exist. */
export function requireInside(actor: Pick<Actor, 'areas'>, location: LocationId): void {
  if (!isInsideOwn(actor, location)) throw new AppError('NOT_FOUND');
}

/** The requested area of a list, by default the person's first. Throws UNKNOWN_LOCATION outside their areas, NOT_PERMITTED if they have none. */
export function boundedArea(actor: Actor, asked: LocationId | undefined): LocationId {
  const own = areaOf(actor);
  if (asked === undefined) return own;
  if (!isInsideOwn(actor, asked)) throw new AppError('UNKNOWN_LOCATION', { reference: String(asked) });
  return asked;
}
