/** The device store's key prefix of a user's unsent chat messages. */
export const outgoingUnder = (userId: string) => `chat-out:${userId}/`;

const waitingKey = (userId: string) => `ec.chatWaiting.${userId}`;

/** Whether unsent messages of the user are on this device; every page asks, and loads the chat code only if so. */
export function areMessagesWaiting(userId: string): boolean {
  return localStorage.getItem(waitingKey(userId)) !== null;
}

export function noteMessagesWaiting(userId: string, waiting: boolean): void {
  if (waiting) localStorage.setItem(waitingKey(userId), '1');
  else localStorage.removeItem(waitingKey(userId));
}
