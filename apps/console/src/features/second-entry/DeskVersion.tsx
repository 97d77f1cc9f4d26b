import type { DeskOffer } from '@ec/contract/second-entry/desk';
import type { SecondEntryDetail } from '@ec/contract/second-entry/schemas';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { ConfirmForm } from '../../components/form/ConfirmModal.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { notifyError, notifySuccess } from '../../lib/hooks/notify.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { useServerNow } from '../../lib/hooks/use-now.ts';
import { useMakeDeskVersion } from './api.ts';
import { fieldList, unitText } from './verdicts.ts';

/** Refusals that mean that the entry no longer stands as it is shown. */
const OVERTAKEN = new Set<string>(['DESK_OVERTAKEN', 'DESK_NOT_POSSIBLE', 'CONFLICT', 'ELECTION_NOT_LIVE']);
const TICK_MS = 15_000;
const LONGEST = 500;

interface OfferProps {
  entry: SecondEntryDetail;
  over: boolean;
  onClose: () => void;
  onReload: () => unknown;
}

function DeskDialog({ entry, over, onClose, onReload }: OfferProps) {
  const form = useServerForm({
    id: 'desk-version',
    start: { reason: '' },
    body: ({ reason }) => ({ updatedAt: entry.updatedAt, ...(reason.trim() && { reason: reason.trim() }) }),
    request: useMakeDeskVersion(entry.id),
    failed: 'The desk version could not be made',
    onDone: () => {
      onClose();
      notifySuccess(`The result of ${unitText(entry)} now has the figures that were entered from the photo.`);
    },
    onRefused: (error) => {
      if (!(error instanceof ApiError) || !OVERTAKEN.has(error.code)) return;
      onClose();
      notifyError(error);
      onReload();
    },
  });
  const { transcriber, fields } = entry;
  return (
    <ConfirmForm
      form={form}
      onClose={onClose}
      title="Use the figures from the photo?"
      confirmLabel="Make the desk version"
      blocked={!over && form.values.reason.trim() === '' ? 'Say why the officer cannot be reached.' : undefined}
    >
      <p>
        The figures that {transcriber?.name ?? 'the transcriber'} entered from the photo become the next version of{' '}
        {unitText(entry)}. It differs from the officer’s version in {fieldList(fields)}, counts in the provisional
        totals immediately, and is marked as entered at the desk everywhere. It is entered once more by another
        transcriber, and verified by a person other than {transcriber?.name ?? 'the transcriber'} and you. The officer
        is notified and can still send the result again.
      </p>
      <Textarea
        label={over ? 'Reason (may be left out)' : 'Why the officer cannot be reached'}
        rows={3}
        maxLength={LONGEST}
        data-autofocus
        {...form.field('reason')}
      />
    </ConfirmForm>
  );
}

interface DeskVersionProps {
  entry: SecondEntryDetail;
  onReload: () => unknown;
}

function Offer({ entry, offer, onReload }: DeskVersionProps & { offer: DeskOffer }) {
  const { askedAt, due, minutes } = offer;
  const [open, setOpen] = useState(false);
  const over = useServerNow(TICK_MS) >= Date.parse(due);
  return (
    <Panel title="No answer from the officer?">
      <div className="stack gap-12">
        <p>
          The officer was asked at <TimeText moment={askedAt} minute />{' '}
          {over ? (
            `and has not answered within ${formatCount(minutes, 'minute')}. The figures from the photo can be used instead.`
          ) : (
            <>
              and has until <TimeText moment={due} minute /> to answer. Where they cannot be reached, the figures from
              the photo can be used before that, with a reason.
            </>
          )}
        </p>
        <div>
          <Button variant={over ? 'filled' : 'default'} onClick={() => setOpen(true)}>
            Use the figures from the photo
          </Button>
        </div>
      </div>
      {open && <DeskDialog entry={entry} over={over} onClose={() => setOpen(false)} onReload={onReload} />}
    </Panel>
  );
}

/** Offers a desk version to an arbiter whose officer does not answer; nothing where none may be made. */
export const DeskVersion = ({ entry, onReload }: DeskVersionProps) =>
  entry.deskOffer && <Offer entry={entry} offer={entry.deskOffer} onReload={onReload} />;
