import type { Election } from '@ec/contract/elections/schemas';
import { type LawProfileId, LAWS } from '@ec/contract/law/profiles';
import { ballotOf } from '@ec/contract/elections/parties';
import { policyOf, policyWords } from '@ec/contract/second-entry/policy';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Fact, Facts } from '../../components/figure/Facts.tsx';
import { SegmentBar } from '../../components/figure/Bars.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { formatCount, formatDate, formatDay, formatExact, formatTime } from '../../lib/format/format.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { electionQuery } from './api.ts';
import { TYPES } from '../../domain/elections/election-types.ts';
import styles from './ElectionCard.module.css';
import { FormCodesDialog, formCodesText } from './FormCodesDialog.tsx';
import { LawDialog } from './LawDialog.tsx';
import { isDrawing } from './second-entry/policy-values.ts';
import { coverOf, FOLLOW_WORDS, progressText, segmentsOf, statusOf } from './labels.ts';

/** Everything about one election, to read. */
export function ElectionView({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(electionQuery(id));
  return (
    <Modal opened={id !== ''} onClose={onClose} title={data?.name ?? 'Election'} size={680}>
      {error && !data ? (
        <ErrorView title="The election could not be loaded" error={error} onRetry={refetch} />
      ) : data ? (
        <ElectionFacts election={data} />
      ) : (
        <Skeleton height={240} />
      )}
    </Modal>
  );
}

/** 08:30 to 14:30; with the dates where voting goes over midnight. */
function hoursText({ opensAt, closesAt }: Election): string {
  const oneDay = formatDate(opensAt) === formatDate(closesAt);
  const words = (moment: string) => (oneDay ? formatTime(moment) : `${formatDate(moment)} ${formatTime(moment)}`);
  return `${words(opensAt)} to ${words(closesAt)}`;
}

function ElectionFacts({ election }: { election: Election }) {
  const status = statusOf(election.status);
  const { coverage } = election;
  const mayOpenAudits = useMayOpen('/review-audits') && !['draft', 'scheduled'].includes(election.status);
  return (
    <Facts>
      <Fact name="Description">{election.description || 'None'}</Fact>
      <Fact name="Type">{TYPES[election.type]}</Fact>
      <Fact name="Election date">{formatDay(election.electionDate)}</Fact>
      <Fact name="Voting hours">{hoursText(election)}</Fact>
      <Fact name="Deadline of results">{formatExact(election.deadline)}</Fact>
      <Fact name="Status">
        <StatusChip tone={status.tone} label={status.label} />
      </Fact>
      <Fact name="Law">
        <LawFact election={election} />
      </Fact>
      <Fact name="Forms">
        <FormsFact election={election} />
      </Fact>
      {election.follows && <Fact name={FOLLOW_WORDS[election.follows.as]}>{election.follows.name}</Fact>}
      {election.contestDay && <Fact name="Contest day">{election.contestDay.name}</Fact>}
      <Fact name="Parties">
        {ballotOf(election.parties).join(', ')}{' '}
        <Link to={`/elections/${election.id}/ballot`} className="act">
          Ballot: order, names, colours, logos and candidates
        </Link>
      </Fact>
      <Fact name="Second entry">
        <PolicyFact election={election} />
      </Fact>
      {mayOpenAudits && (
        <Fact name="Review audits">
          <Link to={`/review-audits?election=${election.id}`} className="act">
            Verified sheets that are drawn and entered again
          </Link>
        </Fact>
      )}
      <Fact name="Coverage">
        {coverOf(election)
          .map(({ name }) => name)
          .join(', ')}{' '}
        ({formatCount(coverage.units, 'polling unit')})
      </Fact>
      <Fact name="Results">
        {progressText(coverage)}
        <SegmentBar label="Results" segments={segmentsOf(coverage)} whole={coverage.units} legend />
      </Fact>
      <Fact name="Readiness">
        <Link to={`/elections/${election.id}/readiness`} className="act">
          What is left to do before the election
        </Link>
      </Fact>
      {Object.keys(election.configuration).length > 0 && (
        <Fact name="Configuration">
          <pre className={styles.json} tabIndex={0} aria-label="Configuration as JSON">
            {JSON.stringify(election.configuration, null, 2)}
          </pre>
        </Fact>
      )}
    </Facts>
  );
}

/** Which results are entered a second time and, for those who may know it, what is needed to repeat the draw. */
function PolicyFact({ election }: { election: Election }) {
  const policy = policyOf(election.configuration);
  return (
    <>
      {policyWords(policy)}
      {isDrawing(policy.rule) && policy.seed !== '' && (
        <div className="quiet breaks">
          Seed of the draw: <span className="mono">{policy.seed}</span>
        </div>
      )}
      {policy.rule !== 'none' && policy.outsideLga && (
        <div className="quiet">Sheets go to transcribers from outside their LGA first</div>
      )}
      {policy.rule !== 'none' && (
        <div className="quiet">{formatCount(policy.deskMinutes, 'minute')} for an officer to correct a result</div>
      )}
    </>
  );
}

/** What is printed on its forms, and the way to the codes of all election types. */
function FormsFact({ election: { formCodes } }: { election: Election }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {formCodesText(formCodes)}{' '}
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Form codes
      </Button>
      {open && <FormCodesDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The law that it is held under, those before, and the way to their sections. */
function LawFact({ election: { lawProfile, formerLawProfiles } }: { election: Election }) {
  const [open, setOpen] = useState<LawProfileId | null>(null);
  const former = formerLawProfiles.filter((id) => id !== lawProfile);
  return (
    <>
      {LAWS[lawProfile].title}
      {former.length > 0 && `; before that, with results: ${former.map((id) => LAWS[id].title).join(', ')}`}{' '}
      <Button size="xs" variant="default" onClick={() => setOpen(lawProfile)}>
        Show sections
      </Button>
      {open && <LawDialog id={open} onClose={() => setOpen(null)} />}
    </>
  );
}
