import type { CollationPlace } from '@ec/contract/collations/schemas';
import { partyColour } from '@ec/contract/elections/parties';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, useCallback, useDeferredValue, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatNumber } from '../../../lib/format/format.ts';
import { fieldWord } from '../../../domain/collations/field-words.ts';
import { usePartyLooks } from '../../../domain/results/PartyLooks.tsx';
import styles from './entry.module.css';
import { type Grid, type Pasted, rowFault, STATED_TOTALS, TOTALS, totalFault } from './grid.ts';
import { cellAt, focusCell, moveByKey } from './move.ts';
import { useCellText, useRow, useSum } from './use-grid.ts';

interface EntryGridProps {
  grid: Grid;
  places: readonly CollationPlace[];
  onPaste: (pasted: Pasted) => void;
}

/**
 * All rows of a form beside each other, for a keyboard: a row for each place, then the stated totals and the sums of the rows. Only the cell that is
 * typed is a field, the others are buttons that become one: a thousand fields take longer to draw than a key may take.
 */
export function EntryGrid({ grid, places, onPaste }: EntryGridProps) {
  const { fields } = grid;
  const looks = usePartyLooks();
  const [typed, setTyped] = useState({ row: 0, column: 0 });
  const typedIn = (row: number) => (row === typed.row ? typed.column : null);
  const enter = useCallback((cell: HTMLElement, row: number, column: number) => {
    const cells = cell.closest<HTMLElement>('[data-cells]');
    flushSync(() => setTyped({ row, column }));
    if (cells) focusCell(cells, row, column);
  }, []);
  return (
    <div className={styles.scroller} tabIndex={-1}>
      <table className={styles.grid} aria-label="Rows of the form" data-cells>
        <colgroup>
          <col className={styles.placeWidth} />
          {fields.map((field) => (
            <col key={field} className={styles.cellWidth} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={styles.place}>
              Place
            </th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {field.startsWith('votes.') && (
                  <span
                    className={styles.party}
                    style={{ background: partyColour(fieldWord(field), looks) }}
                    aria-hidden
                  />
                )}
                {fieldWord(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place, index) => (
            <GridRow
              key={place.code}
              grid={grid}
              place={place}
              index={index}
              typed={typedIn(index)}
              onEnter={enter}
              onPaste={onPaste}
            />
          ))}
        </tbody>
        <tfoot>
          <GridRow
            grid={grid}
            place={STATED_TOTALS}
            index={places.length}
            typed={typedIn(places.length)}
            onEnter={enter}
            onPaste={onPaste}
          />
          <tr>
            <th scope="row" className={styles.place}>
              Sum of the rows
            </th>
            {fields.map((field) => (
              <SumCell key={field} grid={grid} field={field} />
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface GridRowProps {
  grid: Grid;
  place: CollationPlace;
  index: number;
  /** The column of the cell that is typed; null where it is in another row. */
  typed: number | null;
  /** Makes it the cell that is typed. */
  onEnter: (cell: HTMLElement, row: number, column: number) => void;
  onPaste: (pasted: Pasted) => void;
}

const GridRow = memo(function GridRow({ grid, place, index, typed, onEnter, onPaste }: GridRowProps) {
  const { code, name } = place;
  const cells = useRow(grid, code);
  // Of a row that is typed it is said at the end, half a figure adds up to nothing, and after the frame in which the next row is entered.
  const left = useDeferredValue(typed === null);
  const fault = left ? rowFault(grid.figures(code)) : undefined;
  const says = `fault-${index}`;
  return (
    <tr data-fault={fault !== undefined || undefined}>
      <th scope="row" className={styles.place}>
        <span className="breaks">{name}</span>
        {code !== TOTALS && <span className="hint block">{code}</span>}
        {fault && (
          <span className="tiny block bad" id={says}>
            <IconAlertTriangle size={13} aria-hidden /> {fault}
          </span>
        )}
      </th>
      {grid.fields.map((field, column) => (
        <GridCell
          key={field}
          grid={grid}
          code={code}
          name={name}
          index={index}
          column={column}
          text={cells[column] ?? ''}
          says={fault ? says : undefined}
          isTyped={column === typed}
          onEnter={onEnter}
          onPaste={onPaste}
        />
      ))}
    </tr>
  );
});

interface GridCellProps extends Pick<GridRowProps, 'grid' | 'index' | 'onEnter' | 'onPaste'> {
  isTyped: boolean;
  /** Of the row's place. */
  code: string;
  name: string;
  column: number;
  text: string;
  /** The element that says what does not add up in the row. */
  says: string | undefined;
}

/** One cell; a key in it draws no other. */
const GridCell = memo(function GridCell({ text, isTyped, ...cell }: GridCellProps) {
  return <td>{isTyped ? <TypedCell {...cell} /> : <ClosedCell text={text} {...cell} />}</td>;
});

const labelOf = ({ grid, column, name }: Pick<GridCellProps, 'grid' | 'column' | 'name'>) =>
  `${fieldWord(grid.fields[column] ?? '')}, ${name}`;

function TypedCell({ says, ...cell }: Omit<GridCellProps, 'text' | 'isTyped'>) {
  const { grid, code, index, column, onPaste } = cell;
  return (
    <input
      className={styles.cell}
      data-at={cellAt(index, column)}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      aria-label={labelOf(cell)}
      aria-describedby={says}
      value={useCellText(grid, code, column)}
      onChange={(event) => grid.set(code, column, event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => moveByKey(event, grid.fields.length)}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain');
        if (!/[\t\n]/.test(pasted.trimEnd())) return;
        event.preventDefault();
        onPaste(grid.paste(code, column, pasted));
      }}
    />
  );
}

/** Becomes the field as soon as it is reached, by Tab, the pointer or a key of the cell before it. */
function ClosedCell({ text, ...cell }: Omit<GridCellProps, 'says' | 'isTyped'>) {
  const { index, column, onEnter } = cell;
  return (
    <button
      type="button"
      className={styles.cell}
      data-at={cellAt(index, column)}
      aria-label={`${labelOf(cell)}: ${text || 'blank'}`}
      onFocus={(event) => onEnter(event.currentTarget, index, column)}
      onClick={(event) => onEnter(event.currentTarget, index, column)}
    >
      {text}
    </button>
  );
}

/** The sum of a column as it is typed, and how far the stated total is from it. */
function SumCell({ grid, field }: { grid: Grid; field: string }) {
  const sum = useSum(grid, field);
  useRow(grid, TOTALS);
  const fault = totalFault(grid, field);
  return (
    <td className={styles.sum} data-tone={fault === undefined ? undefined : 'bad'}>
      {formatNumber(sum)}
      {fault && (
        <span className="tiny block">
          <span className="spoken">The stated total differs by </span>
          {fault}
        </span>
      )}
    </td>
  );
}
