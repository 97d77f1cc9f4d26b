const KEY = 'ec.device';
const BYTES = 32;

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * The random key of this browser, made once and sent with each sign-in. All accounts of the browser share it: so the server
 * sees that a result and the decision on it came from one device. Signing out keeps it.
 */
export function deviceKey(): string {
  const stored = localStorage.getItem(KEY);
  if (stored && /^[\w-]{43}$/.test(stored)) return stored;
  const made = newKey();
  localStorage.setItem(KEY, made);
  return made;
}
