import type { LiveArea } from '@ec/contract/live/schemas';

/** Share of an area's reported results in dispute above which the area is conspicuous: red, and said in a word. */
export const DISPUTED_SHARE = 0.02;

/** Share of reported results in dispute: large areas have more disputes without being worse. */
export const disputeRate = ({ disputed, reported }: Pick<LiveArea['coverage'], 'disputed' | 'reported'>): number =>
  reported > 0 ? disputed / reported : 0;
