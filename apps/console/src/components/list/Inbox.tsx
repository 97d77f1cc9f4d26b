import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './Inbox.module.css';

/** The list of messages to the reader. */
export function Inbox({ label, children }: { label: string; children: ReactNode }) {
  return <ul aria-label={label}>{children}</ul>;
}

/** Words and chips in a line. */
export function InboxHead({ children }: { children: ReactNode }) {
  return <div className={styles.head}>{children}</div>;
}

interface InboxRowProps {
  unread: boolean;
  title: ReactNode;
  /** Takes the focus when the row's buttons are removed. */
  titleId?: string;
  /** The link of its title; null if the reader may not open it. */
  link: Pick<LinkProps, 'to' | 'onClick' | 'preventScrollReset'> | null;
  /** Before the words. */
  mark?: ReactNode;
  chips?: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}

/** One message; it is highlighted until it is read. */
export function InboxRow({ unread, title, titleId, link, mark, chips, children, actions }: InboxRowProps) {
  return (
    <li className={styles.row} data-unread={unread || undefined}>
      {mark && <div className={styles.mark}>{mark}</div>}
      <div className={styles.words}>
        <InboxHead>
          {link ? (
            <Link {...link} id={titleId} className={`link breaks middle inline low ${styles.title}`}>
              {title}
            </Link>
          ) : (
            <span id={titleId} tabIndex={-1} className={`link breaks middle inline low ${styles.title}`}>
              {title}
            </span>
          )}
          {chips}
          {unread && <span className="accent tiny bold">Unread</span>}
        </InboxHead>
        {children}
      </div>
      {actions && <div className={`end ${styles.actions}`}>{actions}</div>}
    </li>
  );
}

interface InboxTextProps {
  /** How much of it is shown where its title opens all of it. */
  lines?: number;
  children: string;
}

/** Its text as written. */
export function InboxText({ lines, children }: InboxTextProps) {
  return (
    <Text inherit dir="auto" className={styles.text ?? ''} {...(lines && { lineClamp: lines })}>
      {children}
    </Text>
  );
}

/** Its author or source, and the time. */
export function InboxFacts({ children }: { children: ReactNode }) {
  return <div className="hint">{children}</div>;
}

/** How many are unread, in the line below the page's title. */
export function UnreadCount({ unread, text }: { unread: number; text: string }) {
  return (
    <span className={styles.count} data-any={unread > 0 || undefined}>
      {text} unread
    </span>
  );
}
