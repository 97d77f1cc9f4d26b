import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { Navigation } from './Navigation.tsx';

/** The navigation on a narrow screen. */
export function PhoneMenu({ onClose }: { onClose: () => void }) {
  return (
    <Drawer opened onClose={onClose} title="Menu" size={288} padding="sm">
      <Navigation withTools />
    </Drawer>
  );
}
