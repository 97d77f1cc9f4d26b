import type { SaveSettingsRequest, SettingsAnswer } from '@ec/contract/settings/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { settingsFrom } from '../../platform/runtime/stored-settings.ts';
import { saveSettings, storedSettings, type StoredSettings } from './repository.ts';
import { holdsNation, mayEdit, settingsChanges } from './rules.ts';

function toAnswer(stored: StoredSettings, actor: Actor): SettingsAnswer {
  const saved = stored.version > 0;
  return {
    ...settingsFrom(stored.value).settings,
    version: stored.version,
    updatedAt: saved ? stored.updatedAt.toISOString() : null,
    updatedBy: saved ? stored.updatedBy : null,
    can: { edit: mayEdit(actor) },
  };
}

/** The current settings from the database, so that version and values match. */
export async function readSettings(db: Db, actor: Actor): Promise<SettingsAnswer> {
  return toAnswer(await storedSettings(db), actor);
}

/** Saves all settings, unless another user saved since the editing began. They apply from the next call. */
export async function changeSettings(
  write: WriteContext,
  actor: Actor,
  { version, general, security, notifications, election }: SaveSettingsRequest,
): Promise<SettingsAnswer> {
  if (!holdsNation(actor.areas)) throw new AppError('NOT_PERMITTED', { action: 'change settings of the whole nation' });
  const settings = { general, security, notifications, election };
  const stored = await storedSettings(write.tx, { forUpdate: true });
  if (stored.version !== version) throw new AppError('SETTINGS_CHANGED', { name: stored.updatedBy ?? 'Another user' });
  const before = settingsFrom(stored.value).settings;
  const { previous, next } = settingsChanges(before, settings);
  if (Object.keys(next).length === 0) {
    write.noChange();
    return toAnswer(stored, actor);
  }
  await saveSettings(write.tx, { settings, version: version + 1, by: actor.userId, at: write.now });
  await write.audit({ event: 'settings.updated', previous, next });
  await write.emit({ type: 'settings.changed' });
  if (before.security.allowConcurrentSessions && !settings.security.allowConcurrentSessions) {
    const job = 'security.end_older_sessions';
    await addJob(write.tx, job, { keep: actor.sessionId }, { key: job });
  }
  write.afterCommit(() => write.platform.organisation.invalidate());
  return await readSettings(write.tx, actor);
}
