import type { Snapshot } from './snapshot.ts';

const answers = new WeakMap<Snapshot, Map<string, Promise<object>>>();

/**
 * Works an answer out once a picture: whoever asks the same of it afterwards gets the same object, frozen, so that it is
 * also put into text only once.
 */
export async function oncePerSnapshot<T extends object>(
  snapshot: Snapshot,
  question: string,
  work: () => Promise<T>,
): Promise<T> {
  const known = answers.get(snapshot) ?? new Map<string, Promise<object>>();
  answers.set(snapshot, known);
  const answer = (known.get(question) as Promise<T> | undefined) ?? work().then((made) => Object.freeze(made));
  known.set(question, answer);
  answer.catch(() => known.delete(question));
  return await answer;
}
