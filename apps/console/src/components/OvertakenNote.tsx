import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from './Note.tsx';

interface OvertakenNoteProps {
  /** What happened, and what becomes of what was typed. */
  children: ReactNode;
  label?: string;
  onTakeOver: () => void;
}

/** Somebody else was faster, and the way on without losing what was typed. */
export function OvertakenNote({ children, label = 'Reload', onTakeOver }: OvertakenNoteProps) {
  return (
    <Note kind="warn" role="alert">
      {children}
      <div>
        <Button variant="default" size="xs" mt={6} onClick={onTakeOver}>
          {label}
        </Button>
      </div>
    </Note>
  );
}
