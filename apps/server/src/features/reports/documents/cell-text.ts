import type { Formats } from '../../../platform/runtime/format.ts';
import type { Cell, CellKind } from './document.ts';

/** The text of a cell; a dash for an unknown value. */
export function cellText(cell: Cell, kind: CellKind, formats: Formats): string {
  if (cell === null) return '–';
  if (cell instanceof Date) return formats.minute(cell);
  if (typeof cell === 'string') return kind === 'day' ? formats.day(cell) : cell;
  switch (kind) {
    case 'percent':
      return `${cell.toFixed(1)}%`;
    case 'points':
      return cell.toFixed(2);
    case 'hours':
      return cell.toLocaleString('en-NG', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    case 'text':
    case 'count':
    case 'moment':
    case 'day':
      return cell.toLocaleString('en-NG');
  }
}

/** Figures are right-aligned. */
export const isFigure = (kind: CellKind): boolean => ['count', 'percent', 'points', 'hours'].includes(kind);
