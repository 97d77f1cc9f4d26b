import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmChange } from '../form/ConfirmModal.tsx';

interface Choice {
  label: string;
  title: string;
  confirmLabel: string;
  /** What happens to the file, for the confirmation. */
  text: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  change: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>;
}

interface ImportDecisionProps {
  id: string;
  discard: Choice;
  /** Absent where the file cannot be stored. */
  store?: Choice | undefined;
}

/** Stores or discards a file that was checked, after a confirmation. */
export function ImportDecision({ id, discard, store }: ImportDecisionProps) {
  const [asking, setAsking] = useState<'store' | 'discard' | null>(null);
  const asked = asking === 'store' ? store : asking === 'discard' ? discard : undefined;
  return (
    <>
      <div className="end">
        <Button variant="default" disabled={discard.disabled === true} onClick={() => setAsking('discard')}>
          {discard.label}
        </Button>
        {store && (
          <Button disabled={store.disabled === true} onClick={() => setAsking('store')}>
            {store.label}
          </Button>
        )}
      </div>
      {asked && (
        <ConfirmChange
          change={asked.change}
          body={id}
          onDone={() => undefined}
          onClose={() => setAsking(null)}
          title={asked.title}
          confirmLabel={asked.confirmLabel}
          danger={asked.danger === true}
        >
          <p className="lead">{asked.text}</p>
        </ConfirmChange>
      )}
    </>
  );
}
