import type { Location } from '@ec/contract/geography/schemas';
import type { ResultVersion } from '@ec/contract/results/schemas';
import { overVotingWarning, percent, sumInWords, totalVotes } from '@ec/contract/results/sheet';
import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { FormErrorSummary, type FormProblem } from '../../components/form/FormErrorSummary.tsx';
import { Note } from '../../components/page/Note.tsx';
import type { Problem } from '../../lib/device/outbox-item.ts';
import type { PreparedPhoto } from '../../lib/device/prepare-photo.ts';
import { formatExact, formatNumber } from '../../lib/format/format.ts';
import type { DeskElection } from './api.ts';
import type { Carried } from './Contests.tsx';
import { fieldChecks, fieldId, FigureField } from './FigureField.tsx';
import { readFigure } from '../../domain/results/typed-figure.ts';
import { fieldProblems, toSheetFigures, type Typed, voteFieldsFilled } from './figures.ts';
import { Instructions } from './SideCards.tsx';
import { PhotoField } from './PhotoField.tsx';
import { allFields, fieldGroups, isVoteField, type SheetField } from './sheet-fields.ts';
import styles from './submit.module.css';
import type { SheetForm as Form, useSheetForm } from './use-sheet-form.ts';

interface SheetFormProps {
  slot: string;
  election: DeskElection;
  unit: Location;
  previous: ResultVersion | null;
  /** Voters as another sheet of the unit has them. */
  carried: Carried | null;
  /** Why the server refused what was sent last. */
  refusal: Problem | null;
  state: ReturnType<typeof useSheetForm>;
  form: Form;
  /** What is sent of the photo; null while it is made. */
  prepared: PreparedPhoto | null;
  onReady: () => void;
}

/** Why nothing can be sent yet; null once it can. */
function blockedBy(election: DeskElection, { typed, noVotes }: Form): string | null {
  if (totalVotes(toSheetFigures(election, typed)) > 0) return null;
  if (!voteFieldsFilled(election, typed)) return 'Enter the votes of the sheet to submit.';
  return noVotes ? null : 'All votes are 0. Tick "The sheet shows no votes at all" if that is so.';
}

/** Fields with the same fault share one line: eighteen empty parties are one thing to do. */
function linesOf(faults: { path: string; label: string; message: string }[]): FormProblem[] {
  const lines = new Map<string, { field: string; labels: string[] }>();
  for (const { path, label, message } of faults) {
    const line = lines.get(message);
    if (line) line.labels.push(label);
    else lines.set(message, { field: fieldId(path), labels: [label] });
  }
  return [...lines].map(([message, { field, labels }]) => ({ field, message: `${labels.join(', ')}: ${message}` }));
}

/** Registered voters: what the register says, for comparison with the paper, as long as nothing is typed. */
function withRegister(field: SheetField, typed: Typed, register: number | null): SheetField {
  if (field.path !== 'registeredVoters' || register === null || typed[field.path]) return field;
  return { ...field, hint: `The register says ${formatNumber(register)}. Leave it empty if the sheet says the same.` };
}

/** Voters of another sheet of the unit: said as long as they stand, and for comparison once others are typed. */
function withCarried(field: SheetField, typed: Typed, carried: Carried | null): SheetField {
  const figure = carried?.typed[field.path];
  if (!carried || figure === undefined) return field;
  const same = (typed[field.path] ?? '') === figure;
  const hint = same
    ? `Carried over from the ${carried.from} sheet. Change it if this sheet says otherwise.`
    : `The ${carried.from} sheet says ${formatNumber(Number(figure))}.`;
  return { ...field, hint };
}

/** What is wrong with the field that was typed into last, for those who hear the page. */
function spoken(
  fields: readonly SheetField[],
  last: string | null,
  problemAt: (path: string) => string | undefined,
  checks: ReturnType<typeof fieldChecks>,
): string | null {
  const field = fields.find(({ path }) => path === last);
  if (!field) return null;
  const failed = (checks[field.path] ?? []).find((check) => !check.ok);
  const text = problemAt(field.path) ?? (failed && `${failed.message}, ${failed.arithmetic}`);
  return text ? `${field.label}: ${text}` : null;
}

