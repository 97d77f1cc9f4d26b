/** Unread messages are counted up to here and shown as 99+. Stands alone, so that the menu loads none of the shapes of chats. */
export const MOST_UNREAD = 100;
