import { placeOfForm } from '@ec/contract/collations/chain';
import type { RowCode } from '@ec/contract/collations/figures';
import type { GapKind } from '@ec/contract/collations/gap';
import type { CollationConstituency, CollationSource, CollationStatus } from '@ec/contract/collations/schemas';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { RESULT_STATUS } from '../../domain/results/labels.ts';

interface NamedForm {
  formCode: string;
  area: { name: string };
  constituency: CollationConstituency;
}

/** "EC8E(I), Kano (Kano North)": a form in headings, lists and links. */
export const formName = ({ formCode, area, constituency }: NamedForm) =>
  `${formCode}, ${placeOfForm(area.name, constituency?.name)}`;

/** "EC8E(I) of Kano (Kano North)": a form in a sentence. */
export const formWords = ({ formCode, area, constituency }: NamedForm) =>
  `${formCode} of ${placeOfForm(area.name, constituency?.name)}`;

export const SOURCE_WORDS: Record<CollationSource, { label: string; hint: string }> = {
  agent: { label: 'Our agent', hint: 'Copied by our agent at the collation centre' },
  portal: { label: 'Results portal', hint: 'Copied from the scan on the results portal' },
  announced: { label: 'Announced', hint: 'Heard at the centre or read in the press; there may be no photo' },
};

export const STATUS_WORDS = RESULT_STATUS satisfies Record<CollationStatus, { label: string; tone: Tone }>;

/** How a row of a form compares with what we hold of its place. */
export const ROW_WORDS: Record<RowCode, { label: string; tone: Tone; text: string }> = {
  ROW_EQUAL: { label: 'Equal', tone: 'ok', text: 'Every figure that we hold equals the form.' },
  ROW_DIFFERS: { label: 'Differs', tone: 'bad', text: 'The form differs from our own figures.' },
  ROW_NOT_HELD: { label: 'No own sheet', tone: 'off', text: 'It is on the form. We hold no counted sheet of it.' },
  ROW_LEFT_OUT: { label: 'Left out', tone: 'bad', text: 'We hold its sheet. It is not on the form.' },
  ROW_ZERO_OR_CANCELLED: {
    label: 'Zero on the form',
    tone: 'bad',
    text: 'The form has no votes for it. Our own sheet has votes.',
  },
  COLUMN_SUM: { label: 'Total differs', tone: 'bad', text: 'The stated total is not the sum of the rows.' },
  CARRIED: { label: 'Carried differently', tone: 'bad', text: 'The row differs from the total of the form below.' },
};

/** What the second figure of a difference is. */
export function comparedWith(code: RowCode): string {
  if (code === 'COLUMN_SUM') return 'sum of the rows';
  return code === 'CARRIED' ? 'form below' : 'our figure';
}

/** The part of a gap in words, before the place where it arose. */
export const GAP_WORDS: Record<GapKind, { label: string; text: string }> = {
  column_sum: { label: 'Total of the form', text: 'The stated total is not the sum of the rows' },
  carried: { label: 'Carried to the next form', text: 'The row differs from the total of the form below' },
  row: { label: 'Row of the form', text: 'The row differs from our own sheet' },
  row_not_held: { label: 'Rows without an own sheet', text: 'On the form, but we hold no counted sheet' },
  left_out: { label: 'Left out of the form', text: 'We hold the sheet, but it is not on the form' },
  not_seen: {
    label: 'Between two forms, not seen',
    text: 'A form in between is not held: the difference arose at or below it',
  },
};

/** Votes added or taken away: +20, −20. */
export const signed = (votes: number) => `${votes > 0 ? '+' : votes < 0 ? '−' : ''}${formatNumber(Math.abs(votes))}`;
