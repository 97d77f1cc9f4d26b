import type { ManagedRole, Module } from '@ec/contract/permissions/default-levels';
import type { ModulePermission } from '@ec/contract/permissions/schemas';
import { type ConsoleRoute, ROUTES } from '@ec/contract/permissions/pages';

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
