/** Number of recent events on a dashboard: the national overview, and all others. */
export const ACTIVITIES = { national: 8, others: 5 } as const;
