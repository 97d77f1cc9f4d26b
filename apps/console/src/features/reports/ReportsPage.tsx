import { withArticleFirst } from '@ec/contract/base/wording';
import { REPORT_KEPT_DAYS } from '@ec/contract/reports/schemas';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useCurrentMe } from '../../lib/session/session.ts';
import { roleTitle } from '../../domain/people/person-text.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { templatesQuery, useReportNews } from './api.ts';
import { FILTERS, SHOWN } from './labels.ts';
import { Generator } from './form/Generator.tsx';
import { RecentReports } from './RecentReports.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import styles from './reports.module.css';

function NoTemplates() {
  const { role } = useCurrentMe().user;
  return (
    <Panel>
      <EmptyState
        title={`${withArticleFirst(roleTitle(role))} runs no reports`}
        action={<MayLink to="/users?role=national_admin">Find a National Admin</MayLink>}
      >
        Each report belongs to the roles that are responsible for its content; yours is not among them. A National Admin
        can run any of them and hand you the files.
      </EmptyState>
    </Panel>
  );
}

/** Reports to run, and those that were run. */
export function ReportsPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [shown, setShown] = useUrlState(SHOWN);
  const templates = useQuery(templatesQuery);
  useReportNews();
  return (
    <Page
      title="Report Generator"
      actions={
        templates.data && (
          <a href="#recent-reports" className={styles.toRecent}>
            Recent Reports
          </a>
        )
      }
      context={`Printable reports of your area as PDF, XLSX and CSV; files are kept for ${REPORT_KEPT_DAYS} days`}
    >
      {templates.data ? (
        templates.data.total === 0 ? (
          <NoTemplates />
        ) : (
          <>
            <Generator
              templates={templates.data.templates}
              run={shown.run}
              onRun={(run) => setShown({ run })}
              // The new report is to be seen, whatever the list was narrowed to.
              onAsked={() => setFilters(FILTERS)}
            />
            <div id="recent-reports" tabIndex={-1} className={styles.recent}>
              <RecentReports filters={filters} onFilter={setFilters} />
            </div>
          </>
        )
      ) : (
        <Panel>
          {templates.error ? (
            <ErrorView
              title="The report templates could not be loaded"
              error={templates.error}
              onRetry={templates.refetch}
            />
          ) : (
            <Skeleton height={280} />
          )}
        </Panel>
      )}
      {shown.report && <ReportDialog key={shown.report} id={shown.report} onClose={() => setShown({ report: '' })} />}
    </Page>
  );
}
