/** Pages that come over 2G, by the first part of their path: they import the styles of just the parts they use. All others get those of the whole kit. */
export const LIGHT_PAGES: ReadonlySet<string | undefined> = new Set(['submit-results', 'dashboard']);
