import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { PictureUpload } from '../../domain/people/PictureUpload.tsx';
import { showOwnPicture, signOut, useCurrentMe } from '../../lib/session/session.ts';

const stay = () => undefined;

/** Blocks the console until the user has a picture; the only other choice is to sign out. */
export function RequiredPictureModal() {
  const queryClient = useQueryClient();
  const { user } = useCurrentMe();
  return (
    <Modal
      opened
      onClose={stay}
      title="Profile Picture Required"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text mb="md">Add a picture of yourself to continue, so that the people you work with can see who you are.</Text>
      <PictureUpload
        name={user.name}
        src={user.profilePictureUrl}
        onUploaded={(url) => showOwnPicture(queryClient, url)}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={signOut}>
          Log out
        </Button>
      </Group>
    </Modal>
  );
}
