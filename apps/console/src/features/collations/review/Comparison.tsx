import type { CollationDetail, ComparedRow } from '@ec/contract/collations/schemas';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import type { Column } from '../../../components/list/DataTable.tsx';
import { type CardParts, ListOrCards } from '../../../components/list/ListOrCards.tsx';
import { StateTabs } from '../../../components/list/StateTabs.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { DeskHint } from '../../../domain/results/DeskMark.tsx';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { comparisonQuery } from '../api.ts';
import { ExportMenu, formExports } from '../ExportMenu.tsx';
import { fieldWord } from '../../../domain/collations/words.ts';
import { comparedWith, ROW_WORDS, signed } from '../labels.ts';
import { BothPhotos } from './BothPhotos.tsx';

/** Rows that say nothing against the form. */
const QUIET = new Set<ComparedRow['code']>(['ROW_EQUAL', 'ROW_NOT_HELD']);

const placeOf = ({ name, childCode }: ComparedRow) => name ?? childCode ?? 'Totals of the form';

/** So many figures of a row are shown at once; of many parties the others open on demand. */
const SHOWN = 6;

type Field = ComparedRow['fields'][number];

/** Votes first, the largest distance before the others. */
function byWeight(fields: readonly Field[]): Field[] {
  const rank = ({ name }: Field) => (name.startsWith('votes.') ? 0 : 1);
  const distance = ({ form, own }: Field) => Math.abs((form ?? 0) - (own ?? 0));
  return fields.toSorted((a, b) => rank(a) - rank(b) || distance(b) - distance(a));
}

/** The figures that differ, the form's beside ours with the distance. */
function Differences({ row }: { row: ComparedRow }) {
  const other = comparedWith(row.code);
  if (row.fields.length === 0) return <span className="quiet">{ROW_WORDS[row.code].text}</span>;
  const list = (fields: readonly Field[]) => (
    <ul className="tight gap-2">
      {fields.map(({ name, form, own }) => (
        <li key={name}>
          <strong>{fieldWord(name)}</strong>: form {formatNumber(form)}, {other} {formatNumber(own)}
          {form !== null && own !== null && <span className="bad"> ({signed(form - own)})</span>}
        </li>
      ))}
    </ul>
  );
  if (row.fields.length <= SHOWN) return list(row.fields);
  const fields = byWeight(row.fields);
  return (
    <>
      {list(fields.slice(0, SHOWN - 1))}
      <details>
        <summary className="fold">
          {formatCount(fields.length - SHOWN + 1, 'more figure')}
          <span className="spoken"> of {placeOf(row)}</span>
        </summary>
        {list(fields.slice(SHOWN - 1))}
      </details>
    </>
  );
}

/** How the row compares: where sheets of ours are missing, a sum that differs is no finding yet. */
function Code({ row }: { row: ComparedRow }) {
  const { code, coverage } = row;
  const partly = coverage !== null && coverage.held < coverage.units;
  if (partly && (code === 'ROW_DIFFERS' || code === 'ROW_ZERO_OR_CANCELLED'))
    return <StatusChip tone="wait" label="Sheets missing" />;
  return <StatusChip {...ROW_WORDS[code]} />;
}

/** What our own figures rest on. */
function Basis({ row }: { row: ComparedRow }) {
  const { basis, coverage, resultStatus, desk } = row;
  const held =
    coverage && coverage.units > 1 ? `, ${formatNumber(coverage.held)} of ${formatCount(coverage.units, 'unit')}` : '';
  const words = basis === 'verified' ? 'Verified' : 'Provisional';
  return (
    <>
      <span className="quiet">{basis ? words + held : resultStatus ? `Our sheet is ${resultStatus}` : '–'}</span>
      <DeskHint desk={desk} />
    </>
  );
}

/** Each row of the form beside our own figures: what differs first. */
export function Comparison({ form }: { form: CollationDetail }) {
  const { data, error, refetch } = useQuery(comparisonQuery(form.id));
  const [shown, setShown] = useState('differing');
  const [opened, setOpened] = useState<ComparedRow | null>(null);
  const differing = data?.rows.filter(({ code }) => !QUIET.has(code));
  const rows = shown === 'differing' ? differing : data?.rows;
  const hasPhotos = ({ resultId, childCollationId }: ComparedRow) => resultId !== null || childCollationId !== null;
  const photos = (row: ComparedRow) =>
    hasPhotos(row) && (
      <Button variant="default" onClick={() => setOpened(row)}>
        Both photos<span className="spoken"> of {placeOf(row)}</span>
      </Button>
    );
  const columns: [Column<ComparedRow>, ...Column<ComparedRow>[]] = [
    {
      key: 'place',
      header: 'Place',
      cell: (row) => (
        <>
          <div className="medium breaks">{placeOf(row)}</div>
          <div className="hint nowrap">{row.childCode}</div>
        </>
      ),
    },
    { key: 'code', header: 'Comparison', cell: (row) => <Code row={row} /> },
    { key: 'fields', header: 'Difference', cell: (row) => <Differences row={row} /> },
    { key: 'basis', header: 'Our figure', cell: (row) => <Basis row={row} /> },
    { key: 'photos', header: 'Photos', cell: photos },
  ];
  const card = (row: ComparedRow): CardParts => ({
    head: (
      <>
        <div className="medium breaks">{placeOf(row)}</div>
        <div className="hint">{row.childCode}</div>
      </>
    ),
    side: <Code row={row} />,
    body: (
      <>
        <Differences row={row} />
        <Basis row={row} />
      </>
    ),
    foot: photos(row),
  });
  return (
    <Panel title="Compared with our own figures" actions={<ExportMenu choices={formExports(form)} />} flush>
      <StateTabs
        label="Rows"
        className="row pad-10"
        tabs={[
          { value: 'differing', label: 'Differences', count: differing?.length },
          { value: 'all', label: 'All rows', count: data?.rows.length },
        ]}
        value={shown}
        onChange={setShown}
      />
      <ListOrCards
        label="Rows compared"
        columns={columns}
        card={card}
        cardsBelow="xl"
        rows={rows}
        rowKey={({ code, childCode }) => `${code} ${childCode}`}
        error={error}
        errorTitle="The comparison could not be loaded"
        onRetry={refetch}
        empty={
          <EmptyState title={shown === 'differing' ? 'Nothing differs from what we hold.' : 'The form has no rows.'}>
            {data && <NotHeld count={data.counts.ROW_NOT_HELD ?? 0} />}
          </EmptyState>
        }
      />
      {opened && <BothPhotos form={form} row={opened} onClose={() => setOpened(null)} />}
    </Panel>
  );
}

function NotHeld({ count }: { count: number }) {
  if (count === 0) return null;
  return <>{formatCount(count, 'row')} cannot be compared: we hold no counted sheet of the place.</>;
}
