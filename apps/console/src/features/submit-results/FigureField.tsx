import { checkSheet, type FlagCode, type SheetCheck } from '@ec/contract/results/sheet';
import type { KeyboardEvent } from 'react';
import styles from './FigureField.module.css';
import { readFigure } from '../../domain/results/typed-figure.ts';
import { toSheetFigures } from './figures.ts';
import { allFields, type Ballot, isVoteField, type SheetField } from './sheet-fields.ts';
import type { SheetForm } from './use-sheet-form.ts';
import { PartyLogo } from '../../domain/results/PartyLogo.tsx';
import { PartyInFull, PartySwatch } from '../../domain/results/PartyLooks.tsx';

type FieldCheck = SheetCheck;

/** Where each check is shown, and which figures it needs before it says anything; `votes`: those of all parties. */
const PLACES: Partial<Record<FlagCode, { at: string; needs: readonly string[]; votes?: boolean; showOk?: boolean }>> = {
  OVER_VOTING: { at: 'accreditedVoters', needs: ['accreditedVoters'] },
  REGISTERED_DIFFERS: { at: 'registeredVoters', needs: ['registeredVoters'] },
  ACCREDITED_ABOVE_REGISTERED: { at: 'accreditedVoters', needs: ['accreditedVoters'] },
  VOTES_ABOVE_REGISTERED: { at: 'registeredVoters', needs: [] },
  ZERO_ACCREDITED: { at: 'accreditedVoters', needs: ['accreditedVoters'] },
  EC8A_VALID_SUM: { at: 'boxes.validVotes', needs: ['boxes.validVotes'], votes: true, showOk: true },
  EC8A_USED_SUM: {
    at: 'boxes.usedBallots',
    needs: ['boxes.spoiledBallots', 'voidVotes', 'boxes.validVotes', 'boxes.usedBallots'],
    showOk: true,
  },
  EC8A_ISSUED_SUM: {
    at: 'boxes.ballotsIssued',
    needs: ['boxes.ballotsIssued', 'boxes.unusedBallots', 'boxes.usedBallots'],
    showOk: true,
  },
};

/** Failures that one more vote brings about: shown at the field of that vote too. */
const BY_VOTES: readonly FlagCode[] = ['OVER_VOTING', 'VOTES_ABOVE_REGISTERED'];

/**
 * The contract's checks by the field they are shown at, as soon as the figures they are about have been typed. `last` is the field that
 * was typed into last. Where registered voters is empty, the register's figure counts.
 */
export function fieldChecks(
  election: Ballot,
  { typed, last }: Pick<SheetForm, 'typed' | 'last'>,
  registerVoters: number | null,
): Record<string, FieldCheck[]> {
  const filled = (path: string) => readFigure(typed[path]).kind === 'figure';
  const votes = allFields(election).filter(isVoteField);
  const votesFilled = votes.every((field) => filled(field.path));
  const lastVote = votes.find((field) => field.path === last);
  const sheet = toSheetFigures(election, typed);
  const figures = { ...sheet, registeredVoters: sheet.registeredVoters ?? registerVoters };
  const shown: Record<string, FieldCheck[]> = {};
  for (const check of checkSheet(figures, registerVoters)) {
    const place = PLACES[check.code];
    if (!place || (check.ok && !place.showOk)) continue;
    if (!place.needs.every(filled) || (place.votes && !votesFilled)) continue;
    (shown[place.at] ??= []).push(check);
    if (lastVote && BY_VOTES.includes(check.code)) (shown[lastVote.path] ??= []).push(check);
  }
  return shown;
}

interface FigureFieldProps {
  field: SheetField;
  value: string;
  problem: string | undefined;
  checks: FieldCheck[];
  showBox: boolean;
  onChange: (text: string) => void;
  onEnter: () => void;
}

export function fieldId(path: string): string {
  return `field-${path}`;
}

/** One figure of the sheet: a large field for a thumb, the number of its box, and what is wrong with it beside it. */
export function FigureField({ field, value, problem, checks, showBox, onChange, onEnter }: FigureFieldProps) {
  const id = fieldId(field.path);
  const notes = [problem && `${id}-problem`, field.hint && `${id}-hint`, checks.length > 0 && `${id}-checks`];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {showBox && field.box && (
            <span className={styles.box} aria-label={`Box ${field.box}`}>
              {field.box}
            </span>
          )}
          {field.party ? (
            <PartySwatch party={field.party}>
              <PartyLogo party={field.party} />
              {field.label}
            </PartySwatch>
          ) : (
            field.label
          )}
        </label>
        {field.hint && (
          <span id={`${id}-hint`} className="hint block">
            {field.hint}
          </span>
        )}
      </div>
      <input
        id={id}
        className={styles.input}
        type="text"
        inputMode="numeric"
        pattern="[0-9, ]*"
        enterKeyHint="next"
        autoComplete="off"
        maxLength={12}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={notes.filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
      />
      {field.party && (
        <div className="whole">
          <PartyInFull party={field.party} />
        </div>
      )}
      {problem && (
        <div id={`${id}-problem`} className="error whole right">
          {problem}
        </div>
      )}
      {checks.length > 0 && (
        <div id={`${id}-checks`} className="whole tiny right old">
          {checks.map((check) => (
            <div key={check.code} className={check.ok ? styles.checkOk : undefined}>
              {check.ok ? '✓ ' : '! '}
              {check.message}: {check.arithmetic}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
