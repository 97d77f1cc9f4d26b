import type { KeyboardEvent } from 'react';

/** Names a cell by its place in the table: `data-at="row-column"`. */
export const cellAt = (row: number, column: number) => `${row}-${column}`;

/** The place of the cell that the element is in, or is: row and column. */
export function placeOf(element: Element): [number, number] {
  const at = element.closest<HTMLElement>('[data-at]')?.dataset['at'] ?? '';
  const [row = 0, column = 0] = at.split('-').map(Number);
  return [row, column];
}

/**
 * Gives the focus to the field of a cell. Where all cells share one (in `data-field`), it is laid into the cell, and shows what that holds as soon as it
 * has the focus. Answers whether there is such a cell.
 */
export function focusCell(cells: HTMLElement, row: number, column: number): boolean {
  const cell = cells.querySelector<HTMLElement>(`[data-at="${cellAt(row, column)}"]`);
  if (!cell || cell instanceof HTMLInputElement) {
    cell?.focus();
    return cell !== null;
  }
  const holder = cells.querySelector<HTMLElement>('[data-field]');
  const field = holder?.querySelector('input');
  if (!holder || !field) return false;
  if (holder.parentElement !== cell) {
    // React draws the cell that is left after the next frame.
    const left = holder.nextElementSibling;
    if (left && left.textContent !== field.value) left.textContent = field.value;
    cell.prepend(holder);
  }
  field.focus();
  return true;
}

/**
 * Keys between the cells of an element with `data-cells`: Enter or Tab to the next cell and, from the last, to the next row; with Shift back; arrows up and
 * down within the column, left and right where the text ends.
 */
export function moveByKey(event: KeyboardEvent<HTMLInputElement>, columns: number): void {
  const { currentTarget: target, key, shiftKey } = event;
  const cells = target.closest<HTMLElement>('[data-cells]');
  if (!cells || event.nativeEvent.isComposing) return;
  const [row, column] = placeOf(target);
  const atStart = target.selectionStart === 0 && target.selectionEnd === 0;
  const whole = target.selectionStart === 0 && target.selectionEnd === target.value.length;
  const atEnd = target.selectionStart === target.value.length;
  const next = (by: 1 | -1): [number, number] => {
    const to = column + by;
    if (to >= 0 && to < columns) return [row, to];
    return [row + by, by === 1 ? 0 : columns - 1];
  };
  const to: [number, number] | undefined =
    key === 'Enter' || key === 'Tab'
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
  // Enter never sends the form from a cell; Tab leaves the cells at their end.
  if (focusCell(cells, ...to) || key === 'Enter') event.preventDefault();
}
