import type { AuditLogList } from '@ec/contract/audit/schemas';
import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import { CopyValue } from '../../../components/figure/CopyValue.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { belowWidth } from '../../../lib/device/breakpoints.ts';
import { errorMessage } from '../../../lib/http/api-error.ts';
import { formatBytes, formatCount } from '../../../lib/format/format.ts';
import { totalText } from '../AuditFoot.tsx';
import { cancelExport, exportedText, exportLogs, exportName, type ExportWork, useExportWork } from './export-work.ts';
import { type AuditFilters, narrowedBy } from '../filters.ts';
import styles from './work.module.css';

const received = ({ entries, bytes }: Pick<ExportWork, 'entries' | 'bytes'>) =>
  `${formatCount(entries, 'entry', 'entries')}, ${formatBytes(bytes)}`;

function Outcome({ work }: { work: ExportWork }) {
  if (work.state === 'running') {
    return (
      <div>
        <div className={styles.busyBar} role="progressbar" aria-label="Export" aria-valuetext={received(work)}>
          <div />
        </div>
        <p className="hint" role="status">
          {received(work)} received so far
        </p>
      </div>
    );
  }
  if (work.state === 'failed') {
    return (
      <Note kind="bad" role="alert">
        The export broke off and nothing was saved. {errorMessage(work.error)}
      </Note>
    );
  }
  if (work.state === 'cancelled') return <Note kind="info">The export was cancelled; nothing was saved.</Note>;
  if (!work.saved) return null;
  const { head, warning } = work.saved;
  return (
    <>
      <Note kind="ok" role="status">
        {exportedText(work.saved)}
        {head !== null && (
          <div>
            Head <CopyValue value={head} what="head hash" />
          </div>
        )}
      </Note>
      {warning !== null && (
        <Note kind="bad" role="alert">
          <strong>The file may not hold everything.</strong> {warning}
        </Note>
      )}
    </>
  );
}

interface ExportDialogProps {
  filters: AuditFilters;
  list: AuditLogList | undefined;
  onClose: () => void;
}

/** Saves what the filters let through, however much it is, as a file that can be verified away from the server. */
export function ExportDialog({ filters, list, onClose }: ExportDialogProps) {
  const small = useMediaQuery(belowWidth('sm'));
  const work = useExportWork();
  const filtered = narrowedBy(filters).length > 0;
  const running = work.state === 'running';
  const many = list ? totalText(list) : 'the entries';
  return (
    <Modal opened onClose={onClose} title="Export Logs" size={560} fullScreen={small ?? false}>
      <div className="stack gap-12">
        <p>
          {filtered
            ? `The entries that the present filters let through (${many}) are saved as one CSV file with all their values.`
            : `All entries (${many}) are saved as one CSV file with all their values.`}{' '}
          The export itself is noted in the audit log.
        </p>
        <p>
          {filtered
            ? 'With this file each entry can be verified by itself, offline. Only an export of everything shows that none is missing.'
            : 'With this file the whole chain can be verified offline, without this server.'}{' '}
          <Link to="/help/audit-logs">How to verify an export</Link>
        </p>
        <Outcome work={work} />
        <div className={`end ${styles.workActions}`}>
          {running ? (
            <>
              <span className="hint">You can close this and come back.</span>
              <Button variant="default" onClick={cancelExport}>
                Cancel the export
              </Button>
            </>
          ) : (
            <Button onClick={() => void exportLogs(filters, exportName(filters, Date.now()))}>Export as CSV</Button>
          )}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Modal>
  );
}
