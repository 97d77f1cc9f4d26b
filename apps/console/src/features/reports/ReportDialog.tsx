import type { GeneratedReport } from '@ec/contract/reports/schemas';
import { REPORT_TEMPLATES } from '@ec/contract/reports/schemas';
import { Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { CopyValue } from '../../components/figure/CopyValue.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { formatBytes, formatExact, formatNumber } from '../../lib/format/format.ts';
import { personText } from '../../domain/people/person-text.ts';
import { reportQuery } from './api.ts';
import { FORMATS } from './labels.ts';
import { ReportActions } from './ReportActions.tsx';
import { ReportState, Scope } from './ReportParts.tsx';
import styles from './reports.module.css';

function Proof({ report: { files, auditHead } }: { report: GeneratedReport }) {
  if (files.length === 0 && !auditHead) return null;
  return (
    <section aria-label="Proof" className="stack inset pad">
      <h3 className="title">Is a copy genuine?</h3>
      {auditHead && (
        <div>
          <p className={styles.proofText}>
            Compare the audit head with the printed footer: entry {formatNumber(auditHead.position)}, hash
          </p>
          <CopyValue value={auditHead.hash} what="audit head" />
        </div>
      )}
      {files.map(({ format, size, sha256 }) => (
        <div key={format}>
          <p className={styles.proofText}>
            SHA-256 digest of the {FORMATS[format]} file ({formatBytes(size)})
          </p>
          <CopyValue value={sha256} what={`digest of the ${FORMATS[format]} file`} />
        </div>
      ))}
    </section>
  );
}

function Details({ report, onRemoved }: { report: GeneratedReport; onRemoved: () => void }) {
  const { template, area, parameters, requestedBy, requestedAt, generatedAt, expiresAt } = report;
  return (
    <div className={`stack ${styles.details}`}>
      <ReportState report={report} />
      <Facts>
        <Fact name="Template">{REPORT_TEMPLATES[template].name}</Fact>
        <Fact name="Scope">
          <Scope report={report} />
        </Fact>
        {parameters.map(
          ({ label, value }) =>
            // The scope above says it already, and leads there.
            !(area && label === 'Area') && (
              <Fact key={label} name={label}>
                {value}
              </Fact>
            ),
        )}
        <Fact name="Asked by">{personText(requestedBy)}</Fact>
        <Fact name="Asked at">{formatExact(requestedAt)}</Fact>
        {generatedAt && <Fact name="Generated at">{formatExact(generatedAt)}</Fact>}
        {expiresAt && <Fact name="Kept until">{formatExact(expiresAt)}</Fact>}
      </Facts>
      <Proof report={report} />
      <ReportActions report={report} details onRemoved={onRemoved} />
    </div>
  );
}

/** Removed, of a template that the reader's role does not run, about another area, or no report's address at all. */
const GONE = new Set([400, 404]);

/** One report with all that is known of it, as the address names it. */
export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(reportQuery(id));
  const small = useMediaQuery(belowWidth('sm'));
  const gone = error instanceof ApiError && GONE.has(error.status);
  return (
    <Modal opened onClose={onClose} title={data?.title ?? 'Report'} size={640} fullScreen={small}>
      {gone ? (
        <EmptyState title="This report is not there for you.">
          It was removed, or it is one that your role does not run or that is about a place outside your area.
        </EmptyState>
      ) : data ? (
        <Details report={data} onRemoved={onClose} />
      ) : error ? (
        <ErrorView title="The report could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={240} />
      )}
    </Modal>
  );
}
