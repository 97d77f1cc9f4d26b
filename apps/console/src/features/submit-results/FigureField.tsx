import { partyColour } from '@ec/contract/elections/parties';
import type { KeyboardEvent } from 'react';
import { Swatch } from '../../components/figure/Swatch.tsx';
import styles from './FigureField.module.css';
import type { FieldCheck } from './field-checks.ts';
import type { SheetField } from './sheet-fields.ts';

interface FigureFieldProps {
  field: SheetField;
  value: string;
  problem: string | undefined;
  checks: FieldCheck[];
  showBox: boolean;
  onChange: (text: string) => void;
  onEnter: () => void;
}

export function fieldId(path: string): string {
  return `field-${path}`;
}

/** One figure of the sheet: a large field for a thumb, the number of its box, and what is wrong with it beside it. */
export function FigureField({ field, value, problem, checks, showBox, onChange, onEnter }: FigureFieldProps) {
  const id = fieldId(field.path);
  const notes = [problem && `${id}-problem`, field.hint && `${id}-hint`, checks.length > 0 && `${id}-checks`];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {showBox && field.box && (
            <span className={styles.box} aria-label={`Box ${field.box}`}>
              {field.box}
            </span>
          )}
          {field.party ? <Swatch colour={partyColour(field.party)}>{field.label}</Swatch> : field.label}
        </label>
        {field.hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {field.hint}
          </span>
        )}
      </div>
      <input
        id={id}
        className={styles.input}
        type="text"
        inputMode="numeric"
        pattern="[0-9, ]*"
        enterKeyHint="next"
        autoComplete="off"
        maxLength={12}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={notes.filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
      />
      {problem && (
        <div id={`${id}-problem`} className="error whole right" role="alert">
          {problem}
        </div>
      )}
      {checks.length > 0 && (
        <div id={`${id}-checks`} className="whole tiny right old">
          {checks.map((check) => (
            <div key={check.code} className={check.ok ? styles.checkOk : undefined}>
              {check.ok ? '✓ ' : '! '}
              {check.message}: {check.arithmetic}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
