import { setTimeout as delay } from 'node:timers/promises';
import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Database } from '../platform/database/database.ts';
import { seeded, shuffled } from '../rehearsal/random.ts';
import { closeSessions, openSessions, type Sent, send, worthRetrying } from '../rehearsal/sender.ts';
import type { ReplayFile, ReplayRow } from './file.ts';

export interface Delivery {
  database: Database;
  baseUrl: string;
  electionId: ElectionId;
  file: ReplayFile;
  officers: ReadonlyMap<LocationId, UserId>;
  connections: number;
  /** Results per second; undefined for no limit. */
  pace: number | undefined;
  onProgress: (sent: number) => void;
}

export interface Refusal {
  code: string;
  reason: string;
  message: string;
}

const BATCH = 1000;
const TRIES = 6;

/** Rows with their officers' sessions; a session is opened shortly before use, because tokens live for minutes. */
async function* withSessions(delivery: Delivery, opened: string[]): AsyncGenerator<{ row: ReplayRow; token: string }> {
  const { database, file, officers, electionId } = delivery;
  // Units of one ward would wait for each other's lock on the totals; distant units do not.
  const rows = shuffled(file.rows, seeded(electionId));
  const open = async (start: number) => {
    const held = rows.slice(start, start + BATCH).flatMap((row) => {
      const userId = officers.get(row.unit);
      return userId ? [{ row, userId }] : [];
    });
    const people = held.map(({ userId }) => userId);
    const sessions = await openSessions(database, people, 'Replay');
    opened.push(...sessions.map(({ sessionId }) => sessionId));
    return held.map(({ row }, index) => ({ row, token: sessions[index]?.token ?? '' }));
  };
  for (let start = 0; start < rows.length; start += BATCH) yield* await open(start);
}

async function deliverRow({ baseUrl, electionId, file }: Delivery, row: ReplayRow, token: string): Promise<Sent> {
  const total = row.votes.reduce((sum, value) => sum + value, 0);
  const submission = {
    token,
    // Derived only from election and unit, so that an interrupted replay resumes where it stopped.
    key: `replay-${electionId}-${row.code}`,
    body: {
      electionId,
      pollingUnitId: row.code,
      ...(row.registered !== null && { registeredVoters: row.registered }),
      accreditedVoters: row.accredited,
      votes: Object.fromEntries(file.parties.map((party, index) => [party, row.votes[index] ?? 0])),
      voidVotes: 0,
      ...(total === 0 && { zeroVotesConfirmed: true }),
    },
  };
  for (let attempt = 1; ; attempt++) {
    const sent = await send(baseUrl, submission);
    if (!worthRetrying(sent) || attempt >= TRIES) return sent;
    await delay(100 * 2 ** attempt);
  }
}

/** Submits every row over that many connections; returns the number accepted and each refusal. */
export async function deliver(delivery: Delivery): Promise<{ taken: number; refusals: Refusal[] }> {
  const { database, connections, pace, onProgress } = delivery;
  const opened: string[] = [];
  const refusals: Refusal[] = [];
  const queue = withSessions(delivery, opened);
  const begin = performance.now();
  let begun = 0;
  let taken = 0;

  async function work(): Promise<void> {
    for (;;) {
      const next = await queue.next();
      if (next.done) return;
      if (pace !== undefined) await delay(Math.max(0, begin + (begun * 1000) / pace - performance.now()));
      begun++;
      const { row, token } = next.value;
      const sent = await deliverRow(delivery, row, token);
      if (sent.taken) taken++;
      else refusals.push({ code: row.code, reason: sent.code, message: sent.message });
      onProgress(taken + refusals.length);
    }
  }

  try {
    await Promise.all(Array.from({ length: connections }, work));
  } finally {
    await closeSessions(database, opened, 'replay');
  }
  return { taken, refusals };
}
