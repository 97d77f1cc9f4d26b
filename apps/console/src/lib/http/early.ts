/** Longer than this a screen does not take to appear; what nobody has taken by then is old. */
const KEPT_MS = 15_000;

const asked = new Map<string, Promise<unknown>>();
let barred = false;

/** Until the page is loaded again nothing is asked for early: somebody signed in who must change their password first. */
export function askNothingEarly(): void {
  barred = true;
}

/** Begins a request before the screen that shows its answer has been loaded, so that the two do not wait for each other. */
export function askEarly(key: string, ask: () => Promise<unknown>): void {
  if (barred || asked.has(key)) return;
  const answer = ask();
  asked.set(key, answer);
  // Whoever takes it is told of the failure; where nobody does there is nobody to tell.
  answer.catch(() => undefined);
  setTimeout(() => asked.delete(key), KEPT_MS);
}

/** The answer that was asked for early, once; undefined where none was. */
export function takeEarly<T>(key: string): Promise<T> | undefined {
  const answer = asked.get(key);
  asked.delete(key);
  return answer as Promise<T> | undefined;
}
