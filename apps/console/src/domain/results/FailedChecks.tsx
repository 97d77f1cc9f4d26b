import type { ResultVersion } from '@ec/contract/results/schemas';
import { isGrave } from '../../lib/device/flags.ts';
import { Note } from '../../components/page/Note.tsx';

/** Each check that failed, with its arithmetic. They stand above the figures: they are what to look for in them. */
export function FailedChecks({ version }: { version: Pick<ResultVersion, 'flags'> }) {
  return version.flags.map((flag) => (
    <Note key={flag.code} kind={isGrave(flag) ? 'bad' : 'warn'}>
      <strong>{flag.message}</strong>
      <div>{flag.arithmetic}</div>
    </Note>
  ));
}
