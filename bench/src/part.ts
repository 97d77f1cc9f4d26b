import type { Bench } from './bench.ts';
import type { Latency } from './statistics.ts';

/** One line of the table: a figure, beside its goal where it has one. */
export interface Row {
  what: string;
  unit: string;
  value: number;
  goal: { atMost: number } | { atLeast: number } | null;
  met: boolean | null;
  /** Details, such as the spread of the runs. */
  detail: string | null;
}

export interface Part<F> {
  /** The heading of its lines in the table. */
  title: string;
  /** Returns nothing if a requirement is missing, and prints which. */
  run: (bench: Bench) => Promise<F | undefined>;
  rows: (figures: F) => Row[];
  /** An SVG of the figures, which stands above their lines. */
  picture?: (figures: F) => Picture;
}

/** A file beside the table. */
export interface Picture {
  name: string;
  text: string;
}

/** A part with its own type of figures. */
export interface AnyPart {
  title: string;
  /** Figures that can be written to a file and read again. */
  measure(bench: Bench): Promise<unknown>;
  /** The lines of figures as they were measured or read; undefined for those of an earlier form. */
  rows(figures: unknown): Row[] | undefined;
  /** Of figures that have lines; undefined for parts without one. */
  picture(figures: unknown): Picture | undefined;
}

export function part<F>({ title, run, rows, picture }: Part<F>): AnyPart {
  return {
    title,
    measure: run,
    rows(figures) {
      try {
        const lines = rows(figures as F);
        return lines.every(({ value }) => Number.isFinite(value)) ? lines : undefined;
      } catch {
        return undefined;
      }
    },
    picture: (figures) => picture?.(figures as F),
  };
}

type Figure = [value: number, unit: string];

export function plain(what: string, [value, unit]: Figure, detail?: string): Row {
  return { what, unit, value, goal: null, met: null, detail: detail ?? null };
}

export function atMost(limit: number, what: string, [value, unit]: Figure, detail?: string): Row {
  return { what, unit, value, goal: { atMost: limit }, met: value <= limit, detail: detail ?? null };
}

export function atLeast(limit: number, what: string, [value, unit]: Figure, detail?: string): Row {
  return { what, unit, value, goal: { atLeast: limit }, met: value >= limit, detail: detail ?? null };
}

/** The 99th percentile against its goal, with the rest of the latencies beside it. */
export function p99Row(limit: number, what: string, { count, p50, p95, p99, max }: Latency): Row {
  const row = atMost(limit, what, [p99, 'ms'], `p50 ${p50}, p95 ${p95}, at most ${max}; ${count} calls`);
  // Without any answer there is none in time.
  return count > 0 ? row : { ...row, met: false };
}

/** The same over several runs: the one in the middle counts, of two in the middle the slower one. */
export function p99Rows(limit: number, what: string, runs: readonly Latency[]): Row {
  const sorted = runs.toSorted((a, b) => a.p99 - b.p99);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? { count: 0, p50: 0, p95: 0, p99: 0, max: 0 };
  const row = p99Row(limit, what, middle);
  return runs.length < 2
    ? row
    : { ...row, detail: `${row.detail}; p99 of the runs: ${runs.map(({ p99 }) => p99).join(', ')}` };
}

/** The same with no goal. */
export function p99Plain(what: string, runs: readonly Latency[]): Row {
  return { ...p99Rows(0, what, runs), goal: null, met: null };
}
