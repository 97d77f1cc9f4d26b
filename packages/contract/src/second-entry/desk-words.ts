import type { PersonLink } from '../base/common.ts';
import type { DeskOrigin } from './desk.ts';

interface Sent {
  submittedBy: PersonLink;
  desk: DeskOrigin | null;
}

/** The officer whose sheet a version is, also where the desk entered it. */
export const officerOf = ({ submittedBy, desk }: Sent): PersonLink => desk?.officer ?? submittedBy;

/** How a version came in, as lists, cards and exports name it. */
export const ORIGIN_WORDS = { officer: 'Sent by the officer', desk: 'From the photo, at the desk' } as const;
export const originOf = (desk: unknown): keyof typeof ORIGIN_WORDS => (desk ? 'desk' : 'officer');

/** The name of a unit in a file, marked where its figures were entered at the desk. */
export const markedName = (name: string, desk: boolean): string =>
  desk ? `${name} (${ORIGIN_WORDS.desk.toLowerCase()})` : name;

/** Who brought the figures in, for a line under them. */
export const senderWords = ({ submittedBy, desk }: Sent): string =>
  desk ? `Entered from the photo at the desk by ${desk.typedBy.name}` : `Sent by ${submittedBy.name}`;

/** Who had a desk version made, and why. */
export function deskWords({ officer, decidedBy, arbiter, ground, reason }: DeskOrigin): string {
  const why = ground === 'no_answer' ? `${officer.name} did not answer in time` : `${officer.name} cannot be reached`;
  const whose = arbiter.id === decidedBy.id ? '' : ` ${arbiter.name} had found the officer’s figures wrong.`;
  return `Decided by ${decidedBy.name}: ${why}${reason ? ` (${reason})` : ''}.${whose} Only another person may verify it.`;
}

/** What the officer reads at a desk version of their sheet. */
export const DESK_FOR_OFFICER =
  'These figures were entered from your photo at the desk, because you could not be reached. If they are wrong, send the result again: your version then replaces them.';
