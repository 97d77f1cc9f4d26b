import { ConflictNote } from '../../components/form/ConflictNote.tsx';
import { valueText } from './setting-field.ts';
import styles from './settings.module.css';
import type { Difference } from './values.ts';

interface MovedNoteProps {
  conflict: { keepMine: () => void; takeTheirs: () => void } | null;
  /** Who saved meanwhile. */
  by: string | null;
  differences: readonly Difference[];
}

/** Shows what another user saved while this form was edited, and merges without losing either. */
export function MovedNote({ conflict, by, differences }: MovedNoteProps) {
  return (
    <ConflictNote
      conflict={conflict}
      who={by ?? 'Somebody else'}
      did="saved the settings"
      mine="Reload and keep what I typed"
    >
      <ul className={styles.moved}>
        {differences.map(({ field, before, after, typed }) => (
          <li key={field.path}>
            {field.label}: was {valueText(field, before)}, is {valueText(field, after)} now
            {typed !== undefined && `; you typed ${valueText(field, typed)}`}.
          </li>
        ))}
      </ul>
    </ConflictNote>
  );
}
