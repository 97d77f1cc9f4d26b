/** Where to go after sign-in: a path of this console out of `?next=`, else the dashboard. Never another site. */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? next : '/dashboard';
}
