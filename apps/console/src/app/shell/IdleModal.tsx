import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Group, Modal, Text } from '@mantine/core';
import { signOut } from '../../lib/session/session.ts';

export function IdleModal({ onStay }: { onStay: () => void }) {
  return (
    // Above everything, also urgent announcements, so that the warning is always visible.
    <Modal opened onClose={onStay} title="Are you still there?" withCloseButton={false} zIndex={400}>
      <Text mb="md">Nothing was entered for a while. In one minute you will be signed out.</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={signOut}>
          Log out
        </Button>
        <Button onClick={onStay} data-autofocus>
          Stay signed in
        </Button>
      </Group>
    </Modal>
  );
}
