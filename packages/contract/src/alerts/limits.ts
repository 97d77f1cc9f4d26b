/** Unread and open alerts are counted up to this many. It stands by itself because every page of the console loads it. */
export const ALERT_COUNT_MOST = 1000;
