import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useDeferredValue } from 'react';
import { Navigation } from './Navigation.tsx';

/** The navigation on a narrow screen. */
export function PhoneMenu({ onClose }: { onClose: () => void }) {
  // The drawer answers the press; its thirty parts follow.
  const drawn = useDeferredValue(true, false);
  return (
    <Drawer opened onClose={onClose} title="Menu" size={288} padding="sm">
      {drawn && <Navigation withTools />}
    </Drawer>
  );
}
