import { OTHERS } from '@ec/contract/elections/parties';
import { fieldWords } from '@ec/contract/second-entry/figures';
import { ActionIcon } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { PartyLogo } from '../../../domain/results/PartyLogo.tsx';
import { PartyInFull, PartySwatch } from '../../../domain/results/PartyLooks.tsx';
import styles from './enter.module.css';
import { OPTIONAL, UNREADABLE } from './typed.ts';

const HINTS: Partial<Record<string, string>> = {
  [OPTIONAL]: 'Leave blank if the paper shows none.',
  [`votes.${OTHERS}`]: 'All other parties together',
};

interface EntryFieldProps {
  id: string;
  field: string;
  value: string | undefined;
  error: string | undefined;
  autoFocus: boolean;
  onChange: (input: unknown) => void;
  /** Marks the field as unreadable, or takes the mark away. */
  onMark: () => void;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: () => void;
  onLeave: () => void;
}

/** One figure of the sheet, with the button that says that it cannot be read. */
export function EntryField(props: EntryFieldProps) {
  const { id, field, value = '', error, autoFocus, onChange, onMark, onKey, onFocus, onLeave } = props;
  const words = fieldWords(field);
  const party = field.startsWith('votes.') ? words : null;
  const hint = HINTS[field];
  const unreadable = value === UNREADABLE;
  const about = [error && `${id}-error`, hint && `${id}-hint`, unreadable && `${id}-unreadable`].filter(Boolean);
  return (
    <div className={styles.row}>
      <label htmlFor={id} className={styles.label}>
        {party === null ? (
          words
        ) : (
          <PartySwatch party={party}>
            <PartyLogo party={party} />
            {words}
          </PartySwatch>
        )}
      </label>
      <input
        id={id}
        className={`field bold right full rounded-6 larger ${styles.input}`}
        type="text"
        inputMode="numeric"
        enterKeyHint="next"
        autoComplete="off"
        maxLength={7}
        autoFocus={autoFocus}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={about.length > 0 ? about.join(' ') : undefined}
        aria-keyshortcuts="Alt+U Control+Enter"
        onChange={onChange}
        onKeyDown={onKey}
        onBlur={onLeave}
        onFocus={(event) => {
          event.currentTarget.select();
          onFocus();
        }}
      />
      <ActionIcon
        size="lg"
        variant="default"
        className="choice"
        aria-pressed={unreadable}
        aria-label={`${words} cannot be read`}
        title="Cannot be read (Alt+U)"
        // A field with a figure is left by Tab to the next one; Alt+U and the pointer work everywhere.
        tabIndex={value === '' || unreadable ? 0 : -1}
        onClick={onMark}
        onKeyDown={onKey}
      >
        <IconEyeOff size={18} aria-hidden />
      </ActionIcon>
      {party !== null && (
        <div className="whole">
          <PartyInFull party={party} />
        </div>
      )}
      {hint && (
        <div id={`${id}-hint`} className="hint whole">
          {hint}
        </div>
      )}
      {unreadable && (
        <div id={`${id}-unreadable`} className="tiny whole old">
          Cannot be read
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className="error whole">
          {error}
        </div>
      )}
    </div>
  );
}
