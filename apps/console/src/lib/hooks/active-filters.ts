/** Filters as they stand in the address. */
export type Filters = Readonly<Record<string, string>>;

/** The filters that restrict a list: those that differ from the default, `whole`. */
export const activeFilters = (filters: Filters, whole: Filters): string[] =>
  Object.keys(whole).filter((key) => filters[key] !== whole[key]);

/** True while any filter is active. */
export const isFilteredFrom = (filters: Filters, whole: Filters): boolean => activeFilters(filters, whole).length > 0;

/** A filter's value where it is one of its choices; unknown values in the address are ignored. */
export const known = (choices: readonly { value: string }[], value: string): string =>
  choices.some((choice) => choice.value === value) ? value : '';
