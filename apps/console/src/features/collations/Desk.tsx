import type { CollationDesk } from '@ec/contract/collations/schemas';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useCurrentMe } from '../../lib/session/session.ts';
import { formName, STATUS_WORDS } from './labels.ts';

type DeskForm = CollationDesk['forms'][number];

function entryPath({ electionId, formCode, area, constituency }: DeskForm): string {
  const params = new URLSearchParams({ election: electionId, area: area.code, form: formCode });
  if (constituency) params.set('constituency', constituency.id);
  return `/collations/enter?${params}`;
}

/** What the person can do with their own form. */
function Act({ form }: { form: DeskForm }) {
  const named = (
    <span className="spoken">
      {' '}
      {formName(form)}, {form.electionName}
    </span>
  );
  const open = form.collationId && (
    <Button variant="default" component={Link} to={`/collations/${form.collationId}`}>
      Open{named}
    </Button>
  );
  if (form.status === 'verified' || form.status === 'disputed') return open;
  return (
    <>
      {open}
      <Button component={Link} to={entryPath(form)} variant={form.status === 'pending' ? 'default' : 'filled'}>
        {form.status === null ? 'Enter' : 'Enter again'}
        {named}
      </Button>
    </>
  );
}

/** The forms that the reader enters at their centre, each with what has become of it. */
export function Desk({ desk: { data, error, refetch } }: { desk: UseQueryResult<CollationDesk> }) {
  const { user } = useCurrentMe();
  if (error && !data) return <ErrorView title="Your forms could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return null;
  if (data.forms.length === 0) {
    if (user.role !== 'polling_unit_officer' && user.role !== 'moderator') return null;
    return (
      <Panel title="Your forms">
        <p className="quiet">
          You are not assigned to a collation centre of a live election. An administrator of your area assigns agents.
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Your forms" note="To be copied from the paper at your centre" flush>
      <ul aria-label="Your forms">
        {data.forms.map((form) => (
          <li key={`${form.electionId} ${form.formCode} ${form.constituency?.id ?? ''}`} className="entry between">
            <div>
              <strong>{formName(form)}</strong>
              <div className="quiet breaks">{form.electionName}</div>
              {form.status === 'returned' && form.reason && <div>Returned: {form.reason}</div>}
            </div>
            <div className="row">
              {form.status ? (
                <StatusChip {...STATUS_WORDS[form.status]} />
              ) : (
                <StatusChip tone="off" label="Not entered" />
              )}
              <Act form={form} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
