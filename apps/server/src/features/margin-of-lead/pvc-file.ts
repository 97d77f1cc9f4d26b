import { locationIdOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { type RefusedLines, refuseLine } from '@ec/contract/geography/register-import';
import { MAX_PVC_LINES, PVC_COLUMNS } from '@ec/contract/margin-of-lead/pvc-import';
import { linesOf } from '../../platform/files/csv-lines.ts';

export interface PvcLine {
  line: number;
  code: string;
  unit: LocationId;
  pvc: number;
}

/** Reads a file of PVCs collected: a unit a line, once. What is wrong with a line is noted. */
export function readPvcFile(text: string, refused: RefusedLines): { rows: number; lines: PvcLine[] } {
  const all = linesOf(text, refused);
  const header = (all[0] ?? []).map((field) => field.toLowerCase().replaceAll(' ', '_'));
  const lacking = PVC_COLUMNS.filter((column) => !header.includes(column));
  if (all.length > 0 && lacking.length > 0) refuseLine(refused, 1, `The header lacks ${lacking.join(', ')}`);
  const rows = all.flatMap((fields, index) => (index > 0 && fields.some(Boolean) ? [{ fields, line: index + 1 }] : []));
  if (refused.count > 0) return { rows: rows.length, lines: [] };
  if (rows.length === 0) refuseLine(refused, 1, 'The file has no unit');
  if (rows.length > MAX_PVC_LINES) refuseLine(refused, 1, `A file has at most ${MAX_PVC_LINES} units: divide it`);
  const seen = new Map<LocationId, number>();
  const lines: PvcLine[] = [];
  for (const { fields, line } of rows.slice(0, MAX_PVC_LINES)) {
    const at = (column: (typeof PVC_COLUMNS)[number]) => fields[header.indexOf(column)] ?? '';
    const [code, figure] = [at('unit_code'), at('pvc_collected')];
    const unit = locationIdOf(code);
    const first = unit === undefined ? undefined : seen.get(unit);
    if (unit === undefined || locationType(unit) !== 'polling_unit')
      refuseLine(refused, line, `${code || 'An empty field'} is no code of a polling unit, such as 24-11-05-003`);
    else if (first !== undefined) refuseLine(refused, line, `${code} is on line ${first} already`);
    else if (!/^\d{1,5}$/.test(figure))
      refuseLine(
        refused,
        line,
        `${figure || 'An empty field'} is no number of PVCs: give a whole number from 0 to 99999`,
      );
    else lines.push({ line, code, unit, pvc: Number(figure) });
    if (unit !== undefined && first === undefined) seen.set(unit, line);
  }
  return { rows: rows.length, lines };
}
