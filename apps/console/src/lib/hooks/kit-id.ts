import { useId as useOwnId } from 'react';

/**
 * In place of the kit's hook, by an alias of the build: the kit's changes the id of each field once it stands, so that every
 * field is drawn twice.
 */
export function useId(given?: string): string {
  const own = useOwnId();
  return given ?? own;
}
