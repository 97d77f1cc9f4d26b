import { fieldNames, fieldOf, type RowFigures, sumRows } from '@ec/contract/collations/figures';
import type { CollationComparison } from '@ec/contract/collations/schemas';
import { markedName } from '@ec/contract/second-entry/desk-words';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { type ComparedForm, ownFiguresOf } from '../compare-service.ts';
import type { CollationRecord } from '../queries.ts';
import { counts, type ExportedCell, type ExportedFile, texts } from './exported-file.ts';

const BASIS =
  'Form: as it stands on the paper; a blank is not a zero. Own: our sheets that are verified or wait for review. Codes: ROW_EQUAL, ROW_DIFFERS, ROW_NOT_HELD (on the form, no counted sheet of ours), ROW_LEFT_OUT (a sheet or form below, not on this form), ROW_ZERO_OR_CANCELLED (no votes on the form, votes on our sheets), CARRIED (not what the form below states), COLUMN_SUM (a stated total is not the sum of its column).';

const WORDS: Readonly<Record<string, string>> = {
  registered: 'Registered',
  accredited: 'Accredited',
  valid: 'Valid',
  rejected: 'Rejected',
  total: 'Total',
};
const wordOf = (field: string) => WORDS[field] ?? field.slice('votes.'.length);

/** Each row of the form beside our own figures of its place, then what the form states as its totals. */
export function formFile(
  record: CollationRecord,
  form: ComparedForm,
  { rows: entries }: CollationComparison,
  names: ReadonlyMap<LocationId, string>,
): ExportedFile {
  const fields = fieldNames(form.parties);
  const figures = (row: RowFigures | null): ExportedCell[] =>
    fields.map((field) => (row === null ? null : fieldOf(row, field)));
  const said = (code: string | null): ExportedCell[] => {
    const mine = entries.filter(({ childCode }) => childCode === code);
    const own = mine.find(({ coverage }) => coverage !== null);
    const differing = new Set(mine.flatMap((entry) => entry.fields.map(({ name }) => wordOf(name))));
    return [
      mine.map((entry) => entry.code).join(' '),
      [...differing].join(', '),
      own?.basis ?? '',
      own?.coverage?.units ?? null,
      own?.coverage?.held ?? null,
    ];
  };
  const line = (child: LocationId, onForm: RowFigures | null): ExportedCell[] => {
    const own = ownFiguresOf(form, child);
    return [
      codeOf(child),
      markedName(names.get(child) ?? '', own !== null && form.own.get(child)?.desk === true),
      ...figures(onForm),
      ...figures(own),
      ...said(codeOf(child)),
    ];
  };
  const sums = sumRows(
    form.rows.map((row) => row.figures),
    form.parties,
  );
  const total = (title: string, row: RowFigures, codes: ExportedCell[]): ExportedCell[] => [
    '',
    title,
    ...figures(row),
    ...figures(null),
    ...codes,
  ];
  const place = [names.get(record.areaId), codeOf(record.areaId), record.constituencyName].filter(Boolean).join(' ');
  return {
    title: `${record.formCode} ${place} version ${record.version} ${record.electionName}`,
    basis: BASIS,
    coverage: null,
    scope: place,
    election: { id: record.electionId, name: record.electionName },
    tables: [
      {
        type: 'table',
        title: 'Rows of the form and our own figures',
        shortTitle: 'Rows',
        columns: [
          ...texts('Code', 'Name'),
          ...counts([...fields.map(wordOf), ...fields.map((field) => `Own ${wordOf(field)}`)]),
          ...texts('Comparison', 'Differing fields', 'Own figures are'),
          ...counts(['Units', 'Own sheets']),
        ],
        named: 2,
        rows: [
          ...form.compared.map((row) => line(row.childId, row.figures)),
          ...form.others.map((child) => line(child, null)),
          ...(form.rows.length > 0 ? [total('Sum of the rows', sums, ['', '', '', null, null])] : []),
          total('Totals stated on the form', form.stated, said(null)),
        ],
        empty: 'The form has no rows.',
      },
    ],
  };
}
