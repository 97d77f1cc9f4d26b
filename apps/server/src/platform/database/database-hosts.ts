const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/is;
const SESSION = 'target_session_attrs';
/** Writes need a server that accepts them, whatever attributes the address names. */
const SESSIONS = new Set(['read-write', 'primary']);

/**
 * One address for each server that a database address names, as PostgreSQL's own programs read it:
 * `postgres://user:password@first:5432,second:5432/database?target_session_attrs=read-write`. Undefined if the text is no such address.
 */
export function splitHosts(url: string): [string, ...string[]] | undefined {
  const [, before = '', hosts = '', after = ''] = ADDRESS.exec(url) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  const every: [string, ...string[]] = [first ?? '', ...others];
  if (every.some((one) => !URL.canParse(one))) return undefined;
  if (others.length > 0 && hosts.split(',').some((host) => host.trim() === '')) return undefined;
  const wanted = new URL(every[0]).searchParams.get(SESSION);
  if (wanted !== null && !SESSIONS.has(wanted)) return undefined;
  return [withoutSession(every[0]), ...others.map(withoutSession)];
}

function withoutSession(address: string): string {
  const url = new URL(address);
  if (!url.searchParams.has(SESSION)) return address;
  url.searchParams.delete(SESSION);
  return url.href;
}

/** The servers of an address in a form for people: without user, password and database. */
export function hostsOf(url: string): string {
  return (splitHosts(url) ?? []).map((one) => new URL(one).host).join(', ');
}
