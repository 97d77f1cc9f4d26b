import type { ChatMessage } from '@ec/contract/chat/schemas';
import { personText } from '../../domain/people/person-text.ts';

/** What stands in the place of a message that was taken out; null for one that stands. */
export function traceOf(message: ChatMessage, me: string): string | null {
  const { state, senderId, senderName, removedBy, reason } = message;
  if (state === 'sent') return null;
  if (state === 'withdrawn') {
    return senderId === me ? 'You withdrew this message.' : `${senderName} withdrew this message.`;
  }
  const by = removedBy?.id === me ? 'you' : personText(removedBy);
  return `Removed by ${by}${reason ? `: ${reason}` : '.'}`;
}
