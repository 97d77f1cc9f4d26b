import { appendFile } from 'node:fs/promises';
import { readAuditHead } from '../../platform/audit/audit-chain.ts';
import type { Platform } from '../../platform/http/context.ts';
import { queueMessages } from '../../platform/messages/outbox.ts';
import { systemWrite } from '../../platform/database/transact.ts';

/** A published head. */
export interface NotedHead {
  time: string;
  position: number;
  hash: string;
}

/** The line of a head: time, position, hash. */
export const headLine = ({ time, position, hash }: NotedHead): string => `${time} ${position} ${hash}`;

const LINE = /(\d{4}-\d\d-\d\dT[\d:.]+Z)\s+(\d{1,16})\s+([\da-f]{64})(?![\da-f])/g;

/** Every head in the text, ignoring other content: the server's file, or e-mails saved as text. */
export function readHeadLines(text: string): NotedHead[] {
  return [...text.matchAll(LINE)].map(([, time = '', position = '', hash = '']) => ({
    time,
    position: Number(position),
    hash,
  }));
}

const OWNER_ONLY = 0o600;

function emailOf(system: string, head: NotedHead) {
  return {
    subject: `${system}: audit head ${head.position}`,
    body: `${headLine(head)}

This line is time, position and hash of the newest entry of the audit log. Keep it outside of the system. Save such lines in a file and compare the log with them:

npm run verify-audit -- --heads FILE
`,
  };
}

/** Appends the line to the file; returns the error if that fails. */
async function addToFile(file: string | undefined, head: NotedHead): Promise<Error | undefined> {
  if (file === undefined) return undefined;
  try {
    await appendFile(file, `${headLine(head)}\n`, { mode: OWNER_ONLY, flush: true });
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/**
 * Publishes the chain's head by file and e-mail as configured, and records it in the audit log. A file error does not stop the e-mails; the job fails
 * afterwards, so that the error is seen.
 */
export async function sendHead(platform: Platform): Promise<void> {
  const { auditHeads } = platform.config;
  if (!auditHeads) return;
  const { file, recipients } = auditHeads;
  await platform.auditChain.linkNow();
  const { position, hash } = await readAuditHead(platform.database.db);
  const head = { time: platform.clock.now().toISOString(), position, hash };
  const failure = await addToFile(file, head);
  if (failure && recipients.length === 0) throw failure;
  await systemWrite(platform, async (write) => {
    const email = emailOf(write.organisation.settings.general.systemName, head);
    await queueMessages(
      write.tx,
      recipients.map((recipient) => ({ channel: 'email', recipient, ...email })),
    );
    await write.audit({
      event: 'audit.head_sent',
      next: { position, hash, recipients: recipients.length, file: file !== undefined && !failure },
    });
    write.afterCommit(() => platform.messages.wake());
  });
  if (failure) throw failure;
}
