import {
  type Account,
  type Preferences,
  type PreferencesRequest,
  SavedViews,
  type SavedViewsRequest,
  Theme,
} from '@ec/contract/auth/account';
import type { Me } from '@ec/contract/auth/schemas';
import { codeOf, locationType } from '@ec/contract/geography/location-id';
import { loadNames } from '../../../platform/database/places.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { leastLength } from '../../../platform/identity/password-choice.ts';
import { VERSION } from '../../../platform/runtime/version.ts';
import { placeNames, scopeOf, sessionUser, twoFactorSince } from '../queries.ts';
import { findPerson, lockPerson, type Person, updatePerson } from '../repository.ts';
import { secondStepOf } from '../rules.ts';
import { countRecoveryCodes } from './recovery-repository.ts';

/** The console has fewer lists: a guard against a program that fills the record. */
const MOST_LISTS = 40;

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

type Views = Record<string, SavedViews['views']>;

/** The user's saved views by list; what this version cannot read counts as none. */
function viewsOf({ preferences }: Pick<Person, 'preferences'>): Views {
  const stored = preferences.views;
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([list, views]) => {
      const read = SavedViews.safeParse({ views });
      return read.success ? [[list, read.data.views]] : [];
    }),
  );
}

export async function savedViews({ db }: ReadContext, actor: Actor, list: string): Promise<SavedViews> {
  const person = await findPerson(db, actor.userId);
  if (!person) throw new AppError('SESSION_ENDED');
  return { views: viewsOf(person)[list] ?? [] };
}

/** Replaces the user's saved views of a list. */
export async function saveViews(
  write: WriteContext & { actor: Actor },
  { list, views }: SavedViewsRequest,
): Promise<SavedViews> {
  const person = await lockPerson(write.tx, write.actor.userId);
  if (!person) throw new AppError('SESSION_ENDED');
  const stored = viewsOf(person);
  const lists = Object.entries({ ...stored, [list]: views }).filter(([, each]) => each.length > 0);
  if (lists.length > MOST_LISTS) throw new AppError('VALIDATION_FAILED').at({ path: 'list', message: 'No such list' });
  const preferences = JSON.stringify({ ...person.preferences, views: Object.fromEntries(lists) });
  await updatePerson(write.tx, person.id, { preferences });
  await write.audit({
    event: 'user.preferences_changed',
    resourceId: person.id,
    areaId: person.area_id,
    previous: { list, views: (stored[list] ?? []).map(({ name }) => name) },
    next: { list, views: views.map(({ name }) => name) },
  });
  return { views };
}

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
    transcriber: actor.transcriber,
    electionMode: organisation.electionMode,
    preferences: preferencesOf(person),
    system: {
      name: general.systemName,
      rehearsal: platform.config.mode === 'rehearsal',
      timezone: general.timezone,
      dateFormat: general.dateFormat,
      language: general.language,
      sessionTimeoutMinutes: security.sessionTimeout,
      passwordMinLength: leastLength(organisation.settings),
      sms: platform.messages.carries('sms'),
      version: VERSION,
    },
  };
}
