import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { nextTask } from '../../lib/device/when-idle.ts';
import styles from './late-part.module.css';
import { Note } from './Note.tsx';

interface Late<P> {
  (props: P): ReactNode;
  /** Preloads the code; a failure has no effect yet. */
  preload: () => void;
}

/**
 * A part of the page whose code is loaded when it is first shown. If it cannot be loaded, for example without a network, the page stays
 * and shows a message with a retry. `what` names the part in that message; without it there is none. `place` is the placeholder until the
 * part is loaded; without it the message is shown above the page.
 */
export function latePart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  what?: string,
  place: ReactNode = null,
): Late<P> {
  let loaded: ComponentType<P> | null = null;
  const get = async () => {
    // The page that asks for it is drawn first.
    await nextTask();
    loaded = await load();
    return loaded;
  };

  function LatePart(props: P & { onClose?: () => void }) {
    const [Part, setPart] = useState<ComponentType<P> | null>(() => loaded);
    const [failed, setFailed] = useState(false);
    const missing = Part === null && !failed;
    useEffect(() => {
      if (!missing) return;
      let gone = false;
      get().then(
        (part) => gone || setPart(() => part),
        () => gone || setFailed(true),
      );
      return () => {
        gone = true;
      };
    }, [missing]);
    if (Part) return <Part {...props} />;
    if (!failed || what === undefined) return place;
    return (
      <div className={place === null ? styles.late : undefined}>
        <Note kind="warn" role="alert">
          <strong>{what} could not be loaded.</strong>
          <div>Check the network and try again. What you typed stays.</div>
          <div className="gap-8 flex above-8">
            <Button onClick={() => setFailed(false)}>Try again</Button>
            {props.onClose && (
              <Button variant="default" onClick={props.onClose}>
                Close
              </Button>
            )}
          </div>
        </Note>
      </div>
    );
  }
  return Object.assign(LatePart, { preload: () => void get().catch(() => undefined) });
}
