import { atLeast, type Level, type Module, MODULES, type ModuleLevels } from './permissions.ts';
import { PRIVILEGES, type Privilege, type PrivilegeFlags } from './privileges.ts';
import { type Role, ROLES } from './roles.ts';
import { type ConsoleRoute, type MenuGroup, ROUTES } from './routes.ts';

/** What a page or a call needs. Absent parts need nothing. */
export interface AccessNeed {
  roles?: readonly Role[] | 'any';
  module?: Module;
  /** The level needed of the module; read where not given. */
  level?: Exclude<Level, 'none'>;
  electionMode?: boolean;
  /** What a narrowed moderator must have been granted; whoever is not narrowed has it by their role. */
  privilege?: Privilege;
}

/** What is known of the person (and the moment) a decision is about. */
export interface AccessSubject {
  role: Role;
  levels: ModuleLevels;
  electionMode: boolean;
  /** What is granted to a narrowed moderator at this moment; null for whoever is not narrowed. */
  privileges: PrivilegeFlags | null;
}

export type AccessDecision =
  | { allowed: true }
  | { allowed: false; reason: 'role'; required: readonly Role[]; role: Role }
  | { allowed: false; reason: 'module'; module: Module }
  | { allowed: false; reason: 'level'; module: Module; held: Level; needed: Level }
  | { allowed: false; reason: 'privilege'; privilege: Privilege }
  | { allowed: false; reason: 'election_mode' };

/**
 * The one decision on access, used by the server for each call and by the console for each page and menu item.
 * The order is that of the gate panels: role, module permission, level, granted privilege, election mode.
 */
export function decideAccess(subject: AccessSubject, need: AccessNeed): AccessDecision {
  if (need.roles !== undefined && need.roles !== 'any' && !need.roles.includes(subject.role)) {
    return { allowed: false, reason: 'role', required: need.roles, role: subject.role };
  }
  if (need.module) {
    const held = subject.levels[need.module] ?? 'none';
    const needed = need.level ?? 'read';
    if (held === 'none') return { allowed: false, reason: 'module', module: need.module };
    if (!atLeast(held, needed)) return { allowed: false, reason: 'level', module: need.module, held, needed };
  }
  if (need.privilege && subject.privileges && !subject.privileges[need.privilege]) {
    return { allowed: false, reason: 'privilege', privilege: need.privilege };
  }
  if (need.electionMode && !subject.electionMode) return { allowed: false, reason: 'election_mode' };
  return { allowed: true };
}

export interface MenuItem {
  path: string;
  label: string;
  group: MenuGroup;
}

/**
 * The person's menu: items whose menu roles hold theirs, whose module is not `none` and whose privilege they have. Election
 * mode does not hide.
 */
export function menuFor(subject: AccessSubject): MenuItem[] {
  return ROUTES.flatMap((route: ConsoleRoute) => {
    if (!route.menu?.roles.includes(subject.role)) return [];
    if (route.module && (subject.levels[route.module] ?? 'none') === 'none') return [];
    if (route.privilege && subject.privileges && !subject.privileges[route.privilege]) return [];
    return [{ path: route.path, label: route.menu.label, group: route.menu.group }];
  });
}

/** Title and text of the gate panel for a refusal; screens and answers say it in the same words. */
export function gatePanel(decision: Exclude<AccessDecision, { allowed: true }>): { title: string; lines: string[] } {
  switch (decision.reason) {
    case 'role':
      return {
        title: 'Access denied',
        lines: [
          "You don't have permission to access this section.",
          `This section requires one of the following roles: ${decision.required.map((role) => ROLES[role].title).join(', ')}`,
          `Your role: ${ROLES[decision.role].title}`,
        ],
      };
    case 'module':
      return {
        title: 'Access denied',
        lines: [`You don't have permission to access this module: ${MODULES[decision.module].name}`],
      };
    case 'level':
      return {
        title: 'Insufficient Permissions',
        lines: [`You have ${decision.held} access but ${decision.needed} access is required for this module.`],
      };
    case 'privilege': {
      const { action, resource } = PRIVILEGES[decision.privilege];
      return { title: 'Access Denied', lines: [`You don't have permission to ${action} ${resource}.`] };
    }
    case 'election_mode':
      return {
        title: 'Election Mode Required',
        lines: ['This section is only available when election mode is active.'],
      };
  }
}
