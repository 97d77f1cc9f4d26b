import type { Me } from '@ec/contract/auth';
import type { Actor } from '../../platform/actor.ts';
import type { ReadContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { VERSION } from '../../platform/version.ts';
import { sessionUser } from './queries.ts';
import { findPerson } from './repository.ts';

/** The signed-in person, what they may do, and what holds for everybody at this moment. */
export async function readMe(context: ReadContext, actor: Actor): Promise<Me> {
  const { db, organisation, platform } = context;
  const person = await findPerson(db, actor.userId);
  if (!person) throw new AppError('SESSION_ENDED');
  const { general, security } = organisation.settings;
  return {
    user: await sessionUser(db, person),
    mustChangePassword: person.must_change_password,
    levels: actor.levels,
    electionMode: organisation.electionMode,
    system: {
      name: general.systemName,
      rehearsal: platform.config.mode === 'rehearsal',
      timezone: general.timezone,
      dateFormat: general.dateFormat,
      sessionTimeoutMinutes: security.sessionTimeout,
      version: VERSION,
    },
  };
}
