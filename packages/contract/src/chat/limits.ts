/** Unread messages are counted up to this number and displayed as 99+. In a file of its own, so that the menu does not load the chat schemas. */
export const MOST_UNREAD = 100;
