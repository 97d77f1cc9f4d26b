import { DEFAULT_LEVELS, type ModuleLevels } from '@ec/contract/permissions';
import type { Role } from '@ec/contract/roles';
import { DEFAULT_SETTINGS, Settings } from '@ec/contract/settings';
import type { Database, Db } from './database.ts';
import type {} from './tables.ts';

/** What holds for everybody at a moment: settings, election mode, and the levels of each role. */
export interface OrganisationState {
  settings: Settings;
  electionMode: boolean;
  electionModeChangedAt: Date | null;
  levels: Record<Role, ModuleLevels>;
}

/** Reads the state; the stored settings may lack what a newer version added, so they lie over the defaults. */
export async function readOrganisation(db: Db): Promise<OrganisationState> {
  const [stored, mode, overrides] = await Promise.all([
    db.selectFrom('settings').select('value').executeTakeFirst(),
    db.selectFrom('election_mode').select(['is_on', 'changed_at']).executeTakeFirst(),
    db.selectFrom('role_permissions').selectAll().execute(),
  ]);
  const levels = structuredClone(DEFAULT_LEVELS);
  for (const { role, module, level } of overrides) levels[role] = { ...levels[role], [module]: level };
  return {
    settings: mergeSettings(stored?.value),
    electionMode: mode?.is_on ?? false,
    electionModeChangedAt: mode?.changed_at ?? null,
    levels,
  };
}

function mergeSettings(stored: Partial<Settings> | undefined): Settings {
  const merged = Object.fromEntries(
    Object.entries(DEFAULT_SETTINGS).map(([group, values]) => [
      group,
      { ...values, ...stored?.[group as keyof Settings] },
    ]),
  );
  return Settings.parse(merged);
}

export interface Organisation {
  /** The state, at most two seconds old on this process after a change made by another, at once after one of its own. */
  current(): Promise<OrganisationState>;
  invalidate(): void;
}

const MAX_AGE_MS = 2000;

export function createOrganisation(database: Database): Organisation {
  let read: Promise<OrganisationState> | undefined;
  let readAt = 0;
  return {
    current() {
      if (!read || performance.now() - readAt > MAX_AGE_MS) {
        readAt = performance.now();
        read = readOrganisation(database.db);
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
