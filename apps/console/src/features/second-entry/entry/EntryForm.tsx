import { fieldWords } from '@ec/contract/second-entry/figures';
import type { Work } from '@ec/contract/second-entry/schemas';
import { Button, Kbd } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Fact, Facts } from '../../../components/figure/Facts.tsx';
import { ConfirmModal } from '../../../components/form/ConfirmModal.tsx';
import { FormButtons } from '../../../components/form/Form.tsx';
import { FormElement } from '../../../components/form/ShortForm.tsx';
import { FormErrorSummary } from '../../../components/form/FormErrorSummary.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { Note } from '../../../components/page/Note.tsx';
import { formatNumber } from '../../../lib/format/format.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { useSendSheet } from '../api.ts';
import styles from './enter.module.css';
import { EntryField } from './EntryField.tsx';
import { GiveBack, type Loss, lossOf, LostNote } from './GiveBack.tsx';
import {
  boxChecks,
  keptOf,
  OPTIONAL,
  partySum,
  problemsOf,
  readField,
  type Sending,
  sendingOf,
  showsNoVotes,
  type Typed,
  UNREADABLE,
  unreadableOf,
} from './typed.ts';

/** The arithmetic of the boxes as they were typed, once all are. */
function BoxSums({ sheet, typed }: { sheet: Work; typed: Typed }) {
  const checks = boxChecks(sheet, typed);
  if (checks.length === 0) return null;
  const adds = checks.every(({ ok }) => ok);
  return (
    <Note kind={adds ? 'ok' : 'warn'} role="status">
      {adds ? 'The boxes add up.' : 'The boxes as you typed them do not add up. If the paper says so, leave them.'}
      <ul className="bullets">
        {checks.map(({ code, arithmetic }) => (
          <li key={code}>{arithmetic}</li>
        ))}
      </ul>
    </Note>
  );
}

/** How many fields a key moves. */
const STEPS: Partial<Record<string, 1 | -1>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

interface EntryFormProps {
  work: Work;
  /** What was kept on this device. */
  draft: Typed;
  begun: boolean;
  onChange: (typed: Typed) => void;
  onField: (field: string) => void;
  onSent: (kind: Sending['kind']) => void;
  onReleased: () => void;
  onNext: () => void;
}

