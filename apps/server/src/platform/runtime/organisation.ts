import { DEFAULT_LEVELS, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import type { Role } from '@ec/contract/permissions/roles';
import type { Settings } from '@ec/contract/settings/schemas';
import type { Database, Db } from '../database/database.ts';
import { staleWhileRevalidate } from './stale-while-revalidate.ts';
import { settingsFrom } from './stored-settings.ts';

/** The state of the organisation: settings, election mode, and the levels of each role. */
export interface OrganisationState {
  settings: Settings;
  electionMode: boolean;
  electionModeChangedAt: Date | null;
  levels: Record<Role, ModuleLevels>;
}

/** Reads the state; `onFault` is called for each stored setting that is out of bounds, for which the default holds. */
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
  /** The state: at most two seconds old after a change made by another process, current after one made by this process. */
  current(): Promise<OrganisationState>;
  invalidate(): void;
}

const MAX_AGE_MS = 2000;

/** `warn` is called once for each stored setting that is out of bounds. */
export function createOrganisation(database: Database, warn: (text: string) => void): Organisation {
  const warned = new Set<string>();
  const cache = staleWhileRevalidate<OrganisationState>({ renewMs: MAX_AGE_MS, serveMs: MAX_AGE_MS, most: 1 });

  function onFault(fault: string): void {
    if (warned.has(fault)) return;
    warned.add(fault);
    warn(`setting ${fault}; the default holds`);
  }

  return {
    current: async () => await cache.get('state', () => readOrganisation(database.db, onFault)),
    invalidate: () => cache.forget(),
  };
}
