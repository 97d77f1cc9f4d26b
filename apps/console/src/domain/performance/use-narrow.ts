import { useMediaQuery } from '@mantine/hooks';

/** True where a table of areas or units does not fit: on phones, and beside the navigation of small laptops. */
export function useNarrow(): boolean {
  const query = '(max-width: 56.25em), (min-width: 62em) and (max-width: 74em)';
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false });
}
