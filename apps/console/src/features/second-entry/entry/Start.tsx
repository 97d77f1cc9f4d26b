import type { Work, WorkDesk } from '@ec/contract/second-entry/schemas';
import { LEASE_MINUTES } from '@ec/contract/second-entry/states';
import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Figure, Figures } from '../../../components/figure/Figure.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { focusTitle } from '../../../lib/hooks/focus.ts';
import { errorMessage } from '../../../lib/http/api-error.ts';
import { LOOK_AGAIN_MS } from '../api.ts';

const AGAIN = `This page looks again every ${LOOK_AGAIN_MS / 1000} seconds.`;

function queueText({ waiting, held }: WorkDesk, noneFree: boolean): string {
  if (held.some(({ state }) => state === 'correcting')) return 'A sheet waits for your correction.';
  if (held.length > 0) return `You hold ${formatCount(held.length, 'sheet')}.`;
  if (waiting === 0) return `No sheet waits for you. ${AGAIN}`;
  const waits = formatCount(waiting, 'sheet waits', 'sheets wait');
  return noneFree ? `${waits}. None was free for you when you last asked. ${AGAIN}` : `${waits} for you.`;
}

interface StartProps {
  desk: WorkDesk;
  /** The person comes from a sheet: the focus goes to the title. */
  begun: boolean;
  take: UseMutationResult<Work | null, Error, Work | null>;
}

/** Between two sheets: how many wait, the person's own counts, and the way to the next sheet. */
export function Start({ desk, begun, take }: StartProps) {
  const { waiting, counts } = desk;
  useEffect(() => {
    if (begun) focusTitle();
  }, [begun]);
  return (
    <>
      <Figures>
        <Figure label="Sheets waiting" value={waiting} />
        <Figure label="Entered by you today" value={counts.today} />
        <Figure label="Entered by you in all" value={counts.entered} />
        <Figure
          label="Found wrong by an arbiter"
          value={counts.entered > 0 ? `${formatNumber(counts.wrong)} of ${formatNumber(counts.entered)}` : '–'}
          note={counts.entered > 0 ? 'Of all that you entered' : 'Nothing entered yet'}
        />
      </Figures>
      <Panel>
        <div className="stack">
          {take.error && (
            <Note kind="bad" role="alert">
              {errorMessage(take.error, 'No sheet could be taken. Try again.')}
            </Note>
          )}
          <p role="status">{queueText(desk, take.data === null)}</p>
          <p className="quiet">
            The queue chooses the sheet and reserves it for {LEASE_MINUTES} minutes. Copy what stands on the paper, also
            where it does not add up. You do not see what the officer sent.
          </p>
          <div>
            <Button loading={take.isPending} onClick={() => take.mutate(null)}>
              Take a sheet
            </Button>
          </div>
        </div>
      </Panel>
    </>
  );
}
