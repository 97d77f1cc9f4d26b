import type { ChatChannel } from '@ec/contract/chat/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { markRead } from '../api.ts';
import { createReader } from './reader.ts';

/** Shortest time between two reports to the server of how far the user has read. */
const EVERY_MS = 1500;

/** What is to be called with each message that was seen. */
export function useRead({ id, readThrough }: Pick<ChatChannel, 'id' | 'readThrough'>): (messageId: number) => void {
  const queryClient = useQueryClient();
  const reader = useMemo(() => createReader((upTo) => markRead(queryClient, id, upTo), EVERY_MS), [queryClient, id]);
  useEffect(() => reader.known(readThrough), [reader, readThrough]);
  useEffect(() => () => reader.end(), [reader]);
  return reader.saw;
}
