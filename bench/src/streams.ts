import type { ElectionId } from '@ec/contract/base/common';
import { NATION } from '@ec/contract/geography/location-id';
import type { Database } from '@ec/server/platform/database/database';
import { momentNow } from './audience-messages.ts';
import { pickWatchers, signIn } from './dataset.ts';
import { type Call, type Client, constantRate, openClient } from './load.ts';
import { quietMoment, watchMachine } from './machine.ts';
import { type RemoteAudience, startAudience } from './remote-audience.ts';
import { lgaOf, pickSenders } from './senders.ts';
import type { ServerProcess } from './server-process.ts';
import { submission } from './sheets.ts';
import { type Latency, latency, rounded } from './statistics.ts';

export interface StreamRun {
  /** What others took of the machine meanwhile, in percent of all cores. */
  others: number;
  streams: number;
  openedPerSecond: number;
  /** What the server process takes of the machine before any stream is open, and with all of them. */
  megabytes: { before: number; open: number };
  /** Of the server process, for each open stream. */
  kilobytesEach: { resident: number; used: number };
  /** Milliseconds from the answer of the change until the last stream had it. */
  electionMode: Latency;
  submission: Latency;
  /** The same while others submit at a constant rate. */
  submissionUnderLoad: Latency;
}

/** A ticket each, so many people at once. */
const AT_ONCE = 32;

async function openStreams(client: Client, origin: string, audience: RemoteAudience, tokens: readonly string[]) {
  const ticket = async (token: string) => {
    const reply = await client.send({ method: 'POST', path: '/notifications/stream-ticket', token });
    const { data } = JSON.parse(reply.text) as { data: { ticket: string } };
    return `/api/notifications/stream?token=${data.ticket}`;
  };
  for (let next = 0; next < tokens.length; next += AT_ONCE) {
    await audience.open(await Promise.all(tokens.slice(next, next + AT_ONCE).map(ticket)), origin);
  }
}

export interface StreamOptions {
  server: ServerProcess;
  election: ElectionId;
  streams: number;
  times: number;
  perSecond: number;
}

/** Streams of people who watch the nation, so that every one of them hears of every result. */
export async function runStreams(database: Database, options: StreamOptions): Promise<StreamRun> {
  const audience = startAudience();
  try {
    return await watchStreams(database, options, audience);
  } finally {
    await audience.close();
  }
}

async function watchStreams(database: Database, options: StreamOptions, audience: RemoteAudience): Promise<StreamRun> {
  const { server, election, streams, times, perSecond } = options;
  const admins = await pickWatchers(database, 'national_admin', Math.ceil(streams / 2));
  const moderators = await pickWatchers(database, 'global_moderator', Math.floor(streams / 2));
  const tokens = await signIn(database, [...admins, ...moderators]);
  const [superAdmin = ''] = await signIn(database, await pickWatchers(database, 'super_admin', 1));
  const senders = await pickSenders(database, election, {
    marked: 2 * times,
    others: times * perSecond * 3,
    seed: 'streams',
  });
  const officers = [...senders.marked, ...senders.others];
  const officerTokens = await signIn(
    database,
    officers.map(({ userId }) => userId),
  );
  const client = openClient(server.origin, 32);
  await quietMoment();
  const watch = await watchMachine(database);
  const before = await server.memory();
  const begin = performance.now();
  await openStreams(client, server.origin, audience, tokens);
  const opening = (performance.now() - begin) / 1000;
  const after = await server.memory();

  async function require(status: number, call: Call): Promise<number> {
    const reply = await client.send(call);
    if (reply.status !== status) throw new Error(`${call.path} was refused: ${reply.text}`);
    return momentNow();
  }

  async function changeMode(isElectionMode: boolean): Promise<number> {
    const { reached } = await audience.await({ type: 'election-mode', isElectionMode });
    const body = JSON.stringify({ isElectionMode });
    const answered = await require(200, { method: 'PATCH', path: '/election-mode', token: superAdmin, body });
    return (await reached) - answered;
  }

  const send = async (place: number) => {
    const officer = officers[place];
    if (!officer) throw new Error('There are too few officers');
    return await require(201, submission(election, officer, officerTokens[place] ?? '', place, true));
  };

  async function submitOne(place: number): Promise<number> {
    const officer = officers[place];
    const { reached } = await audience.await({ type: 'results', lga: officer ? lgaOf(officer) : NATION });
    const answered = await send(place);
    return (await reached) - answered;
  }

  async function repeat(count: number, once: (number: number) => Promise<number>): Promise<number[]> {
    const measured: number[] = [];
    for (let number = 0; number < count; number++) measured.push(await once(number));
    return measured;
  }

  const modes = await repeat(2 * times, (number) => changeMode(number % 2 === 1));
  const alone = await repeat(times, submitOne);
  let other = 2 * times;
  const arrivals = constantRate(perSecond, async () => {
    // On a slow machine the last streams are waited for longer than there are officers.
    if (other < officers.length) await send(other++);
  });
  const loaded = await repeat(times, (number) => submitOne(times + number));
  await arrivals.stop();
  const others = await watch.others();
  await client.close();
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  const each = (bytes: number) => rounded(bytes / 1024 / streams);
  return {
    others,
    streams,
    openedPerSecond: Math.round(streams / opening),
    megabytes: { before: megabytes(before.resident), open: megabytes(after.resident) },
    kilobytesEach: { resident: each(after.resident - before.resident), used: each(after.used - before.used) },
    electionMode: latency(modes),
    submission: latency(alone),
    submissionUnderLoad: latency(loaded),
  };
}
