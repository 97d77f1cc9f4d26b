/** Under what a person's messages to chats are kept on this device until they are sent. */
export const outgoingUnder = (userId: string) => `chat-out:${userId}/`;
