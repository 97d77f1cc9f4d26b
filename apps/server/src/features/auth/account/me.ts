import type { Me } from '@ec/contract/auth/schemas';
import { codeOf, locationType } from '@ec/contract/geography/location-id';
import type { Actor } from '../../../platform/http/actor.ts';
import type { ReadContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { loadNames } from '../../../platform/database/locations.ts';
import { VERSION } from '../../../platform/runtime/version.ts';
import { preferencesOf } from './preferences.ts';
import { placeNames, scopeOf, sessionUser } from '../queries.ts';
import { findPerson } from '../repository.ts';

async function privilegesOf({ db }: ReadContext, actor: Actor): Promise<Me['privileges']> {
  const { privileges, areas } = actor;
  if (!privileges) return null;
  const names = await loadNames(db, areas);
  return {
    granted: privileges.granted,
    lapse: privileges.lapse,
    canManageRoles: [...privileges.roles],
    areas: areas.map((id) => ({ id, type: locationType(id), name: names.get(id) ?? '', code: codeOf(id) })),
    validUntil: privileges.validUntil?.toISOString() ?? null,
  };
}

/** The signed-in user, their rights, and the organisation's current state. */
export async function readMe(context: ReadContext, actor: Actor): Promise<Me> {
  const { db, organisation, platform } = context;
  const person = await findPerson(db, actor.userId);
  if (!person) throw new AppError('SESSION_ENDED');
  const { general, security } = organisation.settings;
  return {
    user: { ...sessionUser(person, await placeNames(db, person)), scope: await scopeOf(db, actor.area) },
    mustChangePassword: person.must_change_password,
    levels: actor.levels,
    privileges: await privilegesOf(context, actor),
    electionMode: organisation.electionMode,
    preferences: preferencesOf(person),
    system: {
      name: general.systemName,
      rehearsal: platform.config.mode === 'rehearsal',
      timezone: general.timezone,
      dateFormat: general.dateFormat,
      language: general.language,
      sessionTimeoutMinutes: security.sessionTimeout,
      version: VERSION,
    },
  };
}
