import { Button, Group } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Note } from '../page/Note.tsx';

interface ConflictNoteProps {
  /** The conflict of the form; nothing is shown without one. */
  conflict: { keepMine: () => void; takeTheirs: () => void } | null;
  who?: ReactNode;
  /** "changed this announcement". */
  did: string;
  /** Labels of the two choices: merge the typed values into the stored ones, or take the stored ones. */
  mine?: string;
  theirs?: string;
  /** What they changed. */
  children?: ReactNode;
}

/** What another user stored during the edit, and the choices. Typed values are kept until the user decides. */
export function ConflictNote({ conflict, who = 'Another user', did, mine, theirs, children }: ConflictNoteProps) {
  if (!conflict) return null;
  // The button is removed with the note, so the focus moves to the form.
  const goOn = (how: () => void) => (event: MouseEvent<HTMLElement>) => {
    const form = event.currentTarget.closest('form');
    how();
    const shown = 'input:not([type="hidden"], [hidden] *), textarea:not([hidden] *)';
    (form?.querySelector<HTMLElement>(shown) ?? form?.querySelector<HTMLElement>('h2[tabindex]'))?.focus();
  };
  return (
    <Note kind="warn" role="alert">
      <strong>
        {who} {did} in the meantime.
      </strong>{' '}
      What you typed is kept, and is not stored yet.
      {children}
      <Group gap="xs" mt="xs">
        {mine !== undefined && (
          <Button variant="default" onClick={goOn(conflict.keepMine)}>
            {mine}
          </Button>
        )}
        {theirs !== undefined && (
          <Button variant="default" onClick={goOn(conflict.takeTheirs)}>
            {theirs}
          </Button>
        )}
      </Group>
    </Note>
  );
}
