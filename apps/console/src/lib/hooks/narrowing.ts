/** Filters as they stand in the address. */
export type Filters = Readonly<Record<string, string>>;

/** Which filters narrow a list: those that differ from the value that leaves it whole. */
export const narrowing = (filters: Filters, whole: Filters): string[] =>
  Object.keys(whole).filter((key) => filters[key] !== whole[key]);

/** True while a list is not shown whole. */
export const isNarrowedFrom = (filters: Filters, whole: Filters): boolean => narrowing(filters, whole).length > 0;

/** A filter's value where it is one of its choices; unknown values in the address are ignored. */
export const known = (choices: readonly { value: string }[], value: string): string =>
  choices.some((choice) => choice.value === value) ? value : '';
