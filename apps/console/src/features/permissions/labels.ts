import {
  type Level,
  LEVELS,
  MANAGED_ROLES,
  type ManagedRole,
  type Module,
  MODULE_CATEGORIES,
  type ModuleCategory,
} from '@ec/contract/permissions/default-levels';
import type { ModulePermission, PermissionAction } from '@ec/contract/permissions/schemas';
import { type ConsoleRoute, ROUTES } from '@ec/contract/permissions/pages';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { ApiError } from '../../lib/http/api-error.ts';

export const LEVEL_WORDS: Record<Level, string> = { none: 'None', read: 'Read', write: 'Write' };
export const LEVEL_CHOICES = LEVELS.map((value) => ({ value, label: LEVEL_WORDS[value] }));

export const CATEGORY_WORDS: Record<ModuleCategory, string> = {
  dashboard: 'Dashboard',
  management: 'Management',
  reports: 'Reports',
  settings: 'Settings',
  security: 'Security',
  communication: 'Communication',
};
export const CATEGORY_CHOICES = [
  { value: '', label: 'All Categories' },
  ...MODULE_CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] })),
];

export const ACTION_CHIPS: Record<PermissionAction, { tone: Tone; label: string }> = {
  grant: { tone: 'ok', label: 'Granted' },
  modify: { tone: 'wait', label: 'Modified' },
  revoke: { tone: 'bad', label: 'Revoked' },
};

/** The role that an address names; the first where it names none of the managed ones. */
export function roleOf(text: string | null): ManagedRole {
  return MANAGED_ROLES.find((role) => role === text) ?? MANAGED_ROLES[0];
}

/** "Write to Read" */
export function fromTo(from: Level, to: Level): string {
  return `${LEVEL_WORDS[from]} to ${LEVEL_WORDS[to]}`;
}

/** The server's own words where it gave any, else the sentence for this act. */
export function serverText(error: unknown, sentence: string): string {
  return error instanceof ApiError && error.fromServer ? error.message : sentence;
}

export const NOTHING_NARROWED = { q: '', category: '' };

/** As they stand in the address. */
export const FILTERS = { ...NOTHING_NARROWED, role: '' };

/** The modules that the search and the category leave, in their order. */
export function matching(
  permissions: readonly ModulePermission[],
  text: string,
  category: string,
): readonly ModulePermission[] {
  const wanted = text.trim().toLowerCase();
  return permissions.filter(
    (module) =>
      (category === '' || module.category === category) &&
      `${module.moduleName} ${module.description}`.toLowerCase().includes(wanted),
  );
}

/** True where the module has pages and none of them opens to the role, whatever its level. */
export function isClosed(module: Module, role: ManagedRole): boolean {
  const pages = ROUTES.filter((route: ConsoleRoute) => route.module === module);
  return pages.length > 0 && pages.every(({ roles }: ConsoleRoute) => roles !== 'any' && !roles.includes(role));
}
