import { withServer } from '../bench.ts';
import { runChat } from '../chat.ts';
import { atMost, p99Row, part } from '../part.ts';
import { withPeople } from '../people.ts';

export const chatPart = part({
  title: 'Group chats of an organisation of 200,000 people',
  run: ({ database, dataDir, sizes }) =>
    withPeople(database.url, (people) =>
      withServer({ database: people, dataDir }, (server) =>
        runChat(people, server, { messages: sizes.messages, streams: sizes.chatStreams, seconds: sizes.seconds }),
      ),
    ),
  rows: ({ stored, oneReader, tenReaders, others, nation }) => [
    p99Row(100, `/chat/channels, ${stored} messages stored, one reader who never pauses: p99`, oneReader),
    p99Row(100, 'The same, ten readers: p99', tenReaders),
    ...Object.entries(others).map(([what, times]) => p99Row(100, `One reader, ${what}: p99`, times)),
    atMost(
      1000,
      `A message to the nation’s chat until the last of ${nation.streams} open streams has it: p99`,
      [nation.fromSendingToLast.p99, 'ms'],
      `p50 ${nation.fromSendingToLast.p50}, at most ${nation.fromSendingToLast.max}`,
    ),
  ],
});
