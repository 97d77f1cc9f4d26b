import { useEffect, useRef } from 'react';
import { fieldId } from './FigureField.tsx';
import styles from './ProblemSummary.module.css';

interface ProblemSummaryProps {
  title: string;
  text?: string | undefined;
  /** What is wrong, by field path, with the label to name it by. */
  problems: { path: string; label: string; message: string }[];
  /** Changes whenever the officer tried again: the summary takes the focus then. */
  attempt: unknown;
}

/** What stands in the way of sending, at the top, with a way to each field. */
export function ProblemSummary({ title, text, problems, attempt }: ProblemSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.scrollIntoView?.({ block: 'center' });
  }, [attempt]);
  return (
    <div ref={box} className={styles.box} role="alert" tabIndex={-1}>
      <strong>{title}</strong>
      {text && <div>{text}</div>}
      {problems.length > 0 && (
        <ul className={styles.list}>
          {problems.map(({ path, label, message }) => (
            <li key={path}>
              <a
                href={`#${fieldId(path)}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(fieldId(path))?.focus();
                }}
              >
                {label}
              </a>
              : {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
