import type { SecondEntryDetail, SecondEntryStep } from '@ec/contract/second-entry/schemas';
import { GROUND_WORDS } from '@ec/contract/second-entry/words';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { SheetViewer } from '../../components/figure/SheetViewer.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { personText } from '../../domain/people/person-text.ts';
import { DeskNote } from '../../domain/results/DeskMark.tsx';
import { PartyLooks } from '../../domain/results/PartyLooks.tsx';
import { EntryChip } from '../../domain/second-entry/EntryChip.tsx';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { DeskVersion } from './DeskVersion.tsx';
import { DifferenceDecision } from './DifferenceDecision.tsx';
import { DifferenceTable } from './DifferenceTable.tsx';
import styles from './differences.module.css';
import { differenceQuery } from './api.ts';
import { entryAddress, fieldList, stepWords } from './verdicts.ts';
import pictures from '../../components/figure/Photos.module.css';
import { PlainText } from '../../components/figure/PlainText.tsx';

/** Who took, entered and decided what, oldest first; who has the sheet now is not named. */
function DifferenceHistory({ steps, ofDesk }: { steps: readonly SecondEntryStep[]; ofDesk: boolean }) {
  if (steps.length === 0) return <p className="quiet">No transcriber has entered the sheet yet.</p>;
  return (
    <ol className="tight" aria-label="Steps of the second entry">
      {steps.map((step) => (
        <li key={`${step.at} ${step.step}`}>
          <strong>{personText(step.by)}</strong> {stepWords(step, ofDesk)}
          {step.fields.length > 0 && ` (${fieldList(step.fields)})`},{' '}
          <TimeText moment={step.at} className="quiet" minute />
          {step.reason && <PlainText text={step.reason} className="words" />}
        </li>
      ))}
    </ol>
  );
}

function placeLine({ chain, code, electionName }: SecondEntryDetail): string {
  const names = chain.filter(({ type }) => type !== 'national' && type !== 'polling_unit').map(({ name }) => name);
  return [code, ...names.toReversed(), electionName].join(' · ');
}

function AllEntries() {
  return (
    <Button variant="default" component={Link} to={entryAddress(useLocation().search, null)}>
      All second entries
    </Button>
  );
}

function OpenResult({ entry }: { entry: SecondEntryDetail }) {
  const to = `/review/${entry.resultId}`;
  const opens = useMayOpen(to);
  return (
    opens && (
      <Button variant="default" component={Link} to={to}>
        Open the result
      </Button>
    )
  );
}

function About({ entry }: { entry: SecondEntryDetail }) {
  return (
    <Panel title="About this entry">
      <Facts>
        <Fact name="Why">{GROUND_WORDS[entry.ground]}</Fact>
        <Fact name="Entered by">{entry.transcriber ? personText(entry.transcriber) : 'Not entered yet'}</Fact>
        <Fact name="Version of the result">{entry.version}</Fact>
        <Fact name="In this state since">
          <TimeText moment={entry.updatedAt} minute />
        </Fact>
      </Facts>
    </Panel>
  );
}

/** One second entry: the photo beside what differs and nothing else of the sheet, its steps and the decision. */
export function DifferenceView({ id }: { id: string }) {
  const { data: entry, error, refetch } = useQuery(differenceQuery(id));
  const me = useCurrentMe().user.id;
  if (!entry) {
    return (
      <Page title="Second entry" actions={<AllEntries />}>
        {error ? (
          <Panel>
            <ErrorView title="The second entry could not be loaded" error={error} onRetry={refetch} />
          </Panel>
        ) : (
          <div className={`stack start ${styles.page}`} role="status" aria-label="Loading the second entry">
            <Skeleton height={320} />
            <Skeleton height={320} />
          </div>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={`Second entry, ${entry.name}`}
      context={placeLine(entry)}
      actions={
        <>
          <EntryChip state={entry.state} />
          <OpenResult entry={entry} />
          <AllEntries />
        </>
      }
    >
      <div className={`stack start ${styles.page}`}>
        <div className={pictures.beside}>
          <SheetViewer
            key={entry.photoFileId}
            fileId={entry.photoFileId}
            alt={`Result sheet of ${entry.name}, version ${entry.version}`}
          />
        </div>
        <div className="stack gap-12 shrink">
          <DeskNote desk={entry.desk} reader={me} />
          <PartyLooks of={entry}>
            <DifferenceTable entry={entry} />
          </PartyLooks>
          <DifferenceDecision entry={entry} onReload={refetch} />
          <DeskVersion key={entry.updatedAt} entry={entry} onReload={refetch} />
          <About entry={entry} />
          <Panel title="Steps">
            <DifferenceHistory steps={entry.steps} ofDesk={entry.desk !== null} />
          </Panel>
        </div>
      </div>
    </Page>
  );
}
