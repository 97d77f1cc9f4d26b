import { Counter, Histogram, type Registry } from 'prom-client';

/** One answer that was given. */
export interface Answer {
  method: string;
  /** The route's pattern, never an address: however many addresses are asked for, there are as many series as routes. */
  route: string;
  status: number;
  /** The code of a refusal. */
  code: string | null;
  seconds: number;
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The call that the night is about is counted by what became of it. */
const SUBMISSIONS = 'POST /api/results';

function outcomeOf({ status, code }: Answer): string {
  if (code !== null) return code;
  return status === 200 ? 'repeated' : status < 300 ? 'stored' : 'other';
}

/** Counts answers, and how long they took, into the registry. */
export function createRequestMetrics(registry: Registry): (answer: Answer) => void {
  const registers = [registry];
  const durations = new Histogram({
    name: 'ec_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route pattern and class of status; streams are left out',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const submissions = new Counter({
    name: 'ec_submissions_total',
    help: 'Submissions of results: stored, repeated (the same key and body again), or the code of the refusal',
    labelNames: ['outcome'],
    registers,
  });
  // Alerts look at how these grow, which a series that begins with its first event does not show.
  for (const outcome of ['stored', 'repeated']) submissions.inc({ outcome }, 0);
  return (answer) => {
    const { route, status, seconds } = answer;
    const method = METHODS.has(answer.method) ? answer.method : 'other';
    durations.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds);
    if (`${method} ${route}` === SUBMISSIONS) submissions.inc({ outcome: outcomeOf(answer) });
  };
}
