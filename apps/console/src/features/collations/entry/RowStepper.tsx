import type { CollationPlace } from '@ec/contract/collations/schemas';
import { Button, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Note } from '../../../components/page/Note.tsx';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { fieldWord } from '../../../domain/collations/words.ts';
import styles from './entry.module.css';
import { type Grid, rowFault, STATED_TOTALS, TOTALS, totalFault } from './grid.ts';
import { cellAt, moveByKey } from './move.ts';
import { useCellText, useForm, useRow } from './use-grid.ts';

interface RowStepperProps {
  grid: Grid;
  places: readonly CollationPlace[];
}

/** One row of the form after the other, for a phone: its fields below each other in the order of the paper, the totals last. */
export function RowStepper({ grid, places }: RowStepperProps) {
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      places.findIndex(({ code }) => !grid.isFilled(code)),
    ),
  );
  const steps = [...places, STATED_TOTALS];
  const step = steps[Math.min(at, steps.length - 1)];
  const filled = useForm(grid, () => grid.filledRows().length);
  if (!step) return null;
  const go = (to: number) => {
    setAt(to);
    document.querySelector<HTMLInputElement>(`[data-at="${cellAt(0, 0)}"]`)?.focus();
  };
  return (
    <div className="stack">
      <NativeSelect
        label={`Row (${formatNumber(filled)} of ${formatCount(places.length, 'place')} filled in)`}
        value={step.code}
        onChange={(event) => go(steps.findIndex(({ code }) => code === event.currentTarget.value))}
        data={steps.map(({ code, name }) => ({
          value: code,
          label: `${grid.isFilled(code) ? '✓ ' : ''}${code === TOTALS ? name : `${code} ${name}`}`,
        }))}
      />
      <RowFields key={step.code} grid={grid} place={step} onLast={() => at < steps.length - 1 && go(at + 1)} />
      <div className="halves">
        <Button
          size="lg"
          variant="default"
          leftSection={<IconChevronLeft size={18} aria-hidden />}
          disabled={at === 0}
          onClick={() => go(at - 1)}
        >
          Previous
        </Button>
        <Button
          size="lg"
          variant="default"
          rightSection={<IconChevronRight size={18} aria-hidden />}
          disabled={at >= steps.length - 1}
          onClick={() => go(at + 1)}
        >
          {at === steps.length - 2 ? 'Totals' : 'Next row'}
        </Button>
      </div>
    </div>
  );
}

function RowFields({ grid, place, onLast }: { grid: Grid; place: CollationPlace; onLast: () => void }) {
  const { code, name } = place;
  useRow(grid, code);
  const fault = rowFault(grid.figures(code));
  return (
    <div className="card" role="group" aria-label={name} data-cells>
      {grid.fields.map((field, row) => {
        const gap = code === TOTALS ? totalFault(grid, field) : undefined;
        return (
          <label key={field} className={styles.field}>
            <span className="breaks">
              {fieldWord(field)}
              {code === TOTALS && (
                <span className="hint block">
                  Sum of the rows {formatNumber(grid.sum(field))}
                  {gap && `, the total differs by ${gap}`}
                </span>
              )}
            </span>
            <FigureField
              grid={grid}
              place={place}
              column={row}
              onEnter={row === grid.fields.length - 1 ? onLast : undefined}
            />
          </label>
        );
      })}
      {fault && (
        <Note kind="warn" role="status">
          {fault}. Check it against the paper. If the paper says so, leave it: it is sent and marked.
        </Note>
      )}
    </div>
  );
}

interface FigureFieldProps {
  grid: Grid;
  place: CollationPlace;
  column: number;
  /** In place of the next field. */
  onEnter: (() => void) | undefined;
}

function FigureField({ grid, place: { code, name }, column, onEnter }: FigureFieldProps) {
  return (
    <input
      className="field bold right full rounded-6 larger"
      data-at={cellAt(column, 0)}
      inputMode="numeric"
      enterKeyHint="next"
      autoComplete="off"
      aria-label={`${fieldWord(grid.fields[column] ?? '')}, ${name}`}
      value={useCellText(grid, code, column)}
      onChange={(event) => grid.set(code, column, event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && onEnter) {
          event.preventDefault();
          onEnter();
        } else moveByKey(event, 1);
      }}
    />
  );
}
