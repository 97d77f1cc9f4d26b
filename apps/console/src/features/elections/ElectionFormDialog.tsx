import type { Election } from '@ec/contract/elections';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { notifySuccess } from '../../lib/notify.ts';
import { ElectionForm } from './ElectionForm.tsx';

interface ElectionFormDialogProps {
  election: Election | null;
  onClose: () => void;
}

/** The one form for a new election and for changes. What was typed is only dropped after a question. */
export function ElectionFormDialog({ election, onClose }: ElectionFormDialogProps) {
  const [dirty, setDirty] = useState(false);
  const [asking, setAsking] = useState(false);
  const small = useMediaQuery('(max-width: 640px)');
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && currentLocation.key !== nextLocation.key);
  const leaving = blocker.state === 'blocked';

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);

  const close = () => (dirty ? setAsking(true) : onClose());
  const saved = (done: Election) => {
    setDirty(false);
    const link = { to: `/elections?view=${done.id}`, label: `View ${done.name}` };
    notifySuccess(election ? 'Election saved.' : 'Election created successfully!', { link });
    onClose();
  };
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={election ? `Edit ${election.name}` : 'Create Election'}
        size={720}
        fullScreen={small}
        centered={false}
        closeOnEscape={!asking && !leaving}
      >
        <ElectionForm election={election} onDirty={setDirty} onCancel={close} onSaved={saved} />
      </Modal>
      <ConfirmModal
        opened={asking || leaving}
        onClose={() => {
          setAsking(false);
          blocker.reset?.();
        }}
        onConfirm={() => {
          if (leaving) blocker.proceed();
          else onClose();
        }}
        title="Close without saving?"
        confirmLabel="Close without saving"
        danger
      >
        What you typed for {election ? election.name : 'the new election'} is lost.
      </ConfirmModal>
    </>
  );
}
