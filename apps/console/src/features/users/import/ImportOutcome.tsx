import type { UserImport } from '@ec/contract/users/import';
import { ROLES } from '@ec/contract/permissions/roles';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Note } from '../../../components/page/Note.tsx';
import { ProgressBar } from '../../../components/figure/Bars.tsx';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { downloadRefused } from './import-api.ts';

const STEPS: Partial<Record<UserImport['state'], string>> = {
  reading: 'Reading the file',
  checking: 'Checking the rows',
  storing: 'Storing the people',
};

/** How a running import stands. */
export function ImportProgress({ running }: { running: UserImport }) {
  const { fileName, role, state, done, rows, accepted, refused } = running;
  const stored = state === 'storing' ? `, ${formatNumber(accepted)} stored` : '';
  return (
    <div className="stack">
      <p className="medium breaks">
        {fileName} ({ROLES[role].title})
      </p>
      <ProgressBar
        label={`Import of ${fileName}`}
        share={done}
        text={`${STEPS[state] ?? ''}: ${formatCount(rows, 'row')} read${stored}, ${formatNumber(refused)} refused`}
      />
      <Note kind="info">You can close this window. The import goes on, and its result is found here again.</Note>
    </div>
  );
}

function RefusedButton({ of }: { of: UserImport }) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void downloadRefused(of)}
    >
      Download refused rows
    </Button>
  );
}

/** The outcome of an import: the number of new users, and the refused rows. */
export function ImportOutcome({ outcome }: { outcome: UserImport }) {
  const { fileName, state, accepted, refused, refusals, error } = outcome;
  return (
    <div className="stack">
      <p className="medium breaks">{fileName}</p>
      {state === 'failed' ? (
        <Note kind="bad" role="alert">
          <strong>Bulk import failed</strong>
          <br />
          {error?.message ?? 'Nothing was imported.'}
        </Note>
      ) : (
        <Note kind={refused > 0 ? 'warn' : 'ok'} role="status">
          Successfully imported: {formatCount(accepted, 'user')}
          {refused > 0 && `. ${formatCount(refused, 'row')} refused: correct them and send them again.`}
        </Note>
      )}
      {refusals.length > 0 && (
        <>
          <div
            className="scroller"
            style={{ maxHeight: 260 }}
            tabIndex={0}
            role="group"
            aria-label="Refused rows, scrolls"
          >
            <table className="data small" aria-label="Refused rows">
              <thead>
                <tr>
                  <th>Line</th>
                  <th>Reason</th>
                </tr>
              </thead>
              <tbody>
                {refusals.map(({ line, message }) => (
                  <tr key={line}>
                    <td>{formatNumber(line)}</td>
                    <td style={{ overflowWrap: 'anywhere' }}>{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {refused > refusals.length && (
            <p className="hint">
              The first {formatNumber(refusals.length)} of {formatNumber(refused)}. The file has them all.
            </p>
          )}
          <div className="row">
            <RefusedButton of={outcome} />
          </div>
        </>
      )}
    </div>
  );
}
