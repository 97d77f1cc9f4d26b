import type { Receipt } from '@ec/contract/results/schemas';
import { type Answer, call, until } from '../faults/calls.ts';
import { type Ground, type Officer, type SignedIn, submissionOf } from '../faults/ground.ts';

/** What the server acknowledged to an officer. */
export interface Acknowledged {
  receipt: Receipt;
  /** When the try that was answered began and when it was answered, by `performance.now()`. */
  sentAt: number;
  at: number;
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  /** Per officer, the reasons of the returns that were acknowledged to the ward admin, in their order. */
  readonly reasons: readonly string[][];
  /** Answers by which a server says that it failed (500): a device tries again, and none is expected. */
  readonly failures: readonly string[];
  /** Adds the answer to the failures if it is one. */
  noted(answering: Promise<Answer>): Promise<Answer>;
  /** Lets every worker finish what it has begun; fails where one could not. */
  end(): Promise<void>;
}

const PATIENCE = 120_000;
const stored = ({ status }: Answer) => status === 201 || status === 200;
/** The second try of a return whose answer was lost finds the result returned. */
const returned = ({ status, code }: Answer) => status === 200 || code === 'RESULT_TRANSITION';

/**
 * Every officer sends a sheet, the ward admin returns it, the officer sends it again, and so on: each call again and again
 * until it is answered, a submission always under its key, as phones do.
 */
export function startLoad(origin: string, ground: Ground, reviewer: SignedIn): Load {
  const acknowledged: Acknowledged[] = [];
  const reasons = ground.officers.map((): string[] => []);
  const failures: string[] = [];
  let over = false;
  let place = 0;

  async function noted(answering: Promise<Answer>): Promise<Answer> {
    const answer = await answering;
    if (answer.status === 500) failures.push(answer.text);
    return answer;
  }

  async function submit(officer: Officer): Promise<Receipt> {
    const submission = submissionOf(ground, officer, place++);
    let sentAt = 0;
    const answer = await until(
      stored,
      () => {
        sentAt = performance.now();
        return noted(call(origin, 'POST', '/results', { ...submission, patience: 10_000 }));
      },
      { timeout: PATIENCE },
    );
    const receipt = answer.data<Receipt>();
    acknowledged.push({ receipt, sentAt, at: performance.now() });
    return receipt;
  }

  async function giveBack({ id, version }: Receipt, reason: string): Promise<void> {
    await until(
      returned,
      () =>
        noted(
          call(origin, 'POST', `/results/${id}/return`, {
            token: reviewer.token,
            body: { reason, version },
            patience: 10_000,
          }),
        ),
      { timeout: PATIENCE },
    );
  }

  const everybody = Promise.all(
    ground.officers.map(async (officer, index) => {
      for (let round = 1; !over; round++) {
        const receipt = await submit(officer);
        const reason = `round ${round}`;
        await giveBack(receipt, reason);
        reasons[index]?.push(reason);
      }
    }),
  );
  everybody.catch(() => undefined);
  return {
    acknowledged,
    reasons,
    failures,
    noted,
    async end() {
      over = true;
      await everybody;
    },
  };
}
