interface Waiting<Item, Answer> {
  item: Item;
  key: unknown;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

interface BatcherOptions<Item> {
  /** Rounds that run at once. */
  atOnce?: number;
  /** Items of one round at most. */
  most?: number;
  /** Items with the same key are never in one round, nor in two that run at once: the later waits for the earlier. */
  apart?: (item: Item) => unknown;
}

/**
 * Runs one kind of work for many callers in rounds: the first call starts a round at once, calls that arrive while it runs
 * share the next. `round` returns the answers in the order of its items; if it throws, each of its callers gets the error.
 */
export function batcher<Item, Answer>(
  round: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { atOnce = 1, most = Infinity, apart }: BatcherOptions<Item> = {},
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let running = 0;
  const underWay = new Set<unknown>();

  /** The items of the next round, in the order of their arrival. */
  function take(): Waiting<Item, Answer>[] {
    const group: Waiting<Item, Answer>[] = [];
    const left: Waiting<Item, Answer>[] = [];
    for (const one of waiting) {
      if (group.length >= most || underWay.has(one.key)) left.push(one);
      else {
        underWay.add(one.key);
        group.push(one);
      }
    }
    waiting = left;
    return group;
  }

  async function serve(group: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await round(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    for (const { key } of group) underWay.delete(key);
    running -= 1;
    start();
  }

  function start(): void {
    while (running < atOnce && waiting.length > 0) {
      const group = take();
      if (group.length === 0) return;
      running += 1;
      void serve(group);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, key: apart ? apart(item) : Symbol('of no other'), resolve, reject });
      start();
    });
}

interface Asked<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns a function that loads one key. The keys of one tick are read together, as the DataLoader library does; `read`
 * returns the values in the order of its keys. Nothing is cached. Rejects with the error of `read`.
 */
export function loader<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let waiting: Asked<Key, Value>[] = [];

  async function load(): Promise<void> {
    const group = waiting;
    waiting = [];
    try {
      const values = await read(group.map(({ key }) => key));
      for (const [index, { resolve }] of group.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(() => void load());
      waiting.push({ key, resolve, reject });
    });
}
