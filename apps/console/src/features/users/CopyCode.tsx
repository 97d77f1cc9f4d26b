import { Button, CopyButton } from '@mantine/core';
import styles from './users.module.css';

/** A code to read out or to copy. */
export function CopyCode({ code, what, big = false }: { code: string; what: string; big?: boolean }) {
  return (
    <span className="row mono">
      <span className={big ? styles.bigCode : undefined}>{code}</span>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy} aria-label={copied ? `${what} copied` : `Copy ${what}`}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </span>
  );
}
