import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { Database } from '@ec/server/platform/database/database';
import { createElection, type Person, pickOfficers, signIn } from '../dataset.ts';

/** Before the access token of a quarter of an hour is over. */
const AGAIN_MS = 5 * 60_000;
/** Officers who are signed in ahead of their sheet. */
const AHEAD = 500;

/** People who stay for hours, with a token that is valid. */
export interface Staying {
  token(place: number): string;
  end(): void;
}

/** Signs the people in, and again and again as long as they stay. */
export async function keepSignedIn(database: Database, users: readonly UserId[]): Promise<Staying> {
  let tokens = await signIn(database, users);
  const timer = setInterval(() => {
    signIn(database, users).then(
      (fresh) => {
        tokens = fresh;
      },
      (error: unknown) => console.error('People could not be signed in again:', error),
    );
  }, AGAIN_MS);
  return { token: (place) => tokens[place % tokens.length] ?? '', end: () => clearInterval(timer) };
}

/** A sheet that is still to be sent. */
export interface Sheet {
  election: ElectionId;
  officer: Person;
  token: string;
  place: number;
}

export interface Sheets {
  elections: readonly ElectionId[];
  /** The next one; each officer has one for each election. */
  next(): Promise<Sheet>;
}

/**
 * As many elections of the nation as the sheets need, one after the other; without the sheets of people who do something else, whose new sign-in
 * may end the session of before.
 */
export async function prepareSheets(database: Database, count: number, others: ReadonlySet<UserId>): Promise<Sheets> {
  const first = await createElection(database, 'Soak 1');
  const all = await pickOfficers(database, first, count + others.size, 'soak');
  const officers = all.filter(({ userId }) => !others.has(userId)).slice(0, count);
  const elections = [first];
  while (elections.length * officers.length < count) {
    elections.push(await createElection(database, `Soak ${elections.length + 1}`));
  }
  let place = 0;
  let batch: Promise<string[]> | undefined;
  const signInFrom = (from: number) =>
    signIn(
      database,
      officers.slice(from, from + AHEAD).map(({ userId }) => userId),
    );
  return {
    elections,
    async next() {
      const mine = place++;
      const at = mine % officers.length;
      const inBatch = at % AHEAD;
      // The places of a batch are taken in order, so its first one signs all of them in.
      if (inBatch === 0 || !batch) batch = signInFrom(at);
      const tokens = await batch;
      const [officer, election] = [officers[at], elections[Math.floor(mine / officers.length)]];
      if (!officer || !election) throw new Error('There are too few officers');
      return { election, officer, token: tokens[inBatch] ?? '', place: mine };
    },
  };
}
