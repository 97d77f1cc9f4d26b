/** Of the link to a chat in the list. */
export const channelItemId = (channelId: number) => `chat-${channelId}`;
