/** What a browser reports of its connection. */
interface Connected {
  connection?: { saveData?: boolean; type?: string };
}

const connection = () => (navigator as Navigator & Connected).connection;

/** True for a device whose owner saves data: nothing is fetched that they did not ask for. */
export function savesData(): boolean {
  return connection()?.saveData ?? false;
}

/** True where the browser says that the connection is Wi-Fi; most say nothing. */
export function onWifi(): boolean {
  return connection()?.type === 'wifi';
}

/** Runs when the page is idle. */
export function atRest(run: () => void): void {
  const rest = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 200));
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest, { once: true });
}

/** Runs when the page is idle, to prefetch code. Never for users who save data. */
export function whenIdle(run: () => void): void {
  if (!savesData()) atRest(run);
}

/** Ends the task that is running, so that a phone answers before the rest of the work begins. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

interface Tasks {
  scheduler?: { postTask(run: () => void, options: { priority: 'user-blocking' }): Promise<void> };
}

/** Ends the task that is running; what follows comes before other work of the page. Where a browser knows no such order it goes on at once. */
export async function taskOfItsOwn(): Promise<void> {
  await (globalThis as Tasks).scheduler?.postTask(() => undefined, { priority: 'user-blocking' });
}
