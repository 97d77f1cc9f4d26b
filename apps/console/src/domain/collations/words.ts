import type { CollationLevel } from '@ec/contract/collations/chain';
import type { CollationCounts, LevelCounts } from '@ec/contract/collations/counts';
import { formatCount, formatNumber } from '../../lib/format/format.ts';

export const LEVEL_WORDS: Record<CollationLevel, string> = {
  ward: 'Ward',
  lga: 'LGA',
  state: 'State or constituency',
  nation: 'Nation',
  declaration: 'Declaration',
};

/** Whether a form of any level is in. */
export const isStarted = ({ levels }: Pick<CollationCounts, 'levels'>): boolean => levels.some((level) => level.in > 0);

/** "EC8B 12 of 20": the forms of a level that are in. */
export const formsIn = ({ formCode, in: held, expected }: LevelCounts): string =>
  `${formCode} ${formatNumber(held)} of ${formatNumber(expected)}`;

/** What stands behind the forms of a level, without what there is none of. */
export function levelParts({ level, started, pending, disputed, outOfDate }: LevelCounts): string[] {
  return [
    ...(level === 'declaration' ? [] : [`${formatCount(started, 'centre')} started`]),
    ...(pending > 0 ? [`${formatNumber(pending)} awaiting review`] : []),
    ...(disputed > 0 ? [`${formatNumber(disputed)} disputed`] : []),
    ...(outOfDate > 0 ? [`${formatNumber(outOfDate)} out of date`] : []),
  ];
}

/** What is to be looked at, beside the title. */
export function collationNote({ levels, differing }: CollationCounts): string {
  const disputed = levels.reduce((sum, level) => sum + level.disputed, 0);
  return [
    ...(differing ? [`${formatCount(differing, 'form')} with a difference`] : []),
    ...(disputed > 0 ? [`${formatNumber(disputed)} disputed`] : []),
  ].join(' · ');
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  registered: 'Registered',
  accredited: 'Accredited',
  valid: 'Valid votes',
  rejected: 'Rejected',
  total: 'Total cast',
};

/** The heading of a field: `votes.APC` is APC. */
export function fieldWord(name: string): string {
  return FIELD_WORDS[name] ?? name.replace(/^votes\./, '');
}
