import type { ApprovalDetail } from '@ec/contract/approvals/schemas';
import { Modal, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import { belowWidth } from '../../../lib/device/breakpoints.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { approvalQuery } from '../api.ts';
import { DecidedNote } from '../DecidedNote.tsx';
import styles from './dialogs.module.css';
import { priorityChip, requestTitle, shortId, statusChip } from '../labels.ts';
import { RequestActions } from '../RequestActions.tsx';
import { AskedNote, RequestFacts } from '../RequestFacts.tsx';
import type { Kept, Task } from '../tasks.ts';
import { Timeline } from './Timeline.tsx';

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
            It was raised outside your area or by somebody who is not below you, or it does not exist.
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
      <RequestActions request={request} onTask={onTask} />
    </Stack>
  );
}
