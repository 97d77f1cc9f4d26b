import { findRoute } from '@ec/contract/permissions/pages';

const PLACES = new Set(['regional', 'state', 'lga', 'pu']);

/** The name of the help page of a screen, by its path; undefined where no screen is. */
export function helpOf(pathname: string): string | undefined {
  const [screen = '', second, part] = pathname.split('/').filter(Boolean);
  if (!findRoute(pathname)) return undefined;
  if (screen === 'elections' && (part === 'readiness' || part === 'ballot')) return part;
  if (screen === 'unusual-results' && (second === 'checks' || second === 'earlier')) return 'unusual-checks';
  if (screen === 'second-entry') return 'enter-sheets';
  return PLACES.has(screen) ? 'places' : screen;
}
