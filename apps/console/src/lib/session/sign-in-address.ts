import { sessionEnd } from './stored-session.ts';

/** The sign-in page that comes back to this address, unless the person signed out there or it is where the console begins. */
export function signInAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const here = `${pathname}${search}`;
  const comesBack = sessionEnd()?.by !== 'signed-out' && here !== '/' && here !== '/dashboard';
  return comesBack ? `/login?next=${encodeURIComponent(here)}` : '/login';
}

/** Where to go after sign-in: a path of this console out of `?next=`, else the dashboard. Never another site. */
export function nextAddress(params: URLSearchParams): string {
  const next = params.get('next');
  return next && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? next : '/dashboard';
}
