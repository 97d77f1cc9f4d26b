import { ConfirmModal } from '../../../components/form/ConfirmModal.tsx';

interface DiscardDialogProps {
  what: string;
  where: string;
  onClose: () => void;
  onDiscard: () => void;
}

/** The confirmation before an unsent message is discarded. */
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
