import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AudienceNews, AudienceOrder, Awaited } from './audience-messages.ts';

export interface RemoteAudience {
  open(paths: readonly string[], origin: string): Promise<void>;
  /** Resolves when the streams are watched; `reached` is the moment of the machine's clock at which the last one had it. */
  await(awaited: Awaited): Promise<{ reached: Promise<number> }>;
  close(): Promise<void>;
}

/** Starts the process that holds the streams. */
export function startAudience(): RemoteAudience {
  const child = fork(new URL('./audience-process.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting: { resolve: (news: AudienceNews) => void; reject: (error: Error) => void }[] = [];
  const fail = (why: string) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(why));
  };
  child.on('message', (message) => {
    const news = message as AudienceNews;
    if (news.news === 'failed') fail(news.why);
    else waiting.shift()?.resolve(news);
  });
  child.on('exit', () => fail('The process of the streams ended'));

  const next = () => new Promise<AudienceNews>((resolve, reject) => waiting.push({ resolve, reject }));
  const order = (message: AudienceOrder): void => void child.send(message);

  async function reached(): Promise<number> {
    const news = await next();
    if (news.news !== 'reached') throw new Error(`Instead of the last stream came ${news.news}`);
    return news.at;
  }

  return {
    async open(paths, origin) {
      order({ order: 'open', paths, origin });
      await next();
    },
    async await(awaited) {
      order({ order: 'await', awaited });
      await next();
      const last = reached();
      // The caller may fail before it awaits this.
      last.catch(() => undefined);
      return { reached: last };
    },
    async close() {
      if (!child.connected) return;
      const ended = once(child, 'exit');
      order({ order: 'close' });
      await ended;
    },
  };
}
