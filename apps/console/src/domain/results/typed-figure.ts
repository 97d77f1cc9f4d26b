import { formatNumber } from '../../lib/format/format.ts';
import { MAX_FIGURE } from '@ec/contract/results/sheet';

export type TypedFigure = { kind: 'figure'; value: number } | { kind: 'empty' } | { kind: 'wrong'; message: string };

/** What a typed text means. "1,234" and "1 234" are figures; nothing typed is not a zero. */
export function readFigure(text = ''): TypedFigure {
  const plain = text.trim();
  if (plain === '') return { kind: 'empty' };
  if (/^[-−]/.test(plain)) return { kind: 'wrong', message: 'Must not be negative' };
  const digits = /^\d{1,3}([, \u00a0\u202f]\d{3})+$/.test(plain) ? plain.replaceAll(/\D/g, '') : plain;
  if (!/^\d+$/.test(digits)) return { kind: 'wrong', message: 'Use digits only' };
  const value = Number(digits);
  if (value > MAX_FIGURE) return { kind: 'wrong', message: `Must not exceed ${formatNumber(MAX_FIGURE)}` };
  return { kind: 'figure', value };
}
