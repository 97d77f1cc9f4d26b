import { inTransaction, type Database } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/identity/secret-box.ts';
import { listAuthenticators, updatePerson } from '../repository.ts';

const FORM = /^s1\./;

/**
 * Encrypts authenticator secrets stored in plain text by older versions, and re-encrypts those under an old key. Returns how many cannot be
 * decrypted: those users sign in with their recovery codes.
 */
export async function sealAuthenticators(database: Database, secrets: SecretBox): Promise<{ lost: number }> {
  const renewed = (stored: string | null, about: string): string | null => {
    if (stored === null || secrets.isCurrent(stored)) return stored;
    const text = FORM.test(stored) ? secrets.open(stored, about) : stored;
    return text === undefined ? stored : secrets.seal(text, about);
  };
  let lost = 0;
  await inTransaction(database.writes, async (tx) => {
    for (const { id, totp_secret, totp_pending_secret } of await listAuthenticators(tx)) {
      const next = { totp_secret: renewed(totp_secret, id), totp_pending_secret: renewed(totp_pending_secret, id) };
      if (next.totp_secret !== null && !secrets.isCurrent(next.totp_secret)) lost += 1;
      if (next.totp_secret === totp_secret && next.totp_pending_secret === totp_pending_secret) continue;
      await updatePerson(tx, id, next);
    }
  });
  return { lost };
}
