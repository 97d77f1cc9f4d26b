import { auditBound } from '@ec/contract/review-audits/bound';
import { DrawRequest, LONGEST_SEED, MOST_SHEETS } from '@ec/contract/review-audits/schemas';
import { shareWords } from '@ec/contract/review-audits/words';
import type { Election } from '@ec/contract/elections/schemas';
import { NumberInput, Radio, TextInput } from '@mantine/core';
import { Form, FormButtons, FormHint } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useDraw } from './api.ts';

interface DrawDialogProps {
  election: Election;
  verified: number;
  onClose: () => void;
}

const OFFERED = 100;

/** What so many sheets can say; null for a number that cannot be drawn. */
function promise(sheets: number | string, verified: number): string | null {
  if (typeof sheets !== 'number' || sheets < 1 || sheets > verified || !Number.isInteger(sheets)) return null;
  const bound = auditBound({ sheets, wrong: 0, population: verified });
  return `With no error among them, at most ${shareWords(bound)} of the ${formatCount(verified, 'verified sheet')} are wrong, at 95% confidence.`;
}

/** Draws verified sheets of the election; the seed is fixed from then on. */
export function DrawDialog({ election, verified, onClose }: DrawDialogProps) {
  const most = Math.min(verified, MOST_SHEETS);
  // A field that is emptied holds text.
  const start: { sheets: number | string; how: string; seed: string } = {
    sheets: Math.min(OFFERED, most),
    how: 'typed',
    seed: '',
  };
  const form = useServerForm({
    id: 'draw',
    start,
    labels: { sheets: 'Sheets', seed: 'Seed' },
    codes: { REVIEW_AUDIT_SIZE: 'sheets', REVIEW_AUDIT_NOTHING: 'sheets' },
    check: ({ sheets }) => ({
      sheets: typeof sheets === 'number' && sheets > most ? `Draw at most ${formatNumber(most)} sheets` : undefined,
    }),
    schema: DrawRequest,
    body: ({ sheets, how, seed }) => ({ electionId: election.id, sheets, seed: how === 'made' ? null : seed }),
    request: useDraw(),
    failed: 'The sheets could not be drawn',
    onDone: ({ sheets }) => {
      notifySuccess(`${formatCount(sheets, 'sheet')} drawn. Transcribers enter them now.`);
      onClose();
    },
  });
  const { sheets, how } = form.values;
  return (
    <FormDialog title="Draw verified sheets" about="the draw" onClose={onClose} size={560}>
      <Form label="Draw verified sheets" form={form}>
        <FormHint>
          The sheets are entered again from their photos, by transcribers who do not know that they are of an audit.
          What is found is printed with the totals of {election.name}, however it ends.
        </FormHint>
        <NumberInput
          label="Sheets"
          description="59 give 4.95%, 100 give 2.95%, 300 give 0.99%"
          min={1}
          max={most}
          clampBehavior="none"
          allowDecimal={false}
          hideControls
          required
          {...form.field('sheets')}
        />
        <FormHint news>{promise(sheets, verified) ?? `A number from 1 to ${formatNumber(most)}.`}</FormHint>
        <Radio.Group label="Seed of the draw" {...form.field('how')}>
          <div className="tight">
            <Radio value="typed" label="Typed, such as dice that were thrown before witnesses" />
            <Radio value="made" label="Made by the server, at random" />
          </div>
        </Radio.Group>
        {how === 'typed' && (
          <TextInput
            label="Seed"
            description="Published once the audit is closed, so that others can repeat the draw. It cannot be changed."
            maxLength={LONGEST_SEED}
            required
            {...form.field('seed')}
          />
        )}
        <FormButtons form={form} submit="Draw" />
      </Form>
    </FormDialog>
  );
}
