import {
  type ApprovalDetail,
  type ApprovalEntry,
  type ApprovalRequest,
  MAX_ANSWER_PICTURES,
} from '@ec/contract/approvals/schemas';
import { Modal, Skeleton, Stack, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import { Attachment } from '../../../components/form/Attachment.tsx';
import { Form, FormButtons, FormFoot } from '../../../components/form/Form.tsx';
import { PicturesField } from '../../../components/form/PictureField.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { belowWidth } from '../../../lib/device/breakpoints.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { approvalQuery } from '../api.ts';
import { priorityChip, requestTitle, roleTitle, shortId, statusChip, usDate } from '../labels.ts';
import { RequestActions } from '../RequestActions.tsx';
import { AskedNote, RequestFacts } from '../RequestFacts.tsx';
import type { Kept, Task } from '../tasks.ts';
import { DecidedNote } from './ActDialog.tsx';
import styles from './dialogs.module.css';
import { useActForm } from './use-act-form.ts';

interface DetailsDialogProps {
  id: string;
  kept: Kept;
  /** True while another dialog stands over this one, which then leaves the keys to it. */
  covered: boolean;
  onTask: (task: Task) => void;
  onClose: () => void;
}

/** The list of users links to requests that only the reader's superiors may open. */
const isClosed = (error: Error) => error instanceof ApiError && error.code === 'NOT_FOUND';

/** Everything about one request, and what the reader may do about it. */
export function DetailsDialog({ id, kept, covered, onTask, onClose }: DetailsDialogProps) {
  const phone = useMediaQuery(belowWidth('sm'));
  const { data, error, refetch } = useQuery(approvalQuery(id));
  const [viewing, setViewing] = useState(false);
  const front = !covered && !viewing;
  return (
    <Modal
      opened
      onClose={onClose}
      title={data ? requestTitle(data) : 'Approval request'}
      size={720}
      fullScreen={phone ?? false}
      closeOnEscape={front}
      closeOnClickOutside={front}
      trapFocus={front}
    >
      {error && !data && isClosed(error) ? (
        <div role="alert">
          <EmptyState title="This request is not open to you">
            It was raised outside your area or by a user who is not below you, or it does not exist.
          </EmptyState>
        </div>
      ) : error && !data ? (
        <ErrorView title="The request could not be loaded" error={error} onRetry={refetch} />
      ) : data ? (
        <Details request={data} kept={kept} onTask={onTask} onView={setViewing} />
      ) : (
        <Skeleton height={320} aria-label="Loading the request" />
      )}
    </Modal>
  );
}

interface DetailsProps {
  request: ApprovalDetail;
  kept: Kept;
  onTask: (task: Task) => void;
  /** Gets whether a picture stands over the dialog. */
  onView: (viewing: boolean) => void;
}

function Details({ request, kept, onTask, onView }: DetailsProps) {
  return (
    <Stack gap="md">
      <div className={styles.chips}>
        <code>{shortId(request.id)}</code>
        <StatusChip {...statusChip(request.status)} />
        <span className="quiet">Priority</span>
        <StatusChip {...priorityChip(request.priority)} />
      </div>
      <DecidedNote request={request} />
      <AskedNote request={request} />
      {request.can.answer && <AnswerForm request={request} kept={kept} />}
      <RequestFacts request={request} />
      <section className={styles.section}>
        <h3>History</h3>
        <Timeline history={request.history} onView={onView} />
      </section>
      <FormFoot>
        <RequestActions request={request} onTask={onTask} />
      </FormFoot>
    </Stack>
  );
}

/** The form in which the requester answers the approver's question. */
function AnswerForm({ request, kept }: { request: ApprovalRequest; kept: Kept }) {
  const form = useActForm({
    id: 'answer',
    request,
    kept,
    act: ({ words, pictures }) => ({ act: 'answer', answer: words.trim(), pictures }),
    failed: 'Failed to send the answer',
    success: 'Answer sent',
  });
  return (
    <Form label="Answer" form={form}>
      <Textarea label="Your answer" required rows={3} maxLength={1000} {...form.field('words')} />
      <PicturesField
        id={form.fieldId('pictures')}
        label="Attach a picture"
        pictures={form.values.pictures}
        most={MAX_ANSWER_PICTURES}
        onChange={(pictures) => form.set({ pictures })}
        progress={form.progress}
        disabled={form.busy}
        error={form.errors['pictures']}
      />
      <FormButtons
        form={form}
        submit="Send answer"
        blocked={form.values.words.trim() === '' ? 'Write your answer first' : undefined}
      />
    </Form>
  );
}

const KINDS: Record<ApprovalEntry['kind'], { words: string; tone: 'ok' | 'wait' | 'bad' | 'off' }> = {
  requested: { words: 'Requested', tone: 'off' },
  info_requested: { words: 'More information requested', tone: 'wait' },
  answered: { words: 'Information given', tone: 'off' },
  approved: { words: 'Approved', tone: 'ok' },
  rejected: { words: 'Rejected', tone: 'bad' },
  cancelled: { words: 'Withdrawn', tone: 'off' },
};

/** Who asked, wanted to know, answered and decided, when and why; oldest first. */
function Timeline({ history, onView }: { history: readonly ApprovalEntry[] } & Pick<DetailsProps, 'onView'>) {
  return (
    <ol className={`tight gap-10 ${styles.timeline}`} aria-label="History">
      {history.map((entry) => (
        <li key={`${entry.at} ${entry.kind}`} data-tone={KINDS[entry.kind].tone}>
          <strong>{KINDS[entry.kind].words}</strong>{' '}
          <span className="quiet">
            by {entry.by ? `${entry.by.name} (${roleTitle(entry.by.role)})` : 'the system'}, {usDate(entry.at)}
          </span>
          {entry.comment && <p className="words">{entry.comment}</p>}
          {entry.requiredInfo && entry.requiredInfo.length > 0 && (
            <ul className="bullets">
              {entry.requiredInfo.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
          {entry.attachments.length > 0 && (
            <ul className="row" aria-label="Attached pictures">
              {entry.attachments.map((fileId, index) => (
                <li key={fileId}>
                  <Attachment fileId={fileId} by={entry.by?.name ?? 'the system'} number={index + 1} onView={onView} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
