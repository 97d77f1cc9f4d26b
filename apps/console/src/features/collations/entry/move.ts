import type { KeyboardEvent } from 'react';

/** Names a cell by its place in the table: `data-at="row-column"`. */
export const cellAt = (row: number, column: number) => `${row}-${column}`;

export function focusCell(cells: HTMLElement, row: number, column: number): boolean {
  const cell = cells.querySelector<HTMLElement>(`[data-at="${cellAt(row, column)}"]`);
  // A cell that is no field yet becomes one by a click, and takes the focus as such: once instead of twice.
  if (cell instanceof HTMLButtonElement) cell.click();
  else cell?.focus();
  return cell !== null;
}

/**
 * Keys between the cells of an element with `data-cells`: Enter to the next cell and, from the last, to the next row; Shift and Enter back; arrows up and
 * down within the column, left and right where the text ends.
 */
export function moveByKey(event: KeyboardEvent<HTMLInputElement>, columns: number): void {
  const { currentTarget: target, key, shiftKey } = event;
  const cells = target.closest<HTMLElement>('[data-cells]');
  if (!cells || event.nativeEvent.isComposing) return;
  const [row = 0, column = 0] = (target.dataset['at'] ?? '').split('-').map(Number);
  const atStart = target.selectionStart === 0 && target.selectionEnd === 0;
  const whole = target.selectionStart === 0 && target.selectionEnd === target.value.length;
  const atEnd = target.selectionStart === target.value.length;
  const next = (by: 1 | -1): [number, number] => {
    const to = column + by;
    if (to >= 0 && to < columns) return [row, to];
    return [row + by, by === 1 ? 0 : columns - 1];
  };
  const to: [number, number] | undefined =
    key === 'Enter'
      ? next(shiftKey ? -1 : 1)
      : key === 'ArrowDown'
        ? [row + 1, column]
        : key === 'ArrowUp'
          ? [row - 1, column]
          : key === 'ArrowRight' && (atEnd || whole)
            ? next(1)
            : key === 'ArrowLeft' && (atStart || whole)
              ? next(-1)
              : undefined;
  if (!to) return;
  // Enter never sends the form from a cell.
  if (focusCell(cells, ...to) || key === 'Enter') event.preventDefault();
}
