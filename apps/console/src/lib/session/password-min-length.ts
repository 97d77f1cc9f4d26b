import { PASSWORD_FLOOR } from '@ec/contract/auth/schemas';

/** The shortest password that the organisation takes, as the server wrote it into the page; it checks again. */
export function passwordMinLength(): number {
  const written = document.querySelector('meta[name="password-min-length"]')?.getAttribute('content');
  return Math.max(PASSWORD_FLOOR, Number(written) || PASSWORD_FLOOR);
}
