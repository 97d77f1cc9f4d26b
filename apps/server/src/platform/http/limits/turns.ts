import type { UserId } from '@ec/contract/base/common';
import { AppError } from '../errors.ts';

/** Limits work that needs much memory: a number at once, fewer for one person, so that no person blocks the others. */
export interface Turns {
  /**
   * Waits for a place, and returns the function that releases it. Throws UNAVAILABLE if too many wait, or if the caller has
   * gone before a place is free.
   */
  take(userId: UserId, gone: AbortSignal): Promise<() => void>;
}

export interface TurnLimits {
  atOnce: number;
  atOnceOfOne: number;
  waiting: number;
  waitingOfOne: number;
}

interface Waiting {
  userId: UserId;
  start: (giveBack: () => void) => void;
}

export function createTurns({ atOnce, atOnceOfOne, waiting: most, waitingOfOne }: TurnLimits): Turns {
  const held: { userId: UserId }[] = [];
  const waiting: Waiting[] = [];
  const of = (list: readonly { userId: UserId }[], userId: UserId) =>
    list.filter((each) => each.userId === userId).length;

  function next(): void {
    while (held.length < atOnce) {
      const place = waiting.findIndex(({ userId }) => of(held, userId) < atOnceOfOne);
      const [task] = place < 0 ? [] : waiting.splice(place, 1);
      if (!task) return;
      const turn = { userId: task.userId };
      held.push(turn);
      task.start(() => {
        const index = held.indexOf(turn);
        if (index < 0) return;
        held.splice(index, 1);
        next();
      });
    }
  }

  return {
    async take(userId, gone) {
      if (gone.aborted || waiting.length >= most || of(waiting, userId) >= waitingOfOne)
        throw new AppError('UNAVAILABLE');
      return await new Promise((start, refuse) => {
        const task = { userId, start };
        waiting.push(task);
        const leave = () => {
          const index = waiting.indexOf(task);
          if (index < 0) return;
          waiting.splice(index, 1);
          refuse(new AppError('UNAVAILABLE'));
        };
        gone.addEventListener('abort', leave, { once: true });
        next();
      });
    },
  };
}
