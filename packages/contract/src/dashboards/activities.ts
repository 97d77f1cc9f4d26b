/** How much of what happened a dashboard brings with it: the national overview, and everybody else's. */
export const ACTIVITIES = { national: 8, others: 5 } as const;
