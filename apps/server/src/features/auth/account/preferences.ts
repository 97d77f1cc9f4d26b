import { type Preferences, type PreferencesRequest, Theme } from '@ec/contract/auth/account';
import type { Actor } from '../../../platform/http/actor.ts';
import type { WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { lockPerson, type Person, updatePerson } from '../repository.ts';

/** The user's preferences; a value that this version no longer offers counts as unset. */
export function preferencesOf(person: Pick<Person, 'preferences'>): Preferences {
  const theme = Theme.safeParse(person.preferences.theme);
  return { theme: theme.success ? theme.data : null };
}

/** Stores the user's preferences, for all their devices. */
export async function setPreferences(
  write: WriteContext & { actor: Actor },
  chosen: PreferencesRequest,
): Promise<Preferences> {
  const person = await lockPerson(write.tx, write.actor.userId);
  if (!person) throw new AppError('SESSION_ENDED');
  const previous = preferencesOf(person);
  if (previous.theme === chosen.theme) {
    write.noChange();
    return previous;
  }
  const preferences = JSON.stringify({ ...person.preferences, theme: chosen.theme });
  await updatePerson(write.tx, person.id, { preferences });
  await write.audit({
    event: 'user.preferences_changed',
    resourceId: person.id,
    areaId: person.area_id,
    previous,
    next: { theme: chosen.theme },
  });
  return { theme: chosen.theme };
}
