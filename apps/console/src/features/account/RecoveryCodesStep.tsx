import { Button, Checkbox, Stack } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Note } from '../../components/page/Note.tsx';
import { copyText } from '../../lib/device/copy-text.ts';
import { saveText } from '../../lib/device/save-file.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './account.module.css';

/** Takes the focus to a step that has just come in the place of another, so that it is read out and Tab goes on from there. */
export function useArrivalFocus<E extends HTMLElement>(): RefObject<E | null> {
  const step = useRef<E>(null);
  useEffect(() => step.current?.focus(), []);
  return step;
}

interface RecoveryCodesStepProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, shown once. It closes when the user confirms that they are stored. */
export function RecoveryCodesStep({ codes, onDone }: RecoveryCodesStepProps) {
  const { user, system } = useCurrentMe();
  const step = useArrivalFocus<HTMLDivElement>();
  const [stored, setStored] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const text = [`${system.name}: recovery codes of ${user.name}`, 'Each works once.', '', ...codes, ''].join('\n');

  const copy = async () =>
    setSaid(
      (await copyText(text))
        ? 'Copied.'
        : 'This browser does not copy by itself. Select the codes and copy them, or download them.',
    );
  const download = () => {
    saveText('recovery-codes.txt', text);
    setSaid('Downloaded as recovery-codes.txt.');
  };
  return (
    <Stack gap="md" ref={step} role="group" tabIndex={-1} aria-label="Your recovery codes">
      <Note kind="warn">
        These codes open your account when you do not have your authenticator. They are shown this once. Keep them where
        you find them without your phone.
      </Note>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="default" onClick={download}>
          Download
        </Button>
      </div>
      <div role="status">{said}</div>
      <Checkbox
        size="md"
        label="I have stored them"
        checked={stored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <div className="end">
        {!stored && <span className="quiet">Say that you have stored them first</span>}
        <Button disabled={!stored} onClick={onDone}>
          Done
        </Button>
      </div>
    </Stack>
  );
}
