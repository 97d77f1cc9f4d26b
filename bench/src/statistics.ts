export interface Latency {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export interface Spread {
  min: number;
  median: number;
  max: number;
}

export function rounded(value: number, decimals = 1): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

/** The value below which the share of the sorted values lies. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Milliseconds of many calls in short. */
export function latency(milliseconds: readonly number[]): Latency {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => rounded(quantile(sorted, share));
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: rounded(sorted.at(-1) ?? 0) };
}

/** The values below which these shares lie, by their names. */
export function quantiles<K extends string>(
  values: readonly number[],
  shares: Readonly<Record<K, number>>,
): Record<K, number> {
  const sorted = values.toSorted((a, b) => a - b);
  const named = Object.entries<number>(shares).map(([name, share]) => [name, rounded(quantile(sorted, share))]);
  return Object.fromEntries(named) as Record<K, number>;
}

/** Several runs of one measurement in short. */
export function spread(values: readonly number[], decimals = 1): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 === 1
      ? (sorted[Math.floor(middle)] ?? 0)
      : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return {
    min: rounded(sorted[0] ?? 0, decimals),
    median: rounded(median, decimals),
    max: rounded(sorted.at(-1) ?? 0, decimals),
  };
}

/** The line that lies closest to the points (least squares): its value at 0, and by how much it rises for each unit. */
export function fitLine(points: readonly (readonly [x: number, y: number])[]): { at0: number; slope: number } {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x0, y0] = [mean(([x]) => x), mean(([, y]) => y)];
  const spreadOfX = points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
  const slope = spreadOfX === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0) / spreadOfX;
  return { at0: y0 - slope * x0, slope };
}
