/** Under what a person's messages to chats are kept on this device until they are sent. */
export const outgoingUnder = (userId: string) => `chat-out:${userId}/`;

const waitingKey = (userId: string) => `ec.chatWaiting.${userId}`;

/** Whether messages of the person wait on this device: to be asked by every page, which loads nothing where none do. */
export function areMessagesWaiting(userId: string): boolean {
  return localStorage.getItem(waitingKey(userId)) !== null;
}

export function noteMessagesWaiting(userId: string, waiting: boolean): void {
  if (waiting) localStorage.setItem(waitingKey(userId), '1');
  else localStorage.removeItem(waitingKey(userId));
}
