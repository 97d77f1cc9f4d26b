import { useCallback, useSyncExternalStore } from 'react';
import { afterPaint } from '../../../lib/device/after-paint.ts';
import type { Grid } from './grid.ts';

type Watch = (listener: () => void) => () => void;

/** Tells a listener of a change once the frame with the key is painted: no key waits for what is drawn beside its own cell. */
function afterKey(watch: Watch): Watch {
  return (listener) => {
    const later = afterPaint();
    const end = watch(() => later.ask(listener));
    return () => {
      end();
      later.cancel();
    };
  };
}

/** The text of the cell that is typed, at once. */
export function useCellText(grid: Grid, code: string, column: number): string {
  return useSyncExternalStore(
    useCallback((listener) => grid.watchRow(code)(listener), [grid, code]),
    () => grid.row(code)[column] ?? '',
  );
}

/** The texts of one row, after the frame with the key. */
export function useRow(grid: Grid, code: string): readonly string[] {
  return useSyncExternalStore(
    useCallback((listener) => afterKey(grid.watchRow(code))(listener), [grid, code]),
    () => grid.row(code),
  );
}

/** Whether the row is typed now, after the frame with the key. */
export function useIsTyped(grid: Grid, code: string): boolean {
  return useSyncExternalStore(
    useCallback((listener) => afterKey(grid.watchTyped(code))(listener), [grid, code]),
    () => grid.isTyped(code),
  );
}

/** The sum of a column over the places, after the frame with the key; null while all of it is blank. */
export function useSum(grid: Grid, field: string): number | null {
  return useSyncExternalStore(
    useCallback((listener) => afterKey(grid.watchSum(field))(listener), [grid, field]),
    () => grid.sum(field),
  );
}

/** What the whole form says now, after the frame with the key. */
export function useForm<T extends number | boolean>(grid: Grid, read: () => T): T {
  return useSyncExternalStore(
    useCallback((listener) => afterKey(grid.watch)(listener), [grid]),
    read,
  );
}
