import type { ApprovalDetail, ApprovalEntry, ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Modal, Skeleton, Stack, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import { Form, FormButtons, FormFoot } from '../../../components/form/Form.tsx';
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
  return (
    <Modal
      opened
      onClose={onClose}
      title={data ? requestTitle(data) : 'Approval request'}
      size={720}
      fullScreen={phone ?? false}
      closeOnEscape={!covered}
      closeOnClickOutside={!covered}
      trapFocus={!covered}
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
        <Details request={data} kept={kept} onTask={onTask} />
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
}

function Details({ request, kept, onTask }: DetailsProps) {
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
        <Timeline history={request.history} />
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
    act: ({ words }) => ({ act: 'answer', answer: words.trim() }),
    failed: 'Failed to send the answer',
    success: 'Answer sent',
  });
  return (
    <Form label="Answer" form={form}>
      <Textarea label="Your answer" required rows={3} maxLength={1000} {...form.field('words')} />
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
function Timeline({ history }: { history: readonly ApprovalEntry[] }) {
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
        </li>
      ))}
    </ol>
  );
}