/** The sheet as it is typed, in the order of the paper. */
export function SheetForm(props: SheetFormProps) {
  const { slot, election, unit, previous, carried, refusal, state, form, prepared, onReady } = props;
  const [tries, setTries] = useState(0);
  const { typed } = form;
  const fields = allFields(election);
  const register = unit.registeredVoters ?? null;
  const checks = fieldChecks(election, form, register);
  const refused = Object.fromEntries((refusal?.fields ?? []).map(({ path, message }) => [path, message]));
  const own = fieldProblems(election, typed, tries > 0);
  const problemAt = (path: string) => own[path] ?? (form.touched[path] ? undefined : refused[path]);
  const listed = linesOf(
    fields.flatMap(({ path, label }) => {
      const message = tries > 0 ? problemAt(path) : refused[path];
      return message && problemAt(path) ? [{ path, label, message }] : [];
    }),
  );
  const blocked = blockedBy(election, form);
  const emptyVotes = fields.filter((field) => isVoteField(field) && readFigure(typed[field.path]).kind === 'empty');

  const submit = () => {
    if (blocked) return;
    if (Object.keys(fieldProblems(election, typed, true)).length > 0) setTries(tries + 1);
    else onReady();
  };
  const goOn = (path: string) => {
    const next = fields[fields.findIndex((field) => field.path === path) + 1];
    document.getElementById(next ? fieldId(next.path) : 'submit-sheet')?.focus();
  };
  const fillZeros = () => state.type(Object.fromEntries(emptyVotes.map(({ path }) => [path, '0'])));

  return (
    <form
      className={styles.page}
      noValidate
      aria-label="Result sheet"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {form.restoredFrom !== null && !refusal && (
        <Note kind="info" role="status">
          Restored from this device{form.restoredFrom && `, as typed ${formatExact(form.restoredFrom)}`}.
        </Note>
      )}
      {refusal && tries === 0 && (
        <FormErrorSummary
          title="Failed to submit results. Please try again."
          problems={[{ message: refusal.message }, ...listed]}
          attempt={1}
        />
      )}
      {tries > 0 && (
        <FormErrorSummary title="Some figures are missing or not right" problems={listed} attempt={tries} />
      )}
      {fieldGroups(election).map((group) => (
        <section key={group.title} className={`card pad ${styles.rows}`} aria-label={group.title}>
          <h2 className={styles.groupTitle}>{group.title}</h2>
          {group.fields.map((field) => (
            <FigureField
              key={field.path}
              field={withCarried(withRegister(field, typed, register), typed, carried)}
              value={typed[field.path] ?? ''}
              problem={problemAt(field.path)}
              checks={checks[field.path] ?? []}
              showBox={election.fullEc8a}
              onChange={(text) => state.type({ [field.path]: text })}
              onEnter={() => goOn(field.path)}
            />
          ))}
        </section>
      ))}
      <VisuallyHidden role="status">{spoken(fields, form.last, problemAt, checks)}</VisuallyHidden>
      {emptyVotes.length > 0 && (
        <Button variant="default" onClick={fillZeros}>
          Fill empty fields with 0
        </Button>
      )}
      {totalVotes(toSheetFigures(election, typed)) === 0 && voteFieldsFilled(election, typed) && (
        <label className={`card pad beside gap-10 touch ${styles.tick}`}>
          <input
            type="checkbox"
            checked={form.noVotes}
            onChange={(event) => state.tickNoVotes(event.currentTarget.checked)}
          />
          The sheet shows no votes at all
        </label>
      )}
      <VoteSummary election={election} typed={typed} />
      <PhotoField
        slot={slot}
        photo={form.photo}
        prepared={prepared}
        hasEarlier={previous !== null && previous.photo !== 'none'}
        onChange={state.attach}
      />
      <Instructions />
      <div className={styles.footer}>
        {blocked && (
          <span id="blocked" className="quiet">
            {blocked}
          </span>
        )}
        <Button
          id="submit-sheet"
          type="submit"
          size="lg"
          fullWidth
          disabled={Boolean(blocked)}
          {...(blocked && { 'aria-describedby': 'blocked' })}
        >
          Submit Results for Approval
        </Button>
      </div>
    </form>
  );
}

/** Total, turnout and the sum as it would be written beside the sheet; follows the typing. */
function VoteSummary({ election, typed }: { election: DeskElection; typed: Typed }) {
  const sheet = toSheetFigures(election, typed);
  const total = totalVotes(sheet);
  const accredited = sheet.accreditedVoters;
  const warning = overVotingWarning(total, accredited);
  const within = accredited > 0 && total > 0 && !warning ? `, within ${formatNumber(accredited)} accredited` : '';
  return (
    <>
      <section className="card pad" aria-label="Vote summary">
        <dl className="tight gap-4">
          <div className={styles.sum}>
            <dt>Total votes cast</dt>
            <dd>{formatNumber(total)}</dd>
          </div>
          <div className={styles.sum}>
            <dt>Turnout (votes cast of accredited)</dt>
            <dd>
              {percent(total, accredited) === 0 && accredited === 0
                ? '0%'
                : `${percent(total, accredited).toFixed(1)}%`}
            </dd>
          </div>
        </dl>
        {total > 0 && (
          <p className="hint above-6">
            {sumInWords(sheet, election.parties)}
            {within}
          </p>
        )}
      </section>
      {warning && (
        <Note kind="warn">
          <strong>{warning}</strong>
          <div>Check the figures against the sheet. If the sheet says so, send it as it is: it will be reviewed.</div>
        </Note>
      )}
    </>
  );
}
