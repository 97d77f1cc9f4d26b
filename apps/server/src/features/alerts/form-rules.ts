import { inDigits } from '@ec/contract/base/wording';
import { placeOfForm } from '@ec/contract/collations/chain';
import { compareRow, type FieldPair, type RowFigures } from '@ec/contract/collations/figures';
import type { CollationComparison, CollationId, CollationSource, ComparedRow } from '@ec/contract/collations/schemas';
import type { ElectionId, ResultId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { codeOf, type LocationId, parentOf } from '@ec/contract/geography/location-id';
import { byParty } from '@ec/contract/elections/parties';
import { validVotes } from '@ec/contract/results/sheet';
import { ORIGIN_WORDS } from '@ec/contract/second-entry/desk-words';
import { alertOf, type NewAlert } from './judge-rules.ts';

/** A form, as messages name it. */
export interface NamedForm {
  id: CollationId;
  version: number;
  electionId: ElectionId;
  formCode: string;
  areaId: LocationId;
  areaName: string;
  constituencyName: string | null;
  source: CollationSource;
}

const SHOWN = 3;
const SOURCES = { agent: 'our agent', portal: 'the portal', announced: 'the announcement' } as const;
const namedForm = ({ formCode, areaName, constituencyName, areaId, source }: NamedForm) =>
  `${formCode} of ${placeOfForm(areaName, constituencyName, codeOf(areaId))} from ${SOURCES[source]}`;
const number = (value: number | null) => (value === null ? 'blank' : inDigits(value));
const fieldWords = (name: string) => (name.startsWith('votes.') ? name.slice('votes.'.length) : name);

function pairs(fields: readonly FieldPair[], other: string): string {
  const named = fields
    .slice(0, SHOWN)
    .map(({ name, form, own }) => `${fieldWords(name)} ${number(form)}, ${other} ${number(own)}`);
  const more = fields.length - named.length;
  return more > 0 ? `${named.join('; ')}; and ${more} more` : named.join('; ');
}

/**
 * True for what no missing sheet can explain: a row of one unit, a place left out, a figure that changed between two forms, a sum. The sum of
 * our sheets of an area counts once all of its units are in.
 */
export function isFault({ code, coverage }: Pick<ComparedRow, 'code' | 'coverage'>): boolean {
  if (code === 'ROW_EQUAL' || code === 'ROW_NOT_HELD') return false;
  if (code === 'ROW_DIFFERS' || code === 'ROW_ZERO_OR_CANCELLED')
    return coverage !== null && coverage.held === coverage.units;
  return true;
}

/** `desk`: our figures were entered from the photo at the desk. */
const differsFromOurs = (code: string | null, desk: boolean, fields: readonly FieldPair[]) =>
  `${code} differs from our sheet${desk ? `, ${ORIGIN_WORDS.desk.toLowerCase()},` : ''} (${pairs(fields, 'ours')})`;

function faultWords({ code, childCode, fields, desk }: ComparedRow): string {
  switch (code) {
    case 'COLUMN_SUM':
      return `stated totals are not the sums of the rows (${pairs(fields, 'rows')})`;
    case 'CARRIED':
      return `${childCode} is not what its own form states (${pairs(fields, 'its form')})`;
    case 'ROW_LEFT_OUT':
      return `${childCode} is not on the form`;
    default:
      return differsFromOurs(childCode, desk, fields);
  }
}

const about = (form: NamedForm) => ({
  areaId: form.areaId,
  electionId: form.electionId,
  // The level above the form hears of it first.
  from: parentOf(form.areaId) ?? form.areaId,
});

/** One alert for what the form differs in; raised again when that changes. */
export function judgeForm(form: NamedForm, compared: Pick<CollationComparison, 'rows'>): NewAlert[] {
  const faults = compared.rows.filter(isFault);
  if (faults.length === 0) return [];
  const named = faults.slice(0, SHOWN).map(faultWords);
  const more = faults.length - named.length;
  const list = more > 0 ? `${named.join('. ')}. And ${more} more` : named.join('. ');
  const message = `${namedForm(form)}: ${list}.`;
  const what = [
    form.id,
    form.version,
    ...faults.map(({ code, childCode, fields }) =>
      [code, childCode, fields.map(({ form: a, own }) => `${a}/${own}`).join(' ')].join(' '),
    ),
  ];
  return [{ ...alertOf('collation_differs', { ...about(form), message, what: [] }), key: keyOf(what) }];
}

/** A key of bounded length: the parts themselves may be many. */
function keyOf(parts: readonly (string | number)[]): string {
  const [id, version, ...faults] = parts;
  let hash = 0x811c9dc5;
  for (const character of faults.join('|')) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `collation_differs:${id}:${version}:${hash.toString(36)}`;
}

export interface RowOfUnit extends NamedForm {
  position: number;
  row: RowFigures;
}

/** A sheet of ours that comes in after the form, and differs from its row there. */
export function judgeLateSheet(
  sheet: {
    resultId: ResultId;
    source: Source;
    unit: { id: LocationId; code: string };
    votes: readonly number[];
    voidVotes: number;
    accredited: number;
    registered: number | null;
    desk: boolean;
    parties: readonly string[];
  },
  form: RowOfUnit,
): NewAlert[] {
  if (sheet.source !== 'official') return [];
  const votes = byParty(sheet.votes, sheet.parties);
  const valid = validVotes(votes);
  const { registered, accredited, voidVotes: rejected } = sheet;
  const own = { registered, accredited, votes, valid, rejected, total: valid + rejected };
  const { fields } = compareRow(form.row, own, Object.keys(votes));
  if (fields.length === 0) return [];
  const message = `${namedForm(form)}: ${differsFromOurs(sheet.unit.code, sheet.desk, fields)}.`;
  const values = fields.map(({ name, form: stated, own: ours }) => `${name} ${stated} ${ours}`);
  return [
    {
      ...alertOf('collation_differs', { ...about(form), resultId: sheet.resultId, message, what: [] }),
      key: keyOf([form.id, form.version, sheet.unit.id, ...values]),
    },
  ];
}
