import type { CollationPlace } from '@ec/contract/collations/schemas';
import { partyColour } from '@ec/contract/elections/parties';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, type SyntheticEvent, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatNumber } from '../../../lib/format/format.ts';
import { fieldWord } from '../../../domain/collations/words.ts';
import { usePartyLooks } from '../../../domain/results/PartyLooks.tsx';
import styles from './entry.module.css';
import { type Grid, type Pasted, rowFault, STATED_TOTALS, TOTALS, totalFault } from './grid.ts';
import { cellAt, focusCell, moveByKey, placeOf } from './move.ts';
import { useIsTyped, useRow, useSum } from './use-grid.ts';

interface EntryGridProps {
  grid: Grid;
  places: readonly CollationPlace[];
  onPaste: (pasted: Pasted) => void;
}

const nameOf = (field: string, place: string) => `${fieldWord(field)}, ${place}`;

/**
 * All rows of a form beside each other, for a keyboard: a row for each place, then the stated totals and the sums of the rows. There is one field, in the
 * cell that is typed; the other cells are buttons that call it. A thousand fields take longer to draw than a key may take, and so does React where it
 * draws the cell before and the next one: the field is moved in the document alone.
 */
export const EntryGrid = memo(function EntryGrid({ grid, places, onPaste }: EntryGridProps) {
  const { fields } = grid;
  const looks = usePartyLooks();
  const table = useRef<HTMLTableElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [holder] = useState(makeHolder);
  const rows = useMemo(() => [...places, STATED_TOTALS], [places]);

  /** The cell in which the field lies. */
  const typed = () => {
    const [row, column] = placeOf(holder);
    return { place: rows[row] ?? STATED_TOTALS, column };
  };
  const show = () => {
    const { place, column } = typed();
    const field = input.current;
    if (!field) return;
    field.value = grid.row(place.code)[column] ?? '';
    field.setAttribute('aria-label', nameOf(fields[column] ?? '', place.name));
    grid.enter(place.code);
  };
  const showNow = useEffectEvent(show);
  useLayoutEffect(() => {
    if (!holder.isConnected) table.current?.querySelector(`[data-at="${cellAt(0, 0)}"]`)?.prepend(holder);
    showNow();
  }, [holder, grid, places]);

  return (
    <div className={styles.scroller} tabIndex={-1}>
      <table ref={table} className={styles.grid} aria-label="Rows of the form" data-cells>
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
            <GridRow key={place.code} grid={grid} place={place} index={index} />
          ))}
        </tbody>
        <tfoot>
          <GridRow grid={grid} place={STATED_TOTALS} index={places.length} />
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
      {createPortal(
        <input
          ref={input}
          className={styles.cell}
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => {
            const { place, column } = typed();
            grid.set(place.code, column, currentTarget.value);
            const kept = grid.row(place.code)[column] ?? '';
            if (currentTarget.value !== kept) currentTarget.value = kept;
          }}
          onFocus={({ currentTarget }) => {
            show();
            currentTarget.select();
          }}
          onKeyDown={(event) => moveByKey(event, fields.length)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            if (!/[\t\n]/.test(pasted.trimEnd())) return;
            event.preventDefault();
            const { place, column } = typed();
            onPaste(grid.paste(place.code, column, pasted));
            show();
          }}
        />,
        holder,
      )}
    </div>
  );
});

/** What holds the field, in the cell that is typed. */
function makeHolder(): HTMLElement {
  const holder = document.createElement('span');
  holder.className = styles.holder ?? '';
  holder.dataset['field'] = '';
  return holder;
}

interface GridRowProps {
  grid: Grid;
  place: CollationPlace;
  index: number;
}

const GridRow = memo(function GridRow({ grid, place, index }: GridRowProps) {
  const { code, name } = place;
  const cells = useRow(grid, code);
  // Of a row that is typed it is said at the end: half a figure adds up to nothing.
  const fault = useIsTyped(grid, code) ? undefined : rowFault(grid.figures(code));
  return (
    <tr data-fault={fault !== undefined || undefined}>
      <th scope="row" className={styles.place}>
        <span className="breaks">{name}</span>
        {code !== TOTALS && <span className="hint block">{code}</span>}
        {fault && (
          <span className="tiny block bad">
            <IconAlertTriangle size={13} aria-hidden /> {fault}
          </span>
        )}
      </th>
      {grid.fields.map((field, column) => (
        <GridCell key={field} at={cellAt(index, column)} name={nameOf(field, name)} text={cells[column] ?? ''} />
      ))}
    </tr>
  );
});

function callField({ currentTarget: button }: SyntheticEvent<HTMLElement>) {
  const cells = button.closest<HTMLElement>('[data-cells]');
  if (cells) focusCell(cells, ...placeOf(button));
}

/** One cell; a key in it draws no other. Its button calls the field. */
const GridCell = memo(function GridCell({ at, name, text }: { at: string; name: string; text: string }) {
  return (
    <td>
      <div className={styles.box} data-at={at}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.cell}
          aria-label={`${name}: ${text || 'blank'}`}
          onClick={callField}
          onFocus={callField}
        >
          {text}
        </button>
      </div>
    </td>
  );
});

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
