/** Closes all resources, the newest first, for every kind of shutdown. */
export interface Shutdown {
  /** Adds something to close. */
  add(close: () => Promise<void>): void;
  /** Closes everything and ends the process; the first call's code counts. */
  end(code: number): Promise<never>;
}

const DEADLINE_MS = 20_000;

async function closeAll(steps: (() => Promise<void>)[]): Promise<boolean> {
  let clean = true;
  for (let close = steps.pop(); close; close = steps.pop()) {
    try {
      await close();
    } catch (error) {
      console.error(error);
      clean = false;
    }
  }
  return clean;
}

/** Ends the process in good order on Ctrl-C, SIGTERM, a closed terminal, and the end of the launcher that started it. */
export function prepareShutdown(): Shutdown {
  const steps: (() => Promise<void>)[] = [];
  let shutdown: Promise<never> | undefined;
  const run = async (code: number): Promise<never> => {
    // If closing takes too long, the shell that watches the database stops it.
    setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    const clean = await closeAll(steps);
    return process.exit(clean ? code : 1);
  };
  const end = (code: number) => (shutdown ??= run(code));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  process.on('disconnect', () => void end(0));
  // A closed terminal or pipe must not interrupt the shutdown.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return { add: (close) => void steps.push(close), end };
}

/** A reason not to start that the operator can correct: its sentence is printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
