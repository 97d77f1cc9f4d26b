import { maskPhone } from '@ec/contract/users/phones';
import { ROLES } from '@ec/contract/permissions/roles';
import { saveAudit, SYSTEM_ORIGIN } from '../../platform/audit/audit.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { readSource } from '../auth/sign-in/attempt-rules.ts';
import { findPhoneOwner, type Forgotten, unlockPhone } from './repository.ts';
import { auditLocks } from './sign-ins-service.ts';

function lockLine({ source, failures, lockedUntil }: Forgotten, now: Date): string {
  const { from, network } = readSource(source);
  const where = {
    network: `network ${network}`,
    device: 'a known device',
    everywhere: 'all unknown devices together',
  }[from];
  const until = lockedUntil !== null && lockedUntil > now ? `locked until ${lockedUntil.toISOString()}` : 'not locked';
  return `  ${where}: ${failures} failed attempts, ${until}`;
}

/** Removes all locks, failures, attempts at codes and requests for codes of the phone number, as the system; returns what it did, line by line. */
export async function unlockFromServer(
  { writes }: Pick<Database, 'writes'>,
  phone: string,
  now: Date,
): Promise<string[]> {
  return await inTransaction(writes, async (tx) => {
    const [owner, forgotten] = [await findPhoneOwner(tx, phone), await unlockPhone(tx, phone, now)];
    const { locks, tries, codes } = forgotten;
    const whose = owner ? `${owner.name}, ${ROLES[owner.role].title}` : 'no account has this number';
    if (locks.length === 0 && !tries && codes === 0) return [`${phone} (${whose}): nothing was locked or counted.`];
    await saveAudit(tx, SYSTEM_ORIGIN, {
      event: 'security.unlocked',
      resourceId: owner?.id,
      areaId: owner?.area,
      previous: { phone: maskPhone(phone), locks: auditLocks(locks), tries, codes },
    });
    return [
      `${phone} (${whose}): they can try to sign in, and to use or ask for a code, at once. Forgotten, and noted in the audit log:`,
      ...locks.map((each) => lockLine(each, now)),
      ...(tries ? ['  tries at invite codes'] : []),
      ...(codes > 0 ? [`  requests for reset codes: ${codes}`] : []),
    ];
  });
}
