import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';

interface ElectionModeDialogProps {
  words: { title: string; label: string; text: string };
  danger: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** The confirmation before the switch, with its effects. Its code is loaded when it opens, not with the page. */
export function ElectionModeDialog({ words, ...modal }: ElectionModeDialogProps) {
  return (
    <ConfirmModal opened title={words.title} confirmLabel={words.label} {...modal}>
      {words.text}
    </ConfirmModal>
  );
}
