import type { StartedWall } from '@ec/contract/walls/schemas';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Note } from '../../components/page/Note.tsx';
import { copyText } from '../../lib/device/copy-text.ts';
import { formatMinute } from '../../lib/format/format.ts';
import { useWallPage, wallAddress } from './wall.ts';
import styles from './wall-dialog.module.css';

interface WallLinkProps {
  wall: StartedWall;
  onAnother: () => void;
}

/** The address for the other screen, shown once and copied at once. */
export function WallLink({ wall, onAnother }: WallLinkProps) {
  const address = wallAddress(wall, useWallPage());
  const [copied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    let gone = false;
    void copyText(address).then((done) => !gone && setCopied(done));
    return () => {
      gone = true;
    };
  }, [address]);
  return (
    <div className={styles.form}>
      <Note kind={copied === false ? 'warn' : 'ok'} role="status">
        {copied === false
          ? `${wall.name} has started. This browser does not let a page copy: select the address below and copy it.`
          : `${wall.name} has started, and its address is ${copied ? 'copied' : 'being copied'}.`}{' '}
        Open it in the browser of the other screen. It is shown this once, and anyone with the address sees the wall
        until {formatMinute(wall.expiresAt)}.
      </Note>
      <TextInput
        label="Address of the wall screen"
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="row">
        <Button variant="default" onClick={() => void copyText(address).then(setCopied)}>
          Copy again
        </Button>
        <Button variant="subtle" onClick={onAnother}>
          Start another
        </Button>
      </div>
    </div>
  );
}
