/** Runs `work` on the items, at most `most` in parallel, and yields the results in the order of the items. */
export async function* inParallel<Item, Answer>(
  items: AsyncIterable<Item>,
  most: number,
  work: (item: Item) => Promise<Answer>,
): AsyncGenerator<Answer> {
  const under: Promise<Answer>[] = [];
  try {
    for await (const item of items) {
      const one = work(item);
      // A failure is thrown when its turn comes; until then it must not count as an unhandled rejection.
      one.catch(() => undefined);
      under.push(one);
      const first = under.length >= most ? under.shift() : undefined;
      if (first) yield await first;
    }
    for (let next = under.shift(); next; next = under.shift()) yield await next;
  } finally {
    await Promise.allSettled(under);
  }
}
