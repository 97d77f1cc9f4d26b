import type { PermissionAuditEntry } from '@ec/contract/permissions/schemas';
import { MODULES } from '@ec/contract/permissions/default-levels';
import { ROLES } from '@ec/contract/permissions/roles';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { LoadingRows } from '../../components/list/LoadingRows.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { auditQuery } from './api.ts';
import { ACTION_CHIPS, fromTo } from './labels.ts';
import styles from './permissions.module.css';

function Change({ entry }: { entry: PermissionAuditEntry }) {
  return (
    <li className="ends entry middle pad-8">
      <span className="strong">
        {MODULES[entry.moduleId].name}, {ROLES[entry.roleId].title}
      </span>
      <StatusChip {...ACTION_CHIPS[entry.action]} />
      <span className="hint">
        {fromTo(entry.oldPermission, entry.newPermission)} · {entry.updatedBy?.name ?? 'System'}
      </span>
      <TimeText moment={entry.timestamp} className="hint right" />
    </li>
  );
}

/** Who changed what of any role, newest first. */
export function RecentChanges() {
  const { data, error, refetch } = useQuery(auditQuery);
  return (
    <Panel
      flush
      title="Recent Permission Changes"
      note={data && data.total > 0 && `${formatNumber(data.entries.length)} of ${formatNumber(data.total)}`}
    >
      {error && !data ? (
        <ErrorView title="The changes could not be loaded" error={error} onRetry={refetch} />
      ) : !data ? (
        <LoadingRows label="Loading recent permission changes" rows={4} height={32} />
      ) : data.entries.length === 0 ? (
        <EmptyState title="No permission changes yet">
          Every change that is saved is listed here with who made it.
        </EmptyState>
      ) : (
        <div className={styles.log} role="region" aria-label="Recent permission changes" tabIndex={0}>
          <ul>
            {data.entries.map((entry) => (
              <Change key={entry.id} entry={entry} />
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}
