import type { Ballot } from '@ec/contract/elections/ballot';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { Swatch } from '../../components/figure/Swatch.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { Logo } from '../../domain/results/PartyLogo.tsx';
import { formatCount, formatExact } from '../../lib/format/format.ts';
import { ballotQuery, electionQuery } from './api.ts';
import { BallotEditor } from './BallotEditor.tsx';
import { BallotImport } from './BallotImport.tsx';
import styles from './ballot.module.css';

/** The parties of an election as its sheet has them: order, names, colours, candidates. */
export function BallotPage() {
  const { id = '' } = useParams();
  const election = useQuery(electionQuery(id));
  const ballot = useQuery(ballotQuery(id));
  const [importing, setImporting] = useState(false);
  const error = election.error ?? ballot.error;
  const ready = election.data && ballot.data;
  return (
    <Page
      title="Ballot"
      context={
        ready && (
          <>
            <Link to={`/elections?view=${id}`}>{election.data.name}</Link> · {savedText(ballot.data)}
          </>
        )
      }
      contextComes={1}
      actions={
        ballot.data?.can.edit && (
          <Button variant="default" onClick={() => setImporting(!importing)}>
            {importing ? 'Edit by hand' : 'Import CSV'}
          </Button>
        )
      }
    >
      {ready ? (
        <>
          <Standing ballot={ballot.data} />
          {!ballot.data.can.edit ? (
            <Panel title="Parties in the order of the sheet">
              <ReadOnly ballot={ballot.data} />
            </Panel>
          ) : importing ? (
            <Panel title="Import from a CSV file">
              <BallotImport election={election.data} ballot={ballot.data} onDone={() => setImporting(false)} />
            </Panel>
          ) : (
            <Panel title="Parties in the order of the sheet">
              <BallotEditor election={election.data} ballot={ballot.data} />
            </Panel>
          )}
        </>
      ) : error ? (
        <Panel>
          <ErrorView
            title="The ballot could not be loaded"
            error={error}
            onRetry={() => Promise.all([election.refetch(), ballot.refetch()])}
          />
        </Panel>
      ) : (
        <Skeleton height={320} />
      )}
    </Page>
  );
}

function savedText({ version, savedBy, savedAt }: Ballot): string {
  if (version === 0 || savedAt === null) return 'as usual: names and colours were not set yet';
  return `version ${version}, saved ${savedBy ? `by ${savedBy}, ` : ''}${formatExact(savedAt)}`;
}

/** What stands in the way of changes, and what is to be looked at. */
function Standing({ ballot: { affected, can, nearColours, reason, electionId } }: { ballot: Ballot }) {
  const pairs = nearColours.map(([one, other]) => `${one} and ${other}`);
  return (
    <>
      {can.edit && affected.results > 0 && (
        <Note kind="warn" role="status">
          {formatCount(affected.results, 'result')} {affected.results === 1 ? 'was' : 'were'} sent on this ballot, so no
          party can be added, removed or moved. Names, colours, logos and candidates change with a reason only.{' '}
          <Link to={`/review?election=${electionId}`}>Show the affected results</Link>
        </Note>
      )}
      {can.edit && affected.results === 0 && !can.parties && (
        <Note kind="info">
          The election is under way: no party can be added, removed or moved, because phones hold its sheet already.
        </Note>
      )}
      {reason && <Note kind="info">Reason of this version: {reason}</Note>}
      {pairs.length > 0 && <Note kind="warn">Colours that look nearly the same in charts: {pairs.join('; ')}.</Note>}
    </>
  );
}

function ReadOnly({ ballot }: { ballot: Ballot }) {
  return (
    <ol className={styles.parties} aria-label="Parties in ballot order">
      {ballot.parties.map(({ code, name, colour, logoFileId, candidates }) => (
        <li key={code}>
          <Swatch colour={colour}>
            {logoFileId && <Logo id={logoFileId} />}
            {code}
          </Swatch>{' '}
          <span className="breaks">{name}</span>
          <div className="quiet breaks">
            {candidates.length === 1
              ? candidates[0]?.name
              : candidates.length > 1 && formatCount(candidates.length, 'candidate')}
          </div>
        </li>
      ))}
    </ol>
  );
}
