interface Waiting<Key, Value> {
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
  let waiting: Waiting<Key, Value>[] = [];

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
