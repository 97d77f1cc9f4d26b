import { randomUUID } from 'node:crypto';
import type { ChannelList, ChatChannel, ChatMessage, MessageList } from '@ec/contract/chat/schemas';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { Client, Reply } from './harness.ts';

/** Sends to the channel with a key of its own, unless one is given. */
export async function send(
  client: Client,
  channel: LocationId,
  content: string,
  more: Record<string, unknown> = {},
  key: string = randomUUID(),
): Promise<Reply> {
  return await client.post(`/chat/channels/${channel}/messages`, { content, ...more }, { 'idempotency-key': key });
}

/** The same, for those who may. */
export async function say(
  client: Client,
  channel: LocationId,
  content: string,
  more: Record<string, unknown> = {},
): Promise<ChatMessage> {
  const reply = await send(client, channel, content, more);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.json<ChatMessage>('data');
}

export async function channelList(client: Client): Promise<ChannelList> {
  return (await client.get('/chat/channels')).json<ChannelList>('data');
}

export async function channelOf(client: Client, channel: LocationId): Promise<ChatChannel | undefined> {
  return (await channelList(client)).channels.find(({ id }) => id === channel);
}

/** The codes of the person's channels, in the order of their text. */
export async function channelCodes(client: Client): Promise<string[]> {
  return (await channelList(client)).channels.map(({ id }) => codeOf(id)).sort();
}

export async function page(client: Client, channel: LocationId, query = ''): Promise<MessageList> {
  return (await client.get(`/chat/channels/${channel}/messages?${query}`)).json<MessageList>('data');
}
