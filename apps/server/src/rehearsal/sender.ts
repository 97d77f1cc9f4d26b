import type { UserId } from '@ec/contract/base/common';
import type { SubmitResultRequest } from '@ec/contract/results/schemas';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { openSession } from '../platform/identity/sessions.ts';

/** The outcome of one submission: accepted (now or by an earlier attempt), or refused with the API's code. */
export type Sent = { taken: true } | { taken: false; code: string; message: string; status: number };

export interface Submission {
  token: string;
  key: string;
  /** The request as the officer's page sends it, with the unit by its code. */
  body: Omit<SubmitResultRequest, 'electionId'> & { electionId: string };
}

/** True for answers that do not concern the sheet itself: the same submission may be sent again. */
export function worthRetrying(sent: Sent): boolean {
  return !sent.taken && (sent.status === 0 || sent.status >= 500 || sent.code === 'CONFLICT');
}

/** Submits one result through the API like an officer's phone; a network failure counts as status 0. */
export async function send(baseUrl: string, submission: Submission): Promise<Sent> {
  try {
    const response = await fetch(`${baseUrl}/api/results`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${submission.token}`,
        'content-type': 'application/json',
        'idempotency-key': submission.key,
      },
      body: JSON.stringify(submission.body),
      signal: AbortSignal.timeout(30_000),
    });
    if (response.ok) {
      await response.arrayBuffer();
      return { taken: true };
    }
    const { code = 'UNKNOWN', error = '' } = (await response.json()) as { code?: string; error?: string };
    return { taken: false, code, message: error, status: response.status };
  } catch (error) {
    return {
      taken: false,
      code: 'NETWORK',
      message: error instanceof Error ? error.message : String(error),
      status: 0,
    };
  }
}

export interface OpenedSession {
  token: string;
  sessionId: string;
}

/** Opens a session for each officer, so that results are sent under their names. */
export async function openSessions(
  database: Database,
  users: readonly UserId[],
  userAgent: string,
): Promise<OpenedSession[]> {
  return await inTransaction(
    database.db,
    async (tx) =>
      await Promise.all(
        users.map(async (userId) => {
          const session = { userId, ip: null, userAgent, now: new Date() };
          const { accessToken, sessionId } = await openSession(tx, session);
          return { token: accessToken, sessionId };
        }),
      ),
  );
}

/** Ends the sessions. */
export async function closeSessions(database: Database, sessionIds: readonly string[], reason: string): Promise<void> {
  await database.pool.query('update sessions set ended_at = now(), end_reason = $2 where id = any ($1::uuid[])', [
    sessionIds,
    reason,
  ]);
}
