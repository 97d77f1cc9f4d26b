import type { Work } from '@ec/contract/second-entry/schemas';
import { Note } from '../../../components/page/Note.tsx';
import { boxChecks, type Typed } from './typed.ts';

/** The arithmetic of the boxes as they were typed, once all are. */
export function BoxSums({ sheet, typed }: { sheet: Work; typed: Typed }) {
  const checks = boxChecks(sheet, typed);
  if (checks.length === 0) return null;
  const adds = checks.every(({ ok }) => ok);
  return (
    <Note kind={adds ? 'ok' : 'warn'} role="status">
      {adds ? 'The boxes add up.' : 'The boxes as you typed them do not add up. If the paper says so, leave them.'}
      <ul className="bullets">
        {checks.map(({ code, arithmetic }) => (
          <li key={code}>{arithmetic}</li>
        ))}
      </ul>
    </Note>
  );
}
