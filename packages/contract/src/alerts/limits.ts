/** Unread and open alerts are counted up to this number. In a file of its own because every page of the console loads it. */
export const ALERT_COUNT_MOST = 1000;
