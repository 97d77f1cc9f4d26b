import { auditBound } from '@ec/contract/review-audits/bound';
import { countedWrong } from '@ec/contract/review-audits/outcomes';
import { ExtendRequest, MOST_SHEETS, type ReviewAudit } from '@ec/contract/review-audits/schemas';
import { shareWords } from '@ec/contract/review-audits/words';
import { NumberInput } from '@mantine/core';
import { Form, FormButtons, FormHint } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useExtend } from './api.ts';

/** Draws the next sheets of the same seed, after errors. */
export function ExtendDialog({ audit, onClose }: { audit: ReviewAudit; onClose: () => void }) {
  const { sheets: from, population, needed, asked, counts } = audit;
  const most = Math.min(population, MOST_SHEETS);
  const wrong = countedWrong(counts);
  // A field that is emptied holds text.
  const start: { to: number | string } = { to: needed ?? most };
  const form = useServerForm({
    id: 'extend',
    start,
    version: from,
    labels: { to: 'Sheets in all' },
    codes: { REVIEW_AUDIT_SIZE: 'to', REVIEW_AUDIT_EXTENSION: 'to' },
    check: ({ to }) => ({
      to:
        typeof to === 'number' && (to <= from || to > most)
          ? `A number from ${formatNumber(from + 1)} to ${formatNumber(most)}`
          : undefined,
    }),
    schema: ExtendRequest,
    body: ({ to }) => ({ from, to }),
    request: useExtend(audit.id),
    failed: 'The audit could not be extended',
    onDone: ({ sheets }) => {
      notifySuccess(`${formatCount(sheets - from, 'more sheet')} drawn, ${formatNumber(sheets)} in all.`);
      onClose();
    },
  });
  const { to } = form.values;
  const fits = typeof to === 'number' && Number.isInteger(to) && to > from && to <= most;
  return (
    <FormDialog title="Draw more sheets" about="the extension" onClose={onClose} size={520}>
      <Form label="Draw more sheets" form={form}>
        <FormHint>
          {formatNumber(wrong)} of {formatCount(from, 'drawn sheet')} {wrong === 1 ? 'counts' : 'count'} as wrong.{' '}
          {needed === null
            ? `No number up to ${formatNumber(most)} gives the ${shareWords(asked)} that were asked for.`
            : `${formatNumber(needed)} in all give the ${shareWords(asked)} that were asked for, if no more errors appear.`}
        </FormHint>
        <NumberInput
          label="Sheets in all"
          min={from + 1}
          max={most}
          clampBehavior="none"
          allowDecimal={false}
          hideControls
          required
          {...form.field('to')}
        />
        <FormHint news>
          {fits
            ? `If no more errors appear, at most ${shareWords(auditBound({ sheets: to, wrong, population }))} are wrong.`
            : `A number from ${formatNumber(from + 1)} to ${formatNumber(most)}.`}
        </FormHint>
        <FormButtons form={form} submit="Draw more" />
      </Form>
    </FormDialog>
  );
}
