import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './wall.module.css';

interface WallMessageProps {
  title: string;
  /** Offers the way to a new wall screen. */
  signIn?: boolean;
  children?: ReactNode;
}

/** In place of figures: what is the matter, and what to do. */
export function WallMessage({ title, signIn = false, children }: WallMessageProps) {
  return (
    <main className={styles.message}>
      <div role="status">
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
      {signIn && (
        <Link to="/situation-room" className={styles.signIn}>
          Go to the console
        </Link>
      )}
    </main>
  );
}
