import { Modal } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import { ErrorView } from '../page/ErrorView.tsx';

interface Dialog {
  onClose: () => void;
}

/**
 * A dialog whose code comes when it is opened, or before by `prefetch`. Where the code cannot be fetched the reader is
 * shown an error in its place, and can try again.
 */
export function lateDialog<Props extends Dialog>(load: () => Promise<ComponentType<Props>>) {
  let code: ComponentType<Props> | undefined;
  let coming: Promise<ComponentType<Props>> | undefined;
  const fetchCode = (): Promise<ComponentType<Props>> => {
    coming ??= load().then(
      (found) => (code = found),
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };

  function LateDialog(props: Props) {
    const [Found, setFound] = useState(() => code);
    const [error, setError] = useState<unknown>(null);
    const fetchAgain = () => {
      setError(null);
      fetchCode().then((found) => setFound(() => found), setError);
    };
    useEffect(fetchAgain, []);
    if (Found) return <Found {...props} />;
    if (error === null) return null;
    return (
      <Modal opened onClose={props.onClose} title="This could not be loaded">
        <ErrorView title="A part of the console is missing" error={error} onRetry={fetchAgain} />
      </Modal>
    );
  }
  return Object.assign(LateDialog, {
    /** Prefetches the code; a failure is shown only when the dialog is opened. */
    prefetch: () => void fetchCode().catch(() => undefined),
  });
}
