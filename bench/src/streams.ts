import type { ElectionId } from '@ec/contract/common';
import { ancestorOf, type LocationId, NATION } from '@ec/contract/location-id';
import type { Database } from '@ec/server/platform/database';
import { type Audience, createAudience } from './audience.ts';
import { type Person, pickOfficers, pickWatchers, signIn } from './dataset.ts';
import { type Call, type Client, constantRate, openClient } from './load.ts';
import { quietMoment, watchMachine } from './machine.ts';
import type { ServerProcess } from './server-process.ts';
import { submission } from './sheets.ts';
import { type Latency, latency, rounded } from './statistics.ts';

export interface StreamRun {
  /** What others took of the machine meanwhile, in percent of all cores. */
  others: number;
  streams: number;
  /** Of the server process, for each open stream. */
  kilobytesEach: { resident: number; used: number };
  /** Milliseconds from the answer of the change until the last stream had it. */
  electionMode: Latency;
  submission: Latency;
  /** The same while others submit at a constant rate. */
  submissionUnderLoad: Latency;
}

async function openStreams(client: Client, origin: string, audience: Audience, tokens: readonly string[]) {
  const one = async (token: string) => {
    const reply = await client.send({ method: 'POST', path: '/notifications/stream-ticket', token });
    const { data } = JSON.parse(reply.text) as { data: { ticket: string } };
    await audience.open(`/api/notifications/stream?token=${data.ticket}`, origin);
  };
  for (let next = 0; next < tokens.length; next += 32) await Promise.all(tokens.slice(next, next + 32).map(one));
}

export interface StreamOptions {
  server: ServerProcess;
  election: ElectionId;
  streams: number;
  times: number;
  perSecond: number;
}

/** Officers for submissions that are looked for, each the only one of their LGA, and others for the load beside them. */
async function pickSenders(database: Database, election: ElectionId, marked: number, others: number) {
  const officers = await pickOfficers(database, election, 5 * marked + others, 'streams');
  const lgaOf = (person: Person) => ancestorOf(person.area, 'lga');
  const first = new Map(officers.map((person) => [lgaOf(person), person]).toReversed() as [LocationId, Person][]);
  const chosen = [...first.values()].slice(0, marked);
  const lgas = new Set(chosen.map(lgaOf));
  return { marked: chosen, others: officers.filter((person) => !lgas.has(lgaOf(person))).slice(0, others) };
}

/** Streams of people who watch the nation, so that every one of them hears of every result. */
export async function runStreams(database: Database, options: StreamOptions): Promise<StreamRun> {
  const { server, election, streams, times, perSecond } = options;
  const admins = await pickWatchers(database, 'national_admin', Math.ceil(streams / 2));
  const moderators = await pickWatchers(database, 'global_moderator', Math.floor(streams / 2));
  const tokens = await signIn(database, [...admins, ...moderators]);
  const [superAdmin = ''] = await signIn(database, await pickWatchers(database, 'super_admin', 1));
  const senders = await pickSenders(database, election, 2 * times, times * perSecond * 3);
  const officers = [...senders.marked, ...senders.others];
  const officerTokens = await signIn(
    database,
    officers.map(({ userId }) => userId),
  );
  const client = openClient(server.origin, 32);
  await quietMoment();
  const watch = await watchMachine(database);
  const before = await server.memory();
  const audience = createAudience();
  await openStreams(client, server.origin, audience, tokens);
  const after = await server.memory();

  async function require(status: number, call: Call): Promise<number> {
    const reply = await client.send(call);
    if (reply.status !== status) throw new Error(`${call.path} was refused: ${reply.text}`);
    return performance.now();
  }

  async function changeMode(isElectionMode: boolean): Promise<number> {
    const reached = audience.allHave((m) => m.type === 'election-mode' && m.isElectionMode === isElectionMode);
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
    const lga = ancestorOf(officers[place]?.area ?? NATION, 'lga') ?? NATION;
    const reached = audience.allHave((m) => m.type === 'results' && (m.lgas?.includes(lga) ?? false));
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
  const arrivals = constantRate(perSecond, async () => void (await send(other++)));
  const loaded = await repeat(times, (number) => submitOne(times + number));
  await arrivals.stop();
  const others = await watch.others();
  audience.close();
  await client.close();
  const each = (bytes: number) => rounded(bytes / 1024 / streams);
  return {
    others,
    streams,
    kilobytesEach: { resident: each(after.resident - before.resident), used: each(after.used - before.used) },
    electionMode: latency(modes),
    submission: latency(alone),
    submissionUnderLoad: latency(loaded),
  };
}
