import { ConfirmModal } from '../../../components/form/ConfirmModal.tsx';

interface DiscardDialogProps {
  what: string;
  where: string;
  onClose: () => void;
  onDiscard: () => void;
}

/** The question before something is thrown away that has not been sent. */
export function DiscardDialog({ what, where, onClose, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={() => {
        onDiscard();
        onClose();
      }}
      title="Discard what was not sent?"
      confirmLabel="Discard"
      danger
    >
      {what} was not sent to {where}. No other user has seen it, and discarding deletes it.
    </ConfirmModal>
  );
}
