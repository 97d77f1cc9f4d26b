import type { Kind, Place } from './places.ts';

/**
 * Services of one feature that others may call, each with its callers and purpose. Another feature's queries, rules, tables and answers are allowed;
 * its repository is forbidden.
 */
const SHARED_SERVICES: readonly string[] = [
  // Every feature that notifies people.
  'features/notifications/notify.ts',
  // Interfaces that a feature requires from one that depends on it; the application injects them.
  'features/users/requests.ts',
  'features/results/dispute-hooks.ts',
  // The keys of all stored files.
  'features/files/keys.ts',
  // What raises an alert.
  'features/alerts/raise-service.ts',
  // Which results the policy of an election draws for a second entry.
  'features/elections/second-entry-draw.ts',
  // What a result needs before it is verified; what marks a result, for alerts.
  'features/unusual/gate-service.ts',
  'features/unusual/check-service.ts',
  // Stored files that are not as they were received.
  'features/files/fault-service.ts',
  // Approvals and moderators change users; users raise and close requests.
  'features/users/people.ts',
  'features/users/hidden-phones.ts',
  'features/users/change.ts',
  'features/users/summary-service.ts',
  'features/approvals/requests.ts',
  'features/approvals/reader.ts',
  // A second entry becomes a version of its result.
  'features/results/desk/desk-version-service.ts',
  // A dispute decides on its result.
  'features/results/decision-service.ts',
  // Dashboards, the situation room and reports read the live figures.
  'features/live/snapshot.ts',
  'features/live/totals.ts',
  'features/live/service.ts',
  'features/live/feed-service.ts',
  'features/live/declaration-service.ts',
  'features/live/declare-contest.ts',
  'features/live/counted-wards.ts',
  'features/dashboards/election-choice.ts',
  // Dashboards and the situation room say how far collation is.
  'features/collations/counts/count-service.ts',
  // A report takes a gap apart.
  'features/collations/gains-service.ts',
  // A wall screen shows the situation room.
  'features/situation-room/rooms.ts',
];
const ROUTES_MAY_TAKE: readonly string[] = [
  'features/live/snapshot.ts',
  'features/dashboards/election-choice.ts',
  'features/situation-room/rooms.ts',
];

const SQL = /^(kysely|pg|pg-copy-streams)$/;
const OPEN_KINDS: readonly Kind[] = ['queries', 'rules', 'tables', 'answers'];
/** The console's layers, from the one that may import all others to the one that imports none. */
const CONSOLE_LAYERS = ['app', 'features', 'domain', 'components', 'lib'];

function contractReason(to: Place | undefined, specifier: string): string | undefined {
  return to?.side === 'contract' || specifier === 'zod/mini'
    ? undefined
    : 'The contract imports zod/mini and itself only.';
}

/** Rules are pure: no I/O, no framework, only the contract and other rules. */
function rulesReason(to: Place | undefined, specifier: string): string | undefined {
  const pure = to
    ? to.side === 'contract' || (to.layer === 'features' && (to.kind === 'rules' || to.kind === 'other'))
    : !/^(kysely|pg|fastify|zod|node:)/.test(specifier);
  return pure ? undefined : 'Rules are pure: contract and other rules only.';
}

function otherFeatureReason(from: Place, to: Place): string | undefined {
  if (to.kind === 'repository') return "Another feature's repository is closed: call its queries or a shared service.";
  if (from.kind === 'repository' || from.kind === 'queries' || from.kind === 'tables') {
    const open = to.kind === 'queries' || to.kind === 'rules' || to.kind === 'tables';
    return open ? undefined : 'Of another feature: its queries, rules and tables only.';
  }
  if (from.kind === 'routes') {
    const open = to.kind === 'queries' || to.kind === 'rules' || ROUTES_MAY_TAKE.includes(to.file);
    return open ? undefined : 'Routes take of another feature its queries and rules only.';
  }
  return OPEN_KINDS.includes(to.kind) || SHARED_SERVICES.includes(to.file)
    ? undefined
    : 'Of another feature: its queries, rules, tables and answers; a service that is on the list of scripts/lint/layers.ts.';
}

function featureReason(from: Place, to: Place | undefined, specifier: string): string | undefined {
  if (from.kind === 'rules') return rulesReason(to, specifier);
  const keepsSql = from.kind === 'repository' || from.kind === 'queries' || from.kind === 'tables';
  if (!to) {
    if (keepsSql) return /^@?fastify/.test(specifier) ? 'Repository and queries know no framework.' : undefined;
    return SQL.test(specifier) ? 'SQL lives in repository.ts and queries.ts.' : undefined;
  }
  if (to.layer !== 'features') return undefined;
  if (keepsSql && (to.kind === 'routes' || to.kind === 'service')) {
    return 'Repository and queries know neither services nor routes.';
  }
  if (from.kind === 'routes' && to.kind === 'repository')
    return 'Routes call services, or queries where they only read.';
  if (from.kind !== 'routes' && to.kind === 'routes') return 'Routes call services, not the other way round.';
  return to.feature === from.feature ? undefined : otherFeatureReason(from, to);
}

function consoleReason(from: Place, to: Place): string | undefined {
  const [above, below] = [CONSOLE_LAYERS.indexOf(from.layer ?? ''), CONSOLE_LAYERS.indexOf(to.layer ?? '')];
  if (above < 0 || below < 0) return undefined;
  if (below < above)
    return `${from.layer} never imports ${to.layer}: app, features, domain, components, lib, in this order.`;
  if (from.feature && to.feature && from.feature !== to.feature)
    return 'Features do not import each other; app composes them.';
  return undefined;
}

/** Why a production file must not import the target; undefined if it may. `to` is undefined for external packages. */
export function refusal(from: Place, to: Place | undefined, specifier: string): string | undefined {
  if (from.side === 'contract') return contractReason(to, specifier);
  const crosses = from.side !== undefined && to?.side !== undefined && to.side !== 'contract' && to.side !== from.side;
  if (crosses && from.side !== 'bench') return 'Both sides import the contract, never each other.';
  if (from.side === 'server' && from.layer === 'platform') {
    const above = ['features', 'rehearsal', 'replay', 'commands'].includes(to?.layer ?? '');
    return above ? 'The platform never imports a feature.' : undefined;
  }
  if (from.side === 'server' && from.layer === 'features') return featureReason(from, to, specifier);
  return from.side === 'console' && to?.side === 'console' ? consoleReason(from, to) : undefined;
}
