import { DEFAULT_LEVELS, type ModuleLevels } from '@ec/contract/permissions/levels';
import type { Role } from '@ec/contract/permissions/roles';
import type { Settings } from '@ec/contract/settings/schemas';
import type { Database, Db } from '../database/database.ts';
import { settingsFrom } from './stored-settings.ts';

/** What holds for everybody at a moment: settings, election mode, and the levels of each role. */
export interface OrganisationState {
  settings: Settings;
  electionMode: boolean;
  electionModeChangedAt: Date | null;
  levels: Record<Role, ModuleLevels>;
}

/** Reads the state; `onFault` is told of stored settings that cannot hold, for which the defaults do. */
export async function readOrganisation(
  db: Db,
  onFault: (fault: string) => void = () => undefined,
): Promise<OrganisationState> {
  const [stored, mode, overrides] = await Promise.all([
    db.selectFrom('settings').select('value').executeTakeFirst(),
    db.selectFrom('election_mode').select(['is_on', 'changed_at']).executeTakeFirst(),
    db.selectFrom('role_permissions').selectAll().execute(),
  ]);
  const levels = structuredClone(DEFAULT_LEVELS);
  for (const { role, module, level } of overrides) levels[role] = { ...levels[role], [module]: level };
  const { settings, faults } = settingsFrom(stored?.value);
  for (const fault of faults) onFault(fault);
  return {
    settings,
    electionMode: mode?.is_on ?? false,
    electionModeChangedAt: mode?.changed_at ?? null,
    levels,
  };
}

export interface Organisation {
  /** The state, at most two seconds old on this process after a change made by another, at once after one of its own. */
  current(): Promise<OrganisationState>;
  invalidate(): void;
}

const MAX_AGE_MS = 2000;

/** `warn` is told once of each stored setting that cannot hold. */
export function createOrganisation(database: Database, warn: (text: string) => void): Organisation {
  const told = new Set<string>();
  let read: Promise<OrganisationState> | undefined;
  let readAt = 0;

  function tell(fault: string): void {
    if (told.has(fault)) return;
    told.add(fault);
    warn(`setting ${fault}; the default holds`);
  }

  return {
    current() {
      if (!read || performance.now() - readAt > MAX_AGE_MS) {
        readAt = performance.now();
        read = readOrganisation(database.db, tell);
        read.catch(() => {
          read = undefined;
        });
      }
      return read;
    },
    invalidate() {
      read = undefined;
    },
  };
}
