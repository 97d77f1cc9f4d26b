/** Random numbers in [0, 1) that are the same for the same seed, so that the rehearsal is reproducible. */
export type Random = () => number;

/** FNV-1a hash into mulberry32: small, fast, and good enough for demonstration figures. */
export function seeded(seed: string): Random {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number within `width` of 1. */
export function around(random: Random, width: number): number {
  return 1 + (random() * 2 - 1) * width;
}

/**
 * Splits a whole number by weights into whole numbers with exactly that sum. Each share is the growth of the rounded running total, so none is more
 * than one from its exact value.
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let running = 0;
  let given = 0;
  return weights.map((weight) => {
    running += weight;
    const upTo = Math.round((total * running) / whole);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}

/** Shuffles a list; the same order for the same seed. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
