import { codeOf } from '@ec/contract/geography/location-id';
import { type GeneratedReport, REPORT_TEMPLATES } from '@ec/contract/reports/schemas';
import { Link, useSearchParams } from 'react-router';
import { ProgressBar } from '../../components/figure/Bars.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { roleTitle } from '../../domain/people/person-text.ts';
import { AreaLink } from '../../domain/places/AreaLink.tsx';
import { formatDate } from '../../lib/format/format.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { isUnderWay, progressText, STATUSES } from './labels.ts';
import styles from './reports.module.css';
import { column } from '../../lib/format/css-values.ts';

/** The part of the address that opens a report's details, with all else of it kept. */
function useReportAddress(): (id: string) => { search: string } {
  const [params] = useSearchParams();
  return (id) => {
    const next = new URLSearchParams(params);
    next.set('report', id);
    return { search: `?${next}` };
  };
}

interface PartProps {
  report: GeneratedReport;
}

/** The title leads to the details; below it the request, which distinguishes two reports with the same title. */
export function ReportName({ report }: PartProps) {
  const { id, title, template, parameters } = report;
  const address = useReportAddress();
  const asked = parameters.map(({ label, value }) => `${label}: ${value}`).join(' · ');
  return (
    <div className="column" style={column({ least: 180, most: 320 })}>
      <Link to={address(id)} replace preventScrollReset className={styles.nameLink}>
        {title}
      </Link>
      <div className="hint clip">{asked || REPORT_TEMPLATES[template].description}</div>
    </div>
  );
}

export function Scope({ report: { area } }: PartProps) {
  if (!area) return 'Several areas';
  return <AreaLink area={{ ...area, code: codeOf(area.id) }} />;
}

export function AskedBy({ report: { requestedBy } }: PartProps) {
  const own = useCurrentMe().user.id === requestedBy.id;
  return (
    <div className="column" style={column({ least: 100 })}>
      {requestedBy.name}
      {own && ' (you)'}
      <div className="hint">{roleTitle(requestedBy.role)}</div>
    </div>
  );
}

export function When({ report: { requestedAt, expiresAt, status } }: PartProps) {
  return (
    <div className="nowrap">
      <TimeText moment={requestedAt} minute />
      {status === 'completed' && expiresAt && <div className="hint">Kept until {formatDate(expiresAt)}</div>}
    </div>
  );
}

/** Word and icon; how far it has come while it is made, and what went wrong where it failed. */
export function ReportState({ report }: PartProps) {
  const { title, status, progress, error } = report;
  return (
    <div className={styles.state}>
      <StatusChip {...STATUSES[status]} />
      {isUnderWay(report) && <ProgressBar label={`${title}: progress`} share={progress} text={progressText(report)} />}
      {status === 'failed' && error && <div className="error">{error}</div>}
      {status === 'expired' && <div className="hint">Its files were removed at the end of their time.</div>}
    </div>
  );
}
