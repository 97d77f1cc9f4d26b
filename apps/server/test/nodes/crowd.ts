import { setTimeout as sleep } from 'node:timers/promises';
import type { ElectionId } from '@ec/contract/base/common';
import type { Receipt } from '@ec/contract/results/schemas';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { openSession } from '../../src/platform/identity/sessions.ts';
import { createElection, createPerson, createWard } from '../builders.ts';
import { type Answer, call, until } from '../faults/calls.ts';
import { type Ground, type Officer, submissionOf } from '../faults/ground.ts';
import type { Load } from './load.ts';

const WARDS = 60;
const UNITS_IN_A_WARD = 50;
const ELECTIONS = 16;
/** Beyond so many calls under way none is started, as during a change of the primary: phones wait too. */
const MOST_UNDER_WAY = 200;
const STEP_MS = 5;
const AGAIN = { timeout: 120_000, pause: 1000 };

export interface Crowd {
  readonly elections: readonly ElectionId[];
  readonly receipts: readonly Receipt[];
  /** Waits for all that is under way; fails where one submission was not acknowledged. */
  end(): Promise<void>;
}

const stored = ({ status }: Answer) => status === 201 || status === 200;

async function signedInOfficers(database: Database): Promise<Officer[]> {
  const now = new Date();
  const officers: Officer[] = [];
  for (let ward = 0; ward < WARDS; ward++) {
    const { units } = await createWard(database.db, UNITS_IN_A_WARD);
    await inTransaction(database.db, async (tx) => {
      for (const unit of units) {
        const person = await createPerson(tx, { role: 'polling_unit_officer', area: unit });
        const opened = await openSession(tx, { userId: person.id, ip: '127.0.0.1', userAgent: 'test', now });
        officers.push({ unit, person, token: opened.accessToken });
      }
    });
  }
  return officers;
}

/**
 * 3,000 officers of 60 wards who send the sheets of 16 elections, one after the other, at a constant rate: each once, again and
 * again under its key until it is acknowledged.
 */
export async function startCrowd(
  database: Database,
  { origin, ground, load, perSecond }: { origin: string; ground: Ground; load: Load; perSecond: number },
): Promise<Crowd> {
  const officers = await signedInOfficers(database);
  const closesAt = new Date(Date.now() - 60_000);
  const times = {
    electionDate: closesAt.toISOString().slice(0, 10),
    opensAt: new Date(closesAt.getTime() - 6 * 3_600_000),
    closesAt,
  };
  const elections: ElectionId[] = [];
  for (let count = 0; count < ELECTIONS; count++) elections.push(await createElection(database.db, times));
  const receipts: Receipt[] = [];
  const lost: unknown[] = [];
  const underWay = new Set<Promise<void>>();
  let over = false;

  async function send(place: number): Promise<void> {
    const [officer, election] = [officers[place % officers.length], elections[Math.floor(place / officers.length)]];
    if (!officer || !election) return; // all sheets are sent
    const submission = { ...submissionOf({ ...ground, election }, officer, place), patience: 10_000 };
    const answer = await until(stored, () => load.noted(call(origin, 'POST', '/results', submission)), AGAIN);
    receipts.push(answer.data<Receipt>());
  }

  async function run(): Promise<void> {
    const began = performance.now();
    let missed = 0;
    for (let place = 0; !over; await sleep(STEP_MS)) {
      const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
      for (; place < due - missed && underWay.size < MOST_UNDER_WAY; place++) {
        const one = send(place)
          .catch((error: unknown) => void lost.push(error))
          .finally(() => underWay.delete(one));
        underWay.add(one);
      }
      // What could not be sent at its time is not made up for.
      missed = due - place;
    }
  }

  const running = run();
  return {
    elections,
    receipts,
    async end() {
      over = true;
      await running;
      await Promise.all(underWay);
      if (lost.length > 0) throw new Error(`${lost.length} submissions were not acknowledged`, { cause: lost[0] });
    },
  };
}
