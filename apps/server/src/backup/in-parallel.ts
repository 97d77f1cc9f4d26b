/** Does the work for the items in turn, so many at once, and gives what it answers in their order. */
export async function* inParallel<Item, Answer>(
  items: AsyncIterable<Item>,
  most: number,
  work: (item: Item) => Promise<Answer>,
): AsyncGenerator<Answer> {
  const under: Promise<Answer>[] = [];
  try {
    for await (const item of items) {
      const one = work(item);
      // One that fails is told of in its turn; until then it must not pass for a fault that nobody looks at.
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
