import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from '../../lib/device/copy-text.ts';
import { notifyError } from '../../lib/hooks/notify.ts';
import styles from './CopyValue.module.css';

interface CopyValueProps {
  value: string;
  /** What it is, for the button's name: "hash", "resource id". */
  what: string;
  /** Shows only this many characters; the whole value is copied. */
  first?: number;
}

/** A number or hash in a monospaced font, with a button to copy it. */
export function CopyValue({ value, what, first }: CopyValueProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const short = first !== undefined && value.length > first;
  const copy = async () => {
    if (await copyText(value)) setCopied(true);
    else notifyError(`The browser does not let this page copy the ${what}. Mark it and copy it by hand.`);
  };
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <span className={styles.root}>
      <code className="mono shrink tiny" title={short ? value : undefined}>
        {short ? `${value.slice(0, first)}…` : value}
      </code>
      <UnstyledButton
        className={styles.button}
        aria-label={copied ? `The ${what} is copied` : `Copy the ${what}`}
        onClick={() => void copy()}
      >
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </span>
  );
}
