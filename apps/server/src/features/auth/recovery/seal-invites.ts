import { type Database, inTransaction } from '../../../platform/database/database.ts';
import { openInvite, sealInvite } from '../../../platform/identity/invites.ts';
import type { SecretBox } from '../../../platform/identity/secret-box.ts';
import { putInvites, unsealedInvites } from '../repository.ts';

const BATCH = 5000;

/** Encrypts invites stored in plain text by older versions, and re-encrypts those under an old key. */
export async function sealInvites(database: Database, secrets: SecretBox): Promise<void> {
  let after: string | null = null;
  do {
    after = await inTransaction(database.writes, async (tx) => {
      const rows = await unsealedInvites(tx, { prefix: secrets.prefix, after, limit: BATCH });
      const sealed = rows.flatMap(({ id, stored }) => {
        const code = openInvite(secrets, id, stored);
        return code === undefined ? [] : [{ id, sealed: sealInvite(secrets, id, code) }];
      });
      await putInvites(tx, sealed);
      return rows.at(-1)?.id ?? null;
    });
  } while (after !== null);
}
