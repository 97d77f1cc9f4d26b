import { isRunning, type RegisterImport } from '@ec/contract/geography/register-import';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Note } from '../../components/page/Note.tsx';
import { formatPercent } from '../../lib/format/format.ts';
import { importsQuery } from './import-api.ts';

export const importPath = ({ id }: Pick<RegisterImport, 'id'>): string => `/geographical-data/import/${id}`;

/** What goes on with imports while one looks at something else. */
export function ImportNews() {
  const imports = useQuery(importsQuery).data?.imports ?? [];
  const running = imports.find(({ state }) => isRunning(state));
  const waiting = imports.find(({ can }) => can.store);
  if (running) {
    return (
      <Note kind="info" role="status">
        {running.fileName} is being worked on ({formatPercent(running.done, 0)}).{' '}
        <Link to={importPath(running)}>Show the import</Link>
      </Note>
    );
  }
  if (!waiting) return null;
  return (
    <Note kind="warn" role="status">
      {waiting.fileName} was checked and waits for your decision.{' '}
      <Link to={importPath(waiting)}>Show what it changes</Link>
    </Note>
  );
}
