import type { ChatMessage } from '@ec/contract/chat/schemas';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatCount } from '../../../lib/format/format.ts';

interface AnnouncerProps {
  messages: readonly ChatMessage[] | undefined;
  me: string;
}

function wordsOf(fresh: readonly ChatMessage[]): string {
  const last = fresh.at(-1);
  if (!last) return '';
  if (fresh.length > 1) return `${formatCount(fresh.length, 'new message')}, the last by ${last.senderName}`;
  return `${last.senderName}: ${last.content || 'a picture or link'}`;
}

/** Announces new messages of others to screen readers while the chat is open; pages of older messages are not. */
export function Announcer({ messages, me }: AnnouncerProps) {
  const [announced, setAnnounced] = useState<{ through: number; words: string } | null>(null);
  useEffect(() => {
    if (!messages) return;
    const newest = messages.at(-1)?.id ?? 0;
    setAnnounced((before) => {
      if (before === null) return { through: newest, words: '' };
      if (newest <= before.through) return before;
      const fresh = messages.filter(
        ({ id, senderId, state }) => id > before.through && senderId !== me && state === 'sent',
      );
      return { through: newest, words: fresh.length > 0 ? wordsOf(fresh) : before.words };
    });
  }, [messages, me]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {announced?.words}
    </VisuallyHidden>
  );
}
