import { useEffect, useRef } from 'react';
import { Note } from '../page/Note.tsx';

export interface FormProblem {
  /** Id of the field it is about; absent for what is about the whole form. */
  field?: string;
  message: string;
}

interface FormErrorSummaryProps {
  problems: readonly FormProblem[];
  title?: string;
  /** Counts the attempts: the summary takes the focus at each one that leaves problems. */
  attempt: number;
  /** Goes to a field, where that takes more than the focus: it may stand on another tab. */
  onPick?: (field: string) => void;
}

const focusOn = (field: string) => document.getElementById(field)?.focus();

/** All that is wrong with a form, at its top, with links to the fields. */
export function FormErrorSummary(props: FormErrorSummaryProps) {
  const { problems, title = 'Check the following', attempt, onPick = focusOn } = props;
  const box = useRef<HTMLDivElement>(null);
  const any = problems.length > 0;
  useEffect(() => {
    if (any && attempt > 0) box.current?.focus();
  }, [any, attempt]);

  if (!any) return null;
  // The space keeps the title apart from the first line where only the text is read.
  return (
    <Note ref={box} kind="bad" tabIndex={-1} role="alert">
      <strong>{`${title} `}</strong>
      <ul className="bullets">
        {problems.map(({ field, message }) => (
          <li key={`${field ?? ''}:${message}`}>
            {field ? (
              <a
                href={`#${field}`}
                style={{ display: 'inline-block', minHeight: 24, verticalAlign: 'top' }}
                onClick={(event) => {
                  event.preventDefault();
                  onPick(field);
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </Note>
  );
}
