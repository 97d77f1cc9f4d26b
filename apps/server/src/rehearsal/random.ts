/** A stream of numbers from 0 up to 1 that is the same for the same seed: the rehearsal's figures can be made again. */
export type Random = () => number;

/** FNV-1a into mulberry32: small, fast, and even enough for figures that only have to look alive. */
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

/** A number around 1, at most `width` away from it. */
export function around(random: Random, width: number): number {
  return 1 + (random() * 2 - 1) * width;
}

/**
 * Spreads a whole number by weights into whole numbers that sum to it exactly: each share is what the rounded running
 * total grows by, so none is further than one from its exact share.
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

/** Puts a list in an order that looks random and is the same for the same seed. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
