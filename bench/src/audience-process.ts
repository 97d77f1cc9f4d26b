import { createAudience } from './audience.ts';
import { type AudienceNews, type AudienceOrder, isAwaited } from './audience-messages.ts';

/** Holds thousands of open streams in a separate process, so that their memory and work do not count as the server's. */
const audience = createAudience();

const send = (news: AudienceNews): void => void process.send?.(news);

async function follow(message: AudienceOrder): Promise<void> {
  if (message.order === 'open') {
    await Promise.all(message.paths.map((path) => audience.open(path, message.origin)));
    send({ news: 'open' });
  } else if (message.order === 'await') {
    const reached = audience.allHave((one) => isAwaited(message.awaited, one));
    send({ news: 'waiting' });
    send({ news: 'reached', at: performance.timeOrigin + (await reached) });
  } else {
    audience.close();
    process.disconnect?.();
  }
}

process.on('message', (message) => {
  follow(message as AudienceOrder).catch((error: unknown) => send({ news: 'failed', why: String(error) }));
});
process.on('disconnect', () => process.exit());
