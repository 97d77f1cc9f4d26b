import { createHash } from 'node:crypto';
import type { WrittenEntry } from '../../platform/audit/audit-form.ts';

/**
 * The columns of an export. The hash covers twelve of them (docs/audit-chain.md). The names beside the ids are for the reader; the last column is a
 * checksum of the line, which also covers the names.
 */
const EXPORT_COLUMNS = [
  'position',
  'id',
  'created_at',
  'event',
  'action',
  'resource_type',
  'resource_id',
  'user_id',
  'user_name',
  'area_id',
  'area',
  'ip',
  'user_agent',
  'previous_values',
  'new_values',
  'session',
  'previous_hash',
  'hash',
  'line_check',
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];
export const EXPORT_HEADER: string = EXPORT_COLUMNS.join(',');
/** The columns of exports without the session; these are still verified. */
const EARLIER_COLUMNS: readonly ExportColumn[] = EXPORT_COLUMNS.filter((column) => column !== 'session');
export const EARLIER_HEADER: string = EARLIER_COLUMNS.join(',');

/** Text that a spreadsheet would run as a formula, with any apostrophes before it. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const PROTECTED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** The text of a cell. Null is an empty cell, an empty text two quotation marks; an apostrophe prevents a formula from running. */
function toCell(value: string | null): string {
  if (value === null) return '';
  const text = FORMULA.test(value) ? `'${value}` : value;
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The original text of a cell; the apostrophe is removed only where toCell adds one. */
function fromCell(cell: string): string | null {
  if (cell === '') return null;
  const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  return PROTECTED.test(text) ? text.slice(1) : text;
}

/** The first sixteen hex digits of the line's SHA-256. */
const lineCheck = (line: string): string => createHash('sha256').update(line, 'utf8').digest('hex').slice(0, 16);

export interface ExportedEntry {
  position: number;
  entry: WrittenEntry;
  action: string;
  resourceType: string;
  userName: string | null;
  area: string | null;
  previousHash: string;
  hash: string;
}

/** The line of an entry, with its line end. */
export function toLine(exported: ExportedEntry): string {
  const { position, entry, action, resourceType, userName, area, previousHash, hash } = exported;
  const what = [String(position), entry.id, entry.createdAt, entry.event, action, resourceType, entry.resourceId];
  const where = [entry.userId, userName, entry.areaId, area, entry.ip, entry.userAgent];
  const line = [...what, ...where, entry.previousValues, entry.newValues, entry.session, previousHash, hash]
    .map(toCell)
    .join(',');
  return `${line},${lineCheck(line)}\n`;
}

const CELL = /("[^"]*(?:""[^"]*)*"|[^",]*)(?:,|$)/gy;

/** The raw cells of a line; undefined if it is not valid CSV. */
function splitLine(line: string): string[] | undefined {
  const cells: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex <= line.length) {
    const match = CELL.exec(line);
    if (!match) return undefined;
    cells.push(match[1] ?? '');
    if (CELL.lastIndex === line.length && !match[0].endsWith(',')) break;
  }
  return cells;
}

export interface ReadLine {
  /** As written in the line, even if it is damaged. */
  position: number | null;
  id: number | null;
  action: string;
  createdAt: string;
  /** Null if the line is damaged: wrong number of columns, or a wrong checksum. */
  exported: { position: number; entry: WrittenEntry; previousHash: Buffer; hash: Buffer } | null;
}

const wholeNumber = (text: string | null | undefined): number | null =>
  text && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
const isHash = (text: string | null | undefined): text is string => /^[\da-f]{64}$/.test(text ?? '');

/** Parses a line without its line end. */
export function fromLine(line: string): ReadLine {
  const written = splitLine(line) ?? line.split(',');
  const cells = written.map(fromCell);
  const columns = written.length === EARLIER_COLUMNS.length ? EARLIER_COLUMNS : EXPORT_COLUMNS;
  const cell = (column: ExportColumn): string | null => cells[columns.indexOf(column)] ?? null;
  const position = wholeNumber(cell('position'));
  const id = wholeNumber(cell('id'));
  const [previousHash, hash] = [cell('previous_hash'), cell('hash')];
  const isWhole =
    written.length === columns.length &&
    line.endsWith(`,${lineCheck(line.slice(0, line.lastIndexOf(',')))}`) &&
    position !== null &&
    isHash(previousHash) &&
    isHash(hash);
  const said = { position, id, action: cell('action') ?? '', createdAt: cell('created_at') ?? '' };
  if (!isWhole) return { ...said, exported: null };
  const entry: WrittenEntry = {
    id: cell('id') ?? '',
    createdAt: cell('created_at') ?? '',
    event: cell('event') ?? '',
    resourceId: cell('resource_id'),
    userId: cell('user_id'),
    areaId: cell('area_id'),
    ip: cell('ip'),
    userAgent: cell('user_agent'),
    previousValues: cell('previous_values'),
    newValues: cell('new_values'),
    session: cell('session'),
  };
  return {
    ...said,
    exported: { position, entry, previousHash: Buffer.from(previousHash, 'hex'), hash: Buffer.from(hash, 'hex') },
  };
}
