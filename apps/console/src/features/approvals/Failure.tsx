import { Note } from '../../components/page/Note.tsx';
import { errorMessage } from '../../lib/http/api-error.ts';

/** What could not be done, and the server's reason. */
export function Failure({ title, error }: { title: string; error: unknown }) {
  if (!error) return null;
  const reason = errorMessage(error, '');
  return (
    <Note kind="bad" role="alert">
      <strong>{title}</strong>
      {reason && <div>{reason}</div>}
    </Note>
  );
}
