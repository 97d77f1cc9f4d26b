/**
 * The widths at which screens change, for style sheets (`@mixin below-md`, `@mixin from-md`), for components and for
 * the kit. In `em`, so that letters made larger count as a narrower screen.
 */
export const BREAKPOINTS = { xs: '30em', sm: '40em', md: '48em', lg: '62em', xl: '75em' } as const;

export type Breakpoint = keyof typeof BREAKPOINTS;

/** The media condition of screens narrower than the breakpoint: a hundredth less, so that `from` begins where it ends. */
export const belowWidth = (name: Breakpoint): string => `(max-width: ${Number.parseFloat(BREAKPOINTS[name]) - 0.01}em)`;

export const fromWidth = (name: Breakpoint): string => `(min-width: ${BREAKPOINTS[name]})`;
