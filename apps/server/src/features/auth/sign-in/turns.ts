/** Runs work of one key one after the other, and of different keys at once. */
export interface Turns {
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, turn);
      try {
        return await turn;
      } finally {
        if (last.get(key) === turn) last.delete(key);
      }
    },
  };
}

/**
 * Attempts on one phone from one network wait for each other, so that a burst of guesses is counted guess by guess and stops
 * at the lock instead of being checked all at once before the first is counted. The owner never waits behind those who guess
 * from elsewhere.
 */
export const signInTurns: Turns = createTurns();
