import { inDigits } from '@ec/contract/base/wording';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Config } from '../platform/runtime/config.ts';
import { bigintArray, type Database, inTransaction } from '../platform/database/database.ts';
import { saveEvent } from '../platform/events/events.ts';
import { findRehearsedElection, type RehearsedElection, renewVotingHours } from './elections.ts';
import { planStates } from './plan.ts';
import { seeded, shuffled } from './random.ts';
import { closeSessions, openSessions, send, worthRetrying } from './sender.ts';
import { planSheets, type PlannedSheet } from './sheets.ts';

interface Dependencies {
  baseUrl: string;
  database: Database;
  config: Pick<Config, 'rehearsalScale' | 'rehearsalPace'>;
  log: (line: string) => void;
  /** Results per second; defaults to the configuration's. */
  pace?: number;
}

export interface Feeder {
  /** Resolves when everything is sent or the feeder was stopped. */
  finished: Promise<void>;
  stop(): Promise<void>;
}

const BATCH = 50;
const WAIT_MS = 5000;
const RENEW_MS = 3_600_000;
/** Temporary refusals: the super admin switched election mode off, or the election is closed for now. */
const WAITED_OUT = new Set(['ELECTION_MODE_REQUIRED', 'ELECTION_NOT_LIVE', 'DEADLINE_PASSED']);

async function unitsWithResult(database: Database, election: RehearsedElection): Promise<Set<LocationId>> {
  const rows = await database.db
    .selectFrom('results')
    .select('polling_unit_id')
    .where('election_id', '=', election.id)
    .where('source', '=', 'official')
    .execute();
  return new Set(rows.map((row) => row.polling_unit_id));
}

/** The planned sheets without a result, in an order spread over the whole country. */
async function sheetsToSend(
  database: Database,
  config: Dependencies['config'],
  election: RehearsedElection,
): Promise<PlannedSheet[]> {
  const present = await unitsWithResult(database, election);
  const open: PlannedSheet[] = [];
  for (const state of planStates(config.rehearsalScale)) {
    for (const sheet of planSheets(state)) if (!present.has(sheet.unit)) open.push(sheet);
    // Planning a state takes some milliseconds; this lets requests run in between.
    await setImmediate();
  }
  return shuffled(open, seeded(`feeder ${election.id}`));
}

async function officersOf(database: Database, units: readonly LocationId[]): Promise<Map<LocationId, UserId>> {
  const { rows } = await database.pool.query<{ id: UserId; area_id: LocationId }>(
    `select id, area_id from users
     where role = 'polling_unit_officer' and status = 'ACTIVE' and area_id = any ($1::bigint[])`,
    [bigintArray(units)],
  );
  return new Map(rows.map((row) => [row.area_id, row.id]));
}

function bodyOf(sheet: PlannedSheet, election: RehearsedElection) {
  return {
    electionId: election.id,
    pollingUnitId: sheet.code,
    registeredVoters: sheet.registered,
    accreditedVoters: sheet.accredited,
    votes: Object.fromEntries(election.parties.map((party, index) => [party, sheet.votes[index] ?? 0])),
    voidVotes: sheet.voidVotes,
    zeroVotesConfirmed: sheet.totalVotes === 0,
  };
}

/**
 * Submits the sheets that were not loaded, through the API as their officers, at the set pace. Also moves the voting hours of a rehearsal that runs
 * for days, so that its deadline does not pass.
 */
export function startFeeder({ baseUrl, database, config, log, pace = config.rehearsalPace }: Dependencies): Feeder {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = async (ms: number) => {
    await delay(ms, undefined, { signal }).catch(() => undefined);
  };

  async function deliver(sheet: PlannedSheet, token: string, election: RehearsedElection): Promise<void> {
    const submission = { token, key: `rehearsal-feed-${sheet.code}`, body: bodyOf(sheet, election) };
    for (;;) {
      const sent = await send(baseUrl, submission);
      if (sent.taken || signal.aborted) return;
      if (!worthRetrying(sent) && !WAITED_OUT.has(sent.code)) return;
      // The session expires while the mode is off for long; the next start or batch sends the sheet again.
      await pause(WAIT_MS);
    }
  }

  async function sendBatch(sheets: readonly PlannedSheet[], election: RehearsedElection): Promise<void> {
    const officers = await officersOf(
      database,
      sheets.map(({ unit }) => unit),
    );
    const held = sheets.flatMap((sheet) => {
      const userId = officers.get(sheet.unit);
      return userId ? [{ sheet, userId }] : [];
    });
    const sessions = await openSessions(
      database,
      held.map(({ userId }) => userId),
      'Rehearsal feeder',
    );
    const begin = performance.now();
    const underWay: Promise<void>[] = [];
    for (const [index, { sheet }] of held.entries()) {
      await pause(Math.max(0, begin + (index * 1000) / pace - performance.now()));
      if (signal.aborted) break;
      const session = sessions[index];
      if (session) underWay.push(deliver(sheet, session.token, election));
    }
    await Promise.all(underWay);
    await closeSessions(
      database,
      sessions.map(({ sessionId }) => sessionId),
      'rehearsal feeder',
    );
  }

  async function run(): Promise<void> {
    const election = await findRehearsedElection(database.db);
    if (!election || pace === 0) return;
    const sheets = await sheetsToSend(database, config, election);
    if (sheets.length === 0) return;
    log(`Rehearsal: sending ${inDigits(sheets.length)} results at ${pace} a second`);
    for (let start = 0; start < sheets.length && !signal.aborted; start += BATCH) {
      await sendBatch(sheets.slice(start, start + BATCH), election);
    }
    if (!signal.aborted) log('Rehearsal: all results are sent');
  }

  async function renew(): Promise<void> {
    const election = await findRehearsedElection(database.db);
    if (!election) return;
    await inTransaction(database.db, async (tx) => {
      if (!(await renewVotingHours(tx, election, new Date()))) return;
      await saveEvent(tx, { type: 'election.changed', electionId: election.id, status: 'live' });
    });
  }

  const complain = (error: unknown) =>
    log(`Rehearsal: the feeder stopped: ${error instanceof Error ? error.message : String(error)}`);
  const renewing = setInterval(() => void renew().catch(complain), RENEW_MS);
  renewing.unref();
  const finished = run().catch(complain);
  return {
    finished,
    async stop() {
      clearInterval(renewing);
      stopping.abort();
      await finished;
    },
  };
}