/** The fields of a sheet in the order of the paper. */
export function EntryForm({ work, draft, begun, onChange, onField, onSent, onReleased, onNext }: EntryFormProps) {
  const { fields } = work;
  const send = useSendSheet(useCurrentMe().user.id, work.id);
  /** Sends, once it is confirmed that the paper shows no votes. */
  const [confirm, setConfirm] = useState<(() => void) | null>(null);
  const [loss, setLoss] = useState<Loss | null>(null);
  /** An attempt was cut off: the server may have stored it. */
  const cutOff = useRef(false);
  const form = useServerForm<Typed, Sending, Sending['kind']>({
    id: 'entry',
    start: Object.fromEntries(fields.map((field) => [field, ''])),
    typed: Object.fromEntries(fields.map((field) => [field, draft[field] ?? ''])),
    fields,
    at: (path) => path.replace(/^figures\./, ''),
    check: (typed) => problemsOf(fields, typed),
    body: (typed) => sendingOf(fields, typed),
    request: send,
    ask: (go, typed) => {
      const sending = sendingOf(fields, typed);
      if (sending.kind === 'figures' && showsNoVotes(work, typed)) setConfirm(() => go);
      else go();
    },
    asking: confirm !== null,
    failed: 'The sheet could not be sent. What you typed is kept on this device; send it again.',
    onChange,
    onRefused: (error) => {
      if (error instanceof ApiError && error.unreached) cutOff.current = true;
      setLoss(lossOf(error, cutOff.current));
    },
    onDone: onSent,
  });
  const typed = form.values;
  const unreadable = unreadableOf(fields, typed);
  const blank = fields.filter((field) => field !== OPTIONAL && readField(typed[field]).kind === 'empty');
  const kept = keptOf(work);
  const lastParty = fields.findLast((field) => field.startsWith('votes.'));

  const mark = (field: string) => form.set({ [field]: typed[field] === UNREADABLE ? '' : UNREADABLE });
  const move = (from: string, by: 1 | -1, within: Element | null) => {
    const to = fields[fields.indexOf(from) + by];
    if (to !== undefined) document.getElementById(form.fieldId(to))?.focus();
    else if (by === 1) within?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  };
  const onKey = (field: string, event: KeyboardEvent<HTMLElement>) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey, currentTarget } = event;
    const inField = currentTarget instanceof HTMLInputElement;
    const step = key === 'Enter' && shiftKey ? -1 : STEPS[key];
    // Ctrl+Enter is the form's (byKeys).
    if (ctrlKey || metaKey) return;
    if (altKey && code === 'KeyU') mark(field);
    else if (inField && step !== undefined) move(field, step, currentTarget.closest('form'));
    else return;
    event.preventDefault();
  };

  return (
    <FormElement label="Figures of the sheet" form={form} byKeys={loss === null}>
      {loss ? <LostNote loss={loss} onNext={onNext} /> : <FormErrorSummary {...form.summary} />}
      <p className={styles.keys}>
        <span>
          <Kbd>Enter</Kbd> next field
        </span>
        <span>
          <Kbd>Alt</Kbd> <Kbd>U</Kbd> cannot be read
        </span>
        <span>
          <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> send
        </span>
      </p>
      <fieldset disabled={loss !== null} className="card shrink">
        <legend className="spoken">Fields in the order of the paper</legend>
        {fields.map((field, index) => (
          <div key={field}>
            <EntryField
              {...form.field(field)}
              field={field}
              autoFocus={begun && index === 0}
              onMark={() => mark(field)}
              onKey={(event) => onKey(field, event)}
              onFocus={() => onField(field)}
              onLeave={() => readField(typed[field]).kind === 'wrong' && form.leave(field)}
            />
            {field === lastParty && (
              <p className={styles.sum}>
                <span>Sum of the parties as you typed them</span> <strong>{formatNumber(partySum(work, typed))}</strong>
              </p>
            )}
          </div>
        ))}
      </fieldset>
      <BoxSums sheet={work} typed={typed} />
      {kept.length > 0 && (
        <section aria-labelledby="kept-figures">
          <h3 id="kept-figures" className="title">
            Stays as you entered it
          </h3>
          <Facts>
            {kept.map(([field, figure]) => (
              <Fact key={field} name={fieldWords(field)}>
                {formatNumber(figure)}
              </Fact>
            ))}
          </Facts>
        </section>
      )}
      {!loss && blank.length > 0 && (
        <div>
          <Button
            variant="default"
            onClick={() => form.set(Object.fromEntries(blank.map((field) => [field, UNREADABLE])))}
          >
            Mark all blank fields as unreadable
          </Button>
        </div>
      )}
      {unreadable.length > 0 && (
        <Note kind="warn" role="status">
          Only the fields marked as unreadable are reported. The other figures are not stored.
        </Note>
      )}
      {!loss && <FormButtons form={form} submit={unreadable.length > 0 ? 'Report as unreadable' : 'Check and send'} />}
      {!loss && <GiveBack id={work.id} typed={form.dirty} busy={form.busy} onReleased={onReleased} />}
      <ConfirmModal
        opened={confirm !== null}
        onClose={() => setConfirm(null)}
        onConfirm={() => {
          confirm?.();
          setConfirm(null);
        }}
        title="No votes at all?"
        confirmLabel="The paper shows no votes"
      >
        You entered 0 for all parties and for the rejected ballots. Confirm that the paper shows no votes at all.
      </ConfirmModal>
    </FormElement>
  );
}
