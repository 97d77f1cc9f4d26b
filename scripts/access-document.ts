import { type AccessNeed, privilegesNeeded } from '@ec/contract/permissions/decide-access';
import { LEVELS, MODULE_IDS, MODULES, permissionMatrix } from '@ec/contract/permissions/default-levels';
import { MODERATOR_ROLES, PRIVILEGE_IDS, PRIVILEGES, UNUSED_PRIVILEGES } from '@ec/contract/permissions/privileges';
import { type Role, ROLE_IDS, ROLES } from '@ec/contract/permissions/roles';
import { type ConsoleRoute, ROUTES } from '@ec/contract/permissions/pages';
import type { RouteAccess } from '@ec/server/platform/http/identify';
import type { RouteInfo } from '@ec/server/platform/http/router';
import { declaredCalls } from './declared-calls.ts';

type Cell = string | number;

function table(head: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

const titles = (roles: readonly Role[]) =>
  roles.length === ROLE_IDS.length ? 'everyone' : roles.map((role) => ROLES[role].title).join(', ');
const rolesOf = (roles: readonly Role[] | 'any' | undefined) =>
  roles === undefined || roles === 'any' ? 'everyone' : titles(roles);

function roleTable(): string {
  const rows = ROLE_IDS.map((role) => {
    const { title, level, assignment } = ROLES[role];
    return [title, `\`${role}\``, level, assignment.replace('_', ' ')];
  });
  return table(['Role', 'Id', 'Level', 'Assigned to'], rows);
}

function matrix(): string {
  const rows = permissionMatrix();
  const head = ['Module', ...rows.map(({ role }) => ROLES[role].title)];
  return table(
    head,
    MODULE_IDS.map((module) => [MODULES[module].name, ...rows.map(({ levels }) => levels[module])]),
  );
}

function privilegeTable(): string {
  const rows = PRIVILEGE_IDS.map((id) => [
    `\`${id}\``,
    PRIVILEGES[id].group,
    PRIVILEGES[id].opens,
    titles(MODERATOR_ROLES.filter((role) => !UNUSED_PRIVILEGES[role].includes(id))),
  ]);
  return table(['Privilege', 'Group', 'Opens', 'Of use to'], rows);
}

function screens(): string {
  const rows = ROUTES.map((route: ConsoleRoute) => [
    `\`${route.path}\``,
    route.title,
    rolesOf(route.roles),
    route.module ? MODULES[route.module].name : '',
    privilegeText(route),
    route.electionMode ? 'on' : '',
    route.menu ? titles(route.menu.roles) : '',
  ]);
  const module = 'Module (at least read)';
  const privilege = 'Privilege of a narrowed moderator';
  return table(['Screen', 'Title', 'Opened by', module, privilege, 'Election mode', 'In the menu of'], rows);
}

/** The privilege that a restricted moderator needs, if moderators have access at all. */
function privilegeText(need: AccessNeed): string {
  const { roles } = need;
  if (need.own) return 'none: own account';
  if (roles !== undefined && roles !== 'any' && !MODERATOR_ROLES.some((role) => roles.includes(role))) return '';
  const privileges = privilegesNeeded(need);
  return privileges.length === 0 ? 'any' : privileges.map((id) => `\`${id}\``).join(' or ');
}

type NeedCells = [who: string, module: string, privilege: string, electionMode: string];

function needOf(access: RouteAccess): NeedCells {
  if (access === 'public') return ['anybody', '', '', ''];
  if (access === 'wall') return ['a wall screen, with its own token', '', '', ''];
  if (access === 'signed-in') {
    return ['everyone, also while a change of password is due', '', privilegeText({ own: true }), ''];
  }
  const { roles, module, level, electionMode }: AccessNeed = access;
  return [
    rolesOf(roles),
    module ? `${MODULES[module].name}: ${level ?? 'read'}` : '',
    privilegeText(access),
    electionMode === true ? 'on' : '',
  ];
}

function calls(routes: readonly RouteInfo[]): string {
  const rows = routes.map(({ method, path, summary, access, audit, unaudited }) => [
    `\`${method} ${path}\``,
    summary,
    ...needOf(access),
    unaudited === null ? (audit ?? []).map((event) => `\`${event}\``).join(', ') : `nothing: ${unaudited}`,
  ]);
  return table(
    [
      'Call',
      'What it does',
      'Made by',
      'Module and level',
      'Privilege of a narrowed moderator',
      'Election mode',
      'Leaves in the audit log',
    ],
    rows,
  );
}

/** The text of docs/permission-matrix.md: access by role, from the contract and the server's routes. */
export function accessDocument(): string {
  return `# Permission matrix

Made by \`npm run docs\` from \`packages/contract\` and the server's routes; do not edit. A test fails while it is out of date.

## Roles
A smaller level stands higher. People act inside the place they are assigned to; what lies outside it answers 404.

${roleTable()}

## Levels by role and module
Levels are ${LEVELS.map((level) => `\`${level}\``).join(', ')}. These are the levels delivered; the organisation's own changes stand in its database.

${matrix()}

## Privileges
These roles can be narrowed to some privileges, within what the role has: ${titles(MODERATOR_ROLES)}. While none is granted, their time is over, or they leave no area, only the person's own account is open.

${privilegeTable()}

## Screens
A user who may not open a screen sees the reason, inside the console. An item of the menu also needs a level above \`none\` in the module.

${screens()}

## Calls
Paths are below \`/api\`. Roles and modules are checked before the call is read; the area of the record is checked by the call itself.

${calls(declaredCalls())}
`;
}
