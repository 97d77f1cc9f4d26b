import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import styles from './approvals.module.css';
import { isAsked, placeOf, priorityChip, roleTitle, shortId, statusChip, typeLabel } from './labels.ts';
import { RowActions } from './RequestActions.tsx';
import { AskedNote, RequestFacts, UsDate } from './RequestFacts.tsx';
import type { Task } from './tasks.ts';

interface RequestCardProps {
  request: ApprovalRequest;
  onView: (request: ApprovalRequest) => void;
  onTask: (task: Task) => void;
}

/** One request: who, what and how it stands; opened, also why and with what data. */
export function RequestCard({ request, onView, onTask }: RequestCardProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const Chevron = open ? IconChevronUp : IconChevronDown;
  return (
    <article className="card stack gap-10 pad" aria-labelledby={`${id}-name`}>
      <div className="between gap-6-12">
        <div>
          <h3 id={`${id}-name`} className="title breaks">
            {request.targetUserName}
          </h3>
          <div className="quiet">
            {typeLabel(request.requestType)} · {roleTitle(request.userData.role)}, {placeOf(request.userData)}
          </div>
          <div className="quiet">
            Requested by {request.requestingUserName} ({roleTitle(request.requestingUserRole)}) on{' '}
            <UsDate moment={request.createdAt} /> · <code>{shortId(request.id)}</code>
          </div>
        </div>
        <div className="row gap-4">
          <StatusChip {...priorityChip(request.priority)} />
          <StatusChip {...statusChip(request.status)} />
          {isAsked(request) && <StatusChip tone="info" label="Information requested" />}
        </div>
      </div>
      {open && (
        <section id={`${id}-more`} className={styles.cardMore} aria-label={`Request about ${request.targetUserName}`}>
          {request.rejectionReason && (
            <div>
              <strong>Rejection reason</strong>
              <p className="words">{request.rejectionReason}</p>
            </div>
          )}
          <AskedNote request={request} />
          <RequestFacts request={request} />
        </section>
      )}
      <div className="between gap-6">
        <Button
          variant="subtle"
          size="xs"
          rightSection={<Chevron size={14} aria-hidden />}
          aria-expanded={open}
          aria-controls={open ? `${id}-more` : undefined}
          aria-label={`${open ? 'Show less' : 'Show more'}: ${request.targetUserName}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show more'}
        </Button>
        <RowActions request={request} onView={onView} onTask={onTask} />
      </div>
    </article>
  );
}
