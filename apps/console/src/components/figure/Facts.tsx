import type { ReactNode } from 'react';
import styles from './Facts.module.css';

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What is known about a record, name by name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** Facts of one kind, among others of the same record. */
export function FactSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <RecordPart title={title}>
      <Facts>{children}</Facts>
    </RecordPart>
  );
}

/** A part of a record under its title, such as a list. */
export function RecordPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="title below-6">{title}</h3>
      {children}
    </section>
  );
}
