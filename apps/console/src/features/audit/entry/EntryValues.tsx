import { UnstyledButton } from '@mantine/core';
import { IconEqual, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { differenceOf, type DifferenceRow, type Mark, type Values } from './difference.ts';
import styles from './entry.module.css';
import { tile } from '../../../lib/format/css-values.ts';

const MARKS: Record<Mark, { word: string; Icon: typeof IconEqual }> = {
  changed: { word: 'Changed', Icon: IconPencil },
  added: { word: 'New', Icon: IconPlus },
  removed: { word: 'Removed', Icon: IconMinus },
  same: { word: 'Unchanged', Icon: IconEqual },
};

/** Longer values are folded. */
const LONG = 180;

function Value({ text }: { text: string | null }) {
  const [whole, setWhole] = useState(false);
  if (text === null) return <span className="faint">–</span>;
  if (text.length <= LONG) return text;
  return (
    <>
      {whole ? text : `${text.slice(0, LONG)}…`}{' '}
      <UnstyledButton className="opener tiny" aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {whole ? 'Show less' : `Show all ${formatNumber(text.length)} characters`}
      </UnstyledButton>
    </>
  );
}

/** A path breaks where its words begin, not in the middle of one. */
function Path({ path }: { path: string }) {
  const parts = path.split(/(?<=[.\]])|(?<=[a-z])(?=[A-Z[])/);
  return (
    <code className={styles.path}>
      {parts.map((part, i) => (
        <Fragment key={parts.slice(0, i).join('')}>
          {i > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  );
}

/** Where only one of them was recorded, an empty column and a mark on each row would say the same over and over. */
type Side = 'before' | 'after';

function Row({ row, only }: { row: DifferenceRow; only: Side | null }) {
  const { word, Icon } = MARKS[row.mark];
  return (
    <tr data-mark={only ? undefined : row.mark}>
      <th scope="row">
        <Path path={row.path} />
        {!only && (
          <span className={styles.mark}>
            <Icon size={12} aria-hidden /> {word}
          </span>
        )}
      </th>
      {only !== 'after' && (
        <td>
          <Value text={row.before} />
        </td>
      )}
      {only !== 'before' && (
        <td>
          <Value text={row.after} />
        </td>
      )}
    </tr>
  );
}

const count = (rows: readonly DifferenceRow[], mark: Mark) => rows.filter((row) => row.mark === mark).length;

function summary(rows: readonly DifferenceRow[]): string {
  const parts = (['changed', 'added', 'removed', 'same'] as const).flatMap((mark) => {
    const rowCount = count(rows, mark);
    return rowCount > 0 ? `${formatNumber(rowCount)} ${MARKS[mark].word.toLowerCase()}` : [];
  });
  return parts.join(', ');
}

function Json({ title, values }: { title: string; values: Values }) {
  return (
    <div className="shrink">
      <h4 className="hint medium below-4">{title}</h4>
      <pre className={styles.json} role="group" aria-label={`${title} as JSON`}>
        {values === null ? 'null' : JSON.stringify(values, null, 2)}
      </pre>
    </div>
  );
}

function DifferenceTable({ rows, only }: { rows: readonly DifferenceRow[]; only: Side | null }) {
  const [all, setAll] = useState(false);
  const same = count(rows, 'same');
  const shown = all || same === rows.length ? rows : rows.filter(({ mark }) => mark !== 'same');
  return (
    <>
      <table className={styles.difference} aria-label="Previous and new values">
        <thead>
          <tr>
            <th scope="col">Field</th>
            {only !== 'after' && <th scope="col">Before</th>}
            {only !== 'before' && <th scope="col">After</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.path} row={row} only={only} />
          ))}
        </tbody>
      </table>
      {same > 0 && same < rows.length && (
        <UnstyledButton className="opener tiny" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Hide what is unchanged' : `Show ${formatCount(same, 'unchanged field')}`}
        </UnstyledButton>
      )}
    </>
  );
}

interface EntryValuesProps {
  previous: Values;
  next: Values;
}

/** What the write found and what it left, as a table of differences or as it is stored. */
export function EntryValues({ previous, next }: EntryValuesProps) {
  const [raw, setRaw] = useState(false);
  const rows = differenceOf(previous, next);
  const nothing = previous === null && next === null;
  return (
    <section className={`shrink ${styles.values}`} aria-label="Values">
      <div className="row gap-2-12">
        <h3 className="title">Previous and new values</h3>
        <span className="hint">{summary(rows)}</span>
        {!nothing && (
          <UnstyledButton className="opener tiny" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            {raw ? 'As a table' : 'As JSON'}
          </UnstyledButton>
        )}
      </div>
      {nothing ? (
        <p className="hint">This action records no values: there were none before, and none after.</p>
      ) : raw ? (
        <div className="tiles gap-12 above-8" style={tile(260)}>
          <Json title="Previous values" values={previous} />
          <Json title="New values" values={next} />
        </div>
      ) : rows.length === 0 ? (
        <p className="hint">The values are empty.</p>
      ) : (
        <>
          {previous === null && <p className="hint">There are no previous values.</p>}
          {next === null && <p className="hint">There are no new values.</p>}
          <DifferenceTable rows={rows} only={previous === null ? 'after' : next === null ? 'before' : null} />
        </>
      )}
    </section>
  );
}
