import type { Account } from '@ec/contract/auth/account';
import type { Actor } from '../../../platform/http/actor.ts';
import type { ReadContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { preferencesOf } from './preferences.ts';
import { twoFactorSince } from '../queries.ts';
import { countRecoveryCodes } from './recovery-repository.ts';
import { findPerson } from '../repository.ts';
import { secondStepOf } from '../rules.ts';

/** What the user's own page shows in addition to /auth/me. */
export async function readAccount(context: ReadContext, actor: Actor): Promise<Account> {
  const { db, organisation } = context;
  const person = await findPerson(db, actor.userId);
  if (!person) throw new AppError('SESSION_ENDED');
  const enrolled = person.totp_secret !== null;
  const since = enrolled ? await twoFactorSince(db, person.id) : undefined;
  return {
    twoFactor: {
      required: organisation.settings.security.require2FA,
      optedIn: person.two_factor_enabled,
      method: secondStepOf(organisation.settings, { optedIn: person.two_factor_enabled, enrolled }),
      enrolledAt: since?.toISOString() ?? null,
      recoveryCodesLeft: enrolled ? await countRecoveryCodes(db, person.id) : 0,
    },
    preferences: preferencesOf(person),
  };
}
