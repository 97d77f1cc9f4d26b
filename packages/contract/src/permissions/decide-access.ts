import { atLeast, type Level, type Module, MODULES, type ModuleLevels } from './default-levels.ts';
import { type HeldPrivileges, holdsPrivilege, type Lapse, LAPSES, PRIVILEGES, type Privilege } from './privileges.ts';
import { type Role, ROLES } from './roles.ts';
import { type ConsoleRoute, type MenuGroup, ROUTES } from './pages.ts';

/** What a page or a call requires. Absent parts require nothing. */
export interface AccessNeed {
  roles?: readonly Role[] | 'any';
  module?: Module;
  /** The required level of the module; default read. */
  level?: Exclude<Level, 'none'>;
  electionMode?: boolean;
  /** True for what only transcribers do. */
  transcriber?: true;
  /** The privilege that a restricted moderator needs, one of several; others have it by their role. */
  privilege?: Privilege | readonly Privilege[];
  /** True for the user's own account: the only calls open to a moderator whose privileges have lapsed. */
  own?: true;
}

/** The user and the state on which a decision is made. */
export interface AccessSubject {
  role: Role;
  levels: ModuleLevels;
  electionMode: boolean;
  /** True for a person who may enter sheets a second time. */
  transcriber?: boolean;
  /** The present privileges of a restricted moderator; null for a user without restriction. */
  privileges: HeldPrivileges | null;
}

export type AccessDecision =
  | { allowed: true }
  | { allowed: false; reason: 'lapsed'; lapse: Lapse }
  | { allowed: false; reason: 'role'; required: readonly Role[]; role: Role }
  | { allowed: false; reason: 'module'; module: Module }
  | { allowed: false; reason: 'level'; module: Module; held: Level; needed: Level }
  | { allowed: false; reason: 'privilege'; privilege: Privilege }
  | { allowed: false; reason: 'transcriber' }
  | { allowed: false; reason: 'election_mode' };

/** The privileges of which a restricted moderator needs one; empty if none is required. */
export function privilegesNeeded({ privilege }: AccessNeed): readonly Privilege[] {
  return typeof privilege === 'string' ? [privilege] : (privilege ?? []);
}

/**
 * The only decision on access, used by the server for each call and by the console for each page and menu item. The order is that of the gate panels:
 * lapsed privileges, role, module permission, level, granted privilege, transcriber, election mode. A moderator whose privileges have lapsed is refused everything
 * that is not `own`.
 */
export function decideAccess(subject: AccessSubject, need: AccessNeed): AccessDecision {
  const lapse = subject.privileges?.lapse ?? null;
  if (lapse !== null && !need.own) return { allowed: false, reason: 'lapsed', lapse };
  if (need.roles !== undefined && need.roles !== 'any' && !need.roles.includes(subject.role)) {
    return { allowed: false, reason: 'role', required: need.roles, role: subject.role };
  }
  if (need.module) {
    const held = subject.levels[need.module] ?? 'none';
    const needed = need.level ?? 'read';
    if (held === 'none') return { allowed: false, reason: 'module', module: need.module };
    if (!atLeast(held, needed)) return { allowed: false, reason: 'level', module: need.module, held, needed };
  }
  const [privilege, ...others] = privilegesNeeded(need);
  if (privilege && ![privilege, ...others].some((each) => holdsPrivilege(subject, each))) {
    return { allowed: false, reason: 'privilege', privilege };
  }
  if (need.transcriber && !subject.transcriber) return { allowed: false, reason: 'transcriber' };
  if (need.electionMode && !subject.electionMode) return { allowed: false, reason: 'election_mode' };
  return { allowed: true };
}

export interface MenuItem {
  path: string;
  title: string;
  label: string;
  group: MenuGroup;
}

/** The user's menu: the pages that decideAccess allows to the menu's roles, ignoring election mode. */
export function menuFor(subject: AccessSubject): MenuItem[] {
  const inElectionMode = { ...subject, electionMode: true };
  return ROUTES.flatMap(({ menu, ...route }: ConsoleRoute) =>
    menu && decideAccess(inElectionMode, { ...route, roles: menu.roles }).allowed
      ? [{ path: route.path, title: route.title, label: menu.label, group: menu.group }]
      : [],
  );
}

/** Title and text of the gate panel for a refusal; used by screens and answers alike. */
export function gatePanel(decision: Exclude<AccessDecision, { allowed: true }>): { title: string; lines: string[] } {
  switch (decision.reason) {
    case 'lapsed':
      return {
        title: 'No privileges',
        lines: [
          `Only your own account is open to you, because ${LAPSES[decision.lapse]}.`,
          'Ask the super admin to grant you privileges. Nothing of your account is lost.',
        ],
      };
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
        lines: [
          `You don't have permission to access this module: ${MODULES[decision.module].name}`,
          'Access denied by permission system',
        ],
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
    case 'transcriber':
      return {
        title: 'Transcribers only',
        lines: ['Second entry is open to transcribers. Ask your administrator to make you one.'],
      };
    case 'election_mode':
      return {
        title: 'Election Mode Required',
        lines: ['This section is only available when election mode is active.'],
      };
  }
}
