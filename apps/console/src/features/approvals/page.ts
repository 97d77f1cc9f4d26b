/** The page that the address names, from 1. */
export const pageOf = (text: string): number => Math.max(1, Number.parseInt(text, 10) || 1);
