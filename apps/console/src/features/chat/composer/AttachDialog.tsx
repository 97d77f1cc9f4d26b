import type { Result } from '@ec/contract/results/schemas';
import { Button, Modal, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { placeReference, useReach } from '../../../domain/places/use-places.ts';
import { PlacePicker } from '../../../domain/places/PlacePicker.tsx';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import { belowWidth } from '../../../lib/device/breakpoints.ts';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { RESULT_STATUS, SOURCE_WORDS } from '../../../domain/results/labels.ts';
import { useMayOpen } from '../../../lib/session/may-open.ts';
import { unitName } from '../../../domain/places/area-path.ts';
import { resultElectionsQuery } from '../../../domain/elections/result-elections.ts';
import { resultsQuery } from '../api.ts';
import styles from './composer.module.css';
import { type Attached, unitReference } from '../references.ts';

interface AttachDialogProps {
  onClose: () => void;
  onAttach: (attached: Attached) => void;
}

function ResultItem({ result, election, onPick }: { result: Result; election: string; onPick: () => void }) {
  const places = result.chain.slice(2, -1).map(({ name }) => name);
  const { label, tone } = RESULT_STATUS[result.status];
  return (
    <li>
      <button
        type="button"
        className={`ends hover touch small card middle full left pad-8-10 same pointer ${styles.result}`}
        onClick={onPick}
      >
        <span className="strong">
          {unitName(result)} <span className={styles.code}>({result.pollingUnitCode})</span>
        </span>
        <span className="hint">
          {places.join(', ')}
          <br />
          {[election, SOURCE_WORDS[result.source], `${formatNumber(result.totalVotes)} votes`]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <StatusChip tone={tone} label={label} />
      </button>
    </li>
  );
}

/** Results of the reader's area, the newest change first. */
function ResultSearch({ onAttach }: Pick<AttachDialogProps, 'onAttach'>) {
  const [q, setQ] = useState('');
  const [asked] = useDebouncedValue(q.trim(), 300);
  const { data, error, refetch } = useQuery(resultsQuery(asked));
  const elections = useQuery(resultElectionsQuery).data;
  return (
    <section aria-label="Results">
      <TextInput
        label="Search results by polling unit"
        type="search"
        placeholder="Name or code"
        maxLength={100}
        data-autofocus
        leftSection={<IconSearch size={16} aria-hidden />}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      {!data && !error && <Skeleton height={120} mt="sm" />}
      {!data && error && <ErrorView title="The results could not be loaded" error={error} onRetry={refetch} />}
      {data && (
        <>
          <p className="hint para" role="status">
            {data.total > data.results.length
              ? `${formatNumber(data.results.length)} of ${formatCount(data.total, 'result')}: search to find others`
              : formatCount(data.total, 'result')}
          </p>
          <ul className={styles.results}>
            {data.results.map((result) => (
              <ResultItem
                key={result.id}
                result={result}
                election={elections?.find(({ id }) => id === result.electionId)?.name ?? ''}
                onPick={() =>
                  onAttach({
                    link: { type: 'result', id: result.id },
                    label: `Result of ${unitName(result)} (${result.pollingUnitCode})`,
                  })
                }
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function UnitChoice({ onAttach }: Pick<AttachDialogProps, 'onAttach'>) {
  const [only, ...others] = useReach();
  // An officer has one unit, and nothing to choose.
  const own = only?.type === 'polling_unit' && others.length === 0 ? only : null;
  const [place, setPlace] = useState(own ? placeReference(own.id) : '');
  const unit = unitReference(place);
  return (
    <section aria-label="Polling unit" className={styles.unit}>
      <h3>{own ? own.name : 'Or a polling unit'}</h3>
      <PlacePicker
        value={place}
        onChange={setPlace}
        field={{ id: 'attach-place', none: 'Type its name or code, or step down to it' }}
      />
      <div className={styles.unitFoot}>
        {!unit && <span className="hint">Choose a polling unit first</span>}
        <Button variant="default" disabled={!unit} onClick={() => unit && onAttach(unit)}>
          Attach polling unit
        </Button>
      </div>
    </section>
  );
}

/** Searches for the record that a message links to. Readers without access to it see only that they have none. */
export function AttachDialog({ onClose, onAttach }: AttachDialogProps) {
  const small = useMediaQuery(belowWidth('sm'));
  const readsResults = useMayOpen('/disputes');
  return (
    <Modal opened onClose={onClose} title="Attach result or polling unit" size={560} fullScreen={small ?? false}>
      {readsResults && <ResultSearch onAttach={onAttach} />}
      <UnitChoice onAttach={onAttach} />
    </Modal>
  );
}
