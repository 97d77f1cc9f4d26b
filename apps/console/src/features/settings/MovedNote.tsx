import { Button } from '@mantine/core';
import { Note } from '../../components/Note.tsx';
import { valueText } from './setting-field.ts';
import styles from './settings.module.css';
import type { Difference } from './values.ts';

interface MovedNoteProps {
  /** Who saved meanwhile. */
  by: string | null;
  differences: readonly Difference[];
  /** True where a save was refused because of it. */
  refused: boolean;
  onTakeOver: () => void;
}

/** What somebody else saved while something was typed here, and the way on that loses nothing of either. */
export function MovedNote({ by, differences, refused, onTakeOver }: MovedNoteProps) {
  return (
    <Note kind="warn" role="alert">
      <strong>{by ?? 'Somebody else'} saved the settings in the meantime.</strong>{' '}
      {refused ? 'Nothing of yours was stored, and' : 'Yours are not stored yet, and'} what you typed is kept.
      {differences.length > 0 && (
        <ul className={styles.moved}>
          {differences.map(({ field, before, after, typed }) => (
            <li key={field.path}>
              {field.label}: was {valueText(field, before)}, is {valueText(field, after)} now
              {typed !== undefined && `; you typed ${valueText(field, typed)}`}.
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button variant="default" mt="xs" onClick={onTakeOver}>
          Reload and keep what I typed
        </Button>
      </div>
    </Note>
  );
}
