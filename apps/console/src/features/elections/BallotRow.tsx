import type { BallotCandidate, BallotParty } from '@ec/contract/elections/ballot';
import { ActionIcon, Input, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { Swatch } from '../../components/figure/Swatch.tsx';
import styles from './ballot.module.css';
import { LogoField } from './LogoField.tsx';

interface BallotRowProps {
  party: BallotParty;
  /** The constituency whose candidates are shown; null where there is one in all. */
  place: string | null;
  /** Whether candidates have a running mate. */
  mate: boolean;
  problem: string | undefined;
  first: boolean;
  last: boolean;
  movable: boolean;
  onChange: (party: BallotParty) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** The candidates with the one of the place changed; without a name it is none. */
function withCandidate(all: readonly BallotCandidate[], place: string | null, name: string, runningMate: string) {
  const here = (one: BallotCandidate) => (one.constituencyId ?? null) === place;
  const others = all.filter((one) => !here(one));
  if (name.trim() === '' && runningMate.trim() === '') return others;
  const typed = { ...(place && { constituencyId: place }), name, ...(runningMate !== '' && { runningMate }) };
  return all.some(here) ? all.map((one) => (here(one) ? typed : one)) : [...others, typed];
}

/** One party of the ballot: its place, name, colour and candidate. */
export function BallotRow({ party, place, mate, problem, movable, ...row }: BallotRowProps) {
  const { code, name, colour, candidates } = party;
  const candidate = candidates.find(({ constituencyId = null }) => constituencyId === place);
  const { name: standing, runningMate = '' } = candidate ?? { name: '' };
  const setCandidate = (next: string, nextMate: string) =>
    row.onChange({ ...party, candidates: withCandidate(candidates, place, next, nextMate) });
  return (
    <li className={styles.row}>
      <div className="apart gap-8">
        <Swatch colour={colour}>{code}</Swatch>
        {movable && (
          <span className="flex">
            <ActionIcon
              variant="subtle"
              aria-label={`Move ${code} up`}
              disabled={row.first}
              onClick={() => row.onMove(-1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              aria-label={`Move ${code} down`}
              disabled={row.last}
              onClick={() => row.onMove(1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon variant="subtle" color="danger" aria-label={`Remove ${code}`} onClick={row.onRemove}>
              <IconX size={16} />
            </ActionIcon>
          </span>
        )}
      </div>
      <div className={styles.fields}>
        <TextInput
          label={`Name of ${code}`}
          maxLength={160}
          value={name}
          onChange={(event) => row.onChange({ ...party, name: event.currentTarget.value })}
        />
        <Input.Wrapper label={`Colour of ${code}`} labelElement="label" id={`colour-${code}`}>
          <input
            id={`colour-${code}`}
            type="color"
            className={styles.colour}
            value={colour}
            onChange={(event) => row.onChange({ ...party, colour: event.currentTarget.value })}
          />
        </Input.Wrapper>
        <TextInput
          label={`Candidate of ${code}`}
          maxLength={160}
          value={standing}
          onChange={(event) => setCandidate(event.currentTarget.value, runningMate)}
        />
        {mate && (
          <TextInput
            label={`Running mate of ${code}`}
            maxLength={160}
            value={runningMate}
            onChange={(event) => setCandidate(standing, event.currentTarget.value)}
          />
        )}
      </div>
      <LogoField
        code={code}
        id={party.logoFileId}
        onChange={(logoFileId) => {
          const { logoFileId: _before, ...rest } = party;
          row.onChange(logoFileId ? { ...rest, logoFileId } : rest);
        }}
      />
      {problem && <Input.Error>{problem}</Input.Error>}
    </li>
  );
}
