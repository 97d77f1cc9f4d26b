import { type SecondEntryDetail, VerdictRequest } from '@ec/contract/second-entry/schemas';
import type { Verdict } from '@ec/contract/second-entry/states';
import { STATE_WORDS, VERDICT_WORDS, verdictLabel } from '@ec/contract/second-entry/words';
import { Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { PlainText } from '../../components/figure/PlainText.tsx';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { ConflictNote } from '../../components/form/ConflictNote.tsx';
import { Form, FormButtons } from '../../components/form/Form.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { Note } from '../../components/page/Note.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useDecideEntry } from './api.ts';
import { consequence, reasonWords, unitText, VERDICT_QUESTIONS } from './verdicts.ts';

const LONGEST = 500;
const NOTHING_CHOSEN: { verdict: Verdict | ''; reason: string } = { verdict: '', reason: '' };

interface DecisionProps {
  entry: SecondEntryDetail;
  onReload: () => unknown;
}

/** The choice of an arbiter, with the version that they looked at: what others do meanwhile is a conflict. */
function useVerdict({ entry, onReload }: DecisionProps) {
  const [ask, setAsk] = useState<{ send: () => void } | null>(null);
  const form = useServerForm({
    id: 'verdict',
    start: { ...NOTHING_CHOSEN, updatedAt: entry.updatedAt },
    version: entry.updatedAt,
    schema: VerdictRequest,
    check: ({ verdict }) => ({
      verdict: entry.verdicts.some((each) => each === verdict) ? undefined : 'Choose what the paper shows',
    }),
    body: ({ verdict, reason, updatedAt }) => ({ verdict, updatedAt, ...(reason.trim() && { reason: reason.trim() }) }),
    ask: (send) => setAsk({ send }),
    request: useDecideEntry(entry.id),
    failed: 'The decision could not be stored',
    onDone: (_, { verdict }) => {
      setAsk(null);
      if (verdict) notifySuccess(`${unitText(entry)} ${VERDICT_QUESTIONS[verdict].done}.`);
    },
    onRefused: () => {
      setAsk(null);
      onReload();
    },
  });
  return { form, ask, close: () => setAsk(null) };
}

/** Why nothing is offered, where the entry waits for an arbiter. */
function NotYours({ entry }: { entry: SecondEntryDetail }) {
  if (entry.can.refusal) {
    return (
      <Panel title="Decision">
        <Note kind="warn">{entry.can.refusal}</Note>
      </Panel>
    );
  }
  if (entry.state !== 'differs' && entry.state !== 'unreadable') return null;
  return <p className="quiet">An administrator who may decide on results of this unit decides between the entries.</p>;
}

/** What the reader may say about the entries, or why they may not. */
export function DifferenceDecision({ entry, onReload }: DecisionProps) {
  const { form, ask, close } = useVerdict({ entry, onReload });
  const { verdict, reason } = form.values;
  const open = entry.verdicts.length > 0;
  if (!open && !form.conflict) return <NotYours entry={entry} />;
  const conflict = (
    <ConflictNote
      conflict={form.conflict}
      did="changed this second entry"
      {...(open && { mine: 'Keep my choice' })}
      theirs="Discard my choice"
    >
      <p>It is now in the state “{STATE_WORDS[entry.state]}”. Look at it again before you decide.</p>
      {!open && reason.trim() !== '' && <PlainText text={reason} className="words" />}
    </ConflictNote>
  );
  if (!open) return <Panel title="Decision">{conflict}</Panel>;
  return (
    <Panel title="Decision">
      <Form label="Decide between the entries" form={form}>
        {conflict}
        <Radio.Group label="What does the paper show?" required {...form.field('verdict')}>
          <div className="tight">
            {entry.verdicts.map((each) => (
              <Radio
                key={each}
                value={each}
                label={verdictLabel(each, entry.desk !== null)}
                description={VERDICT_WORDS[each].help}
              />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label="Reason (may be left out)"
          description={reasonWords(verdict)}
          rows={3}
          maxLength={LONGEST}
          {...form.field('reason')}
        />
        <FormButtons
          form={form}
          submit="Decide"
          blocked={form.conflict ? 'Keep or discard your choice first.' : undefined}
        />
      </Form>
      {ask && verdict !== '' && (
        <ConfirmModal
          opened
          onClose={close}
          onConfirm={ask.send}
          title={VERDICT_QUESTIONS[verdict].title}
          confirmLabel={VERDICT_QUESTIONS[verdict].confirm}
          busy={form.busy}
        >
          <p>{consequence(verdict, entry)}</p>
        </ConfirmModal>
      )}
    </Panel>
  );
}
