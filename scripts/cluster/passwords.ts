import { randomBytes } from 'node:crypto';
import type { Passwords } from './layout.ts';

/** Letters and digits only: they stand in YAML, SQL and addresses as they are. */
const password = () => randomBytes(24).toString('hex');

export function newPasswords(): Passwords {
  return {
    superuser: password(),
    replicator: password(),
    rewind: password(),
    restapi: password(),
    owner: password(),
    application: password(),
  };
}
