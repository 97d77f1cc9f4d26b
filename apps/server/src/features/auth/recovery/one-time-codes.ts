import { randomInt, timingSafeEqual } from 'node:crypto';
import type { WriteContext } from '../../../platform/http/context.ts';
import { newId, sha256 } from '../../../platform/runtime/ids.ts';
import { queueMessage } from '../../../platform/messages/outbox.ts';
import { type CodeFor, saveCode, takeTry, type Tries, useCode } from '../repository.ts';
import { CODE_MINUTES, CODE_TRIES, minutesAfter } from '../rules.ts';

/** The row's id salts the hash: equal codes of two users have different hashes. */
const hashOf = (id: string, code: string) => sha256(`${id}:${code}`);

/** Sends a new 6-digit code, which replaces any valid code of the device. */
export async function sendCode(
  write: WriteContext,
  to: CodeFor & { phone: string; source: string; text: (code: string) => string },
): Promise<void> {
  const { tx, now, platform } = write;
  const id = newId<string>();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = minutesAfter(now, CODE_MINUTES);
  const { userId, purpose, device, source } = to;
  await saveCode(tx, { id, userId, purpose, device, source, hash: hashOf(id, code), now, expiresAt });
  const body = to.text(code);
  await queueMessage(tx, { channel: 'sms', recipient: to.phone, body, secret: true, urgent: true, expiresAt });
  write.afterCommit(() => platform.messages.wake());
}

const TRIES: Tries = { allowed: CODE_TRIES, ofStranger: CODE_TRIES, over: [] };

/** Uses up the code if it is correct; a wrong one costs an attempt. */
export async function acceptCode(write: WriteContext, sent: CodeFor, code: string, tries = TRIES): Promise<boolean> {
  const { tx, now } = write;
  const stored = await takeTry(tx, { ...sent, now, tries });
  if (!stored || !timingSafeEqual(stored.code_hash, hashOf(stored.id, code))) return false;
  await useCode(tx, stored.id, now);
  return true;
}
