import { inDigits } from '@ec/contract/base/wording';
import {
  ALERT_RULES,
  type AlertPriority,
  type AlertRule,
  type AlertType,
  IDENTICAL_VOTES_LEAST,
} from '@ec/contract/alerts/schemas';
import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { isInside, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { maskPhone } from '@ec/contract/users/phones';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import type { LockedFrom } from '@ec/contract/security/schemas';
import { percent } from '@ec/contract/results/sheet';
import type { UnusualMark } from '@ec/contract/unusual/schemas';
import { CHECK_WORDS, markWords } from '@ec/contract/unusual/words';

/** An entry unprocessed for this time was missed; 2,000 are processed per second. */
const LATE_JUDGEMENT_SECONDS = 300;

/** A link of the audit chain. */
export interface ChainEntry {
  position: number;
  entryId: number;
  event: string;
}

/** The position up to which the rules have processed the chain. */
export interface JudgeStand {
  /** Unprocessed links, and the age of the first. */
  waiting: number;
  waitingSeconds: number;
  isLost: boolean;
}

/** An alert to raise, unless one with the same key exists. */
export interface NewAlert {
  rule: AlertRule;
  type: AlertType;
  priority: AlertPriority;
  title: string;
  message: string;
  areaId: LocationId;
  electionId: ElectionId | null;
  source: Source | null;
  resultId: ResultId | null;
  userId: UserId | null;
  raisedBy: UserId | null;
  /** Identifies the subject: raised once. */
  key: string;
  /** Where the search for a responsible administrator starts; by default at the place, for a unit at its ward. */
  from?: LocationId;
}

/** An alert of a rule about a place, with the rule's fixed fields. */
export function alertOf(
  rule: Exclude<AlertRule, 'manual'>,
  about: Pick<NewAlert, 'areaId' | 'message'> & Partial<NewAlert> & { what: readonly (string | number)[] },
): NewAlert {
  const { what, ...rest } = about;
  const { type, priority, title } = ALERT_RULES[rule];
  const none = { electionId: null, source: null, resultId: null, userId: null, raisedBy: null };
  return { rule, type, priority, title, ...none, ...rest, key: [rule, ...what].join(':') };
}

export interface Unit {
  id: LocationId;
  code: string;
  name: string;
}

/** The fields of a submitted result that the rules read. */
export interface SubmittedSheet {
  resultId: ResultId;
  electionId: ElectionId;
  source: Source;
  unit: Unit;
  ward: { id: LocationId; name: string };
  closesAt: Date;
  submittedAt: Date;
  votes: readonly number[];
  voidVotes: number;
  accredited: number;
  registered: number | null;
  late: boolean;
  /** The SHA-256 of the photo, in hex. */
  sheet: string | null;
}

export interface Thresholds {
  highTurnout: number;
  lowTurnout: number;
  /** Percent of the median. */
  lowTurnoutOfMedian: number;
}

/** The middle turnout of an area's results, in percent; of `units` results. */
export interface Median {
  area: 'LGA' | 'state' | 'nation';
  percent: number;
  units: number;
}

/** Fewer results say nothing of an area. */
export const MEDIAN_LEAST = 10;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const SHOWN = 5;

/** "Unit 24-11-05-003 (Polling Unit 3, Ward 5)" */
const placed = ({ unit, ward }: Pick<SubmittedSheet, 'unit' | 'ward'>) =>
  `Unit ${unit.code} (${unit.name}, ${ward.name})`;
const countName = (source: Source) => `${source} count`;

/** The first few units by name, the number of the others. */
export function unitList(units: readonly Unit[]): string {
  const named = units.slice(0, SHOWN).map(({ code, name }) => `${code} (${name})`);
  const more = units.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${inDigits(more)} more` : named.join(', ');
}

const ofSheet = ({ unit, electionId, source, resultId }: SubmittedSheet) => ({
  areaId: unit.id,
  electionId,
  source,
  resultId,
});

function overVoting(sheet: SubmittedSheet): NewAlert[] {
  const total = sum(sheet.votes) + sheet.voidVotes;
  if (total <= sheet.accredited) return [];
  const message = `Over-voting: ${inDigits(total)} votes, ${inDigits(sheet.accredited)} accredited voters. ${placed(sheet)}, ${countName(sheet.source)}.`;
  return [alertOf('over_voting', { ...ofSheet(sheet), message, what: [sheet.resultId, total, sheet.accredited] })];
}

/** True for a turnout below the absolute threshold: its area's median is then requested. */
export function isLow(
  { accredited, registered }: SubmittedSheet,
  { lowTurnout }: Pick<Thresholds, 'lowTurnout'>,
): boolean {
  return registered !== null && registered > 0 && accredited > 0 && accredited * 100 < lowTurnout * registered;
}

/** True for a turnout above the absolute threshold: the median of its area stands beside it. */
export function isHigh(
  { accredited, registered }: SubmittedSheet,
  { highTurnout }: Pick<Thresholds, 'highTurnout'>,
): boolean {
  return registered !== null && registered > 0 && accredited * 100 > highTurnout * registered;
}

const medianText = ({ area, percent: middle, units }: Median) =>
  `The median of the ${area} is ${middle}% (${inDigits(units)} results).`;

/**
 * Turnout is accredited over registered voters; a result without accredited voters has none. High turnout is raised per unit; low turnout once per
 * ward, and only where it is far below the median of its area: a third of the country is below any absolute threshold.
 */
function turnout(sheet: SubmittedSheet, thresholds: Thresholds, median: Median | null): NewAlert[] {
  const { highTurnout, lowTurnout, lowTurnoutOfMedian } = thresholds;
  const { accredited, registered, electionId, source, ward } = sheet;
  if (registered === null || registered <= 0 || accredited <= 0) return [];
  const share = `${percent(accredited, registered)}%`;
  const voters = `${inDigits(accredited)} accredited of ${inDigits(registered)} registered voters`;
  if (accredited * 100 > highTurnout * registered) {
    const beside = median ? ` ${medianText(median)}` : '';
    const message = `Turnout ${share}, above the threshold of ${highTurnout}%: ${voters}.${beside} ${placed(sheet)}, ${countName(source)}.`;
    return [alertOf('high_turnout', { ...ofSheet(sheet), message, what: [sheet.resultId, accredited, registered] })];
  }
  if (!isLow(sheet, thresholds)) return [];
  if (median && accredited * 10_000 >= lowTurnoutOfMedian * median.percent * registered) return [];
  const beside = median
    ? ` ${medianText(median)} Low is less than ${lowTurnoutOfMedian}% of it.`
    : ' Too few results of the area to compare with.';
  const message = `Turnout below the threshold of ${lowTurnout}% in ${ward.name}, ${countName(source)}. The first unit: ${sheet.unit.code} (${sheet.unit.name}) with ${share}, ${voters}.${beside} Other units of the ward raise no alert of their own.`;
  return [alertOf('low_turnout', { ...ofSheet(sheet), areaId: ward.id, message, what: [electionId, source, ward.id] })];
}

/** "26 h 10 min" */
function hours(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000));
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function late(sheet: SubmittedSheet): NewAlert[] {
  if (!sheet.late) return [];
  const message = `After the deadline: the result came ${hours(sheet.closesAt, sheet.submittedAt)} after voting closed. ${placed(sheet)}, ${countName(sheet.source)}.`;
  return [alertOf('late_result', { ...ofSheet(sheet), message, what: [sheet.resultId] })];
}

/** The alerts raised by the figures of one result alone. */
export function judgeSheet(sheet: SubmittedSheet, thresholds: Thresholds, median: Median | null): NewAlert[] {
  return [...overVoting(sheet), ...turnout(sheet, thresholds, median), ...late(sheet)];
}

export interface Difference {
  party: string;
  /** Percentage points between the shares of valid votes. */
  difference: number;
  /** The party's share in each count, in percent. */
  official: number;
  grassroots: number;
}

/** An alert if the two counts of a unit differ by more than the threshold. */
export function judgeDifference(sheet: SubmittedSheet, gap: Difference | null, threshold: number): NewAlert[] {
  if (!gap || gap.difference <= threshold) return [];
  const { party, difference, official, grassroots } = gap;
  const share = (value: number) => `${Math.round(value * 10) / 10}%`;
  const message = `The counts differ by ${difference} percentage points, above the threshold of ${threshold}: ${party} has ${share(official)} of the valid votes in the official count, ${share(grassroots)} in the grassroots count. ${placed(sheet)}.`;
  const about = { ...ofSheet(sheet), source: null, message };
  return [alertOf('discrepancy', { ...about, what: [sheet.electionId, sheet.unit.id, party, official, grassroots] })];
}

/** A photo that was submitted for another unit before. */
export function judgeReusedPhoto(sheet: SubmittedSheet, others: readonly Unit[]): NewAlert[] {
  if (sheet.sheet === null || others.length === 0) return [];
  // Units outside of the ward are named to those alone whose area holds both (photos/photo-rules.ts).
  const near = others.filter(({ id }) => isInside(id, sheet.ward.id));
  const far = others.length - near.length;
  const elsewhere = far === 1 ? 'a unit of another ward' : `${inDigits(far)} units of other wards`;
  const whose = [...(near.length > 0 ? [unitList(near)] : []), ...(far > 0 ? [elsewhere] : [])].join(' and of ');
  const message = `The photo of this sheet was sent before as the sheet of ${whose}. ${placed(sheet)}, ${countName(sheet.source)}.`;
  return [alertOf('repeated_sheet', { ...ofSheet(sheet), message, what: [sheet.unit.id, sheet.sheet] })];
}

/** True from the number of votes at which equal figures suggest copying. */
export const maybeCopied = ({ votes }: Pick<SubmittedSheet, 'votes'>): boolean => sum(votes) >= IDENTICAL_VOTES_LEAST;

/** Units of one ward with exactly the same votes; raised once per ward for these votes. */
export function judgeSameVotes(sheet: SubmittedSheet, others: readonly Unit[]): NewAlert[] {
  if (others.length === 0 || !maybeCopied(sheet)) return [];
  const { electionId, source, ward, votes, resultId } = sheet;
  const units = [sheet.unit, ...others].toSorted((a, b) => a.id - b.id);
  const message = `${inDigits(units.length)} units of ${ward.name} have the same votes for every party (${inDigits(sum(votes))} in all), ${countName(source)}: ${unitList(units)}.`;
  const what = [electionId, source, ward.id, votes.join('-')];
  return [alertOf('identical_votes', { areaId: ward.id, electionId, source, resultId, message, what })];
}

/** The attempts for which an account is locked, in words. */
function lockedFor(from: LockedFrom | null, network: string | null): string {
  if (from === null) return '';
  return {
    network: ` for the network ${network}`,
    device: ' on a known device',
    everywhere: ' on all unknown devices',
  }[from];
}

export interface LockOut {
  entryId: number;
  phone: string;
  minutes: number;
  /** What is locked; null in entries of versions that locked the whole account. */
  from: LockedFrom | null;
  network: string | null;
  ip: string | null;
  /** Null if no account has the phone number. */
  person: { id: UserId; name: string; role: Role; areaId: LocationId | null } | null;
}

/** A locked account; if no account has the number, the alert belongs to the nation. */
export function judgeLockOut(lockOut: LockOut): NewAlert {
  const { entryId, phone, minutes, from: locked, network, ip, person } = lockOut;
  const who = person ? `${person.name} (${ROLES[person.role].title})` : `The number ${maskPhone(phone)}`;
  const from = ip === null ? '' : ` from ${ip}`;
  const unknown = person ? '' : ' No account has this number.';
  const message = `${who} was locked out${lockedFor(locked, network)} for ${minutes} minutes after too many failed attempts to sign in${from}.${unknown}`;
  return alertOf('lock_out', {
    areaId: person?.areaId ?? NATION,
    userId: person?.id ?? null,
    message,
    what: [entryId],
  });
}

/** The harmful uploads of a user within one hour. */
export interface HarmfulUploads {
  userId: UserId;
  name: string;
  role: Role;
  areaId: LocationId | null;
  /** As YYYY-MM-DD HH in UTC: one alert per hour. */
  hour: string;
  count: number;
  /** Kind of the first upload. */
  what: string;
  found: string;
}

/** Harmful uploads of one user. Further ones in the same hour raise no alert; the audit log names each. */
export function judgeHarmfulUploads({
  userId,
  name,
  role,
  areaId,
  hour,
  count,
  what,
  found,
}: HarmfulUploads): NewAlert {
  const more = count > 1 ? ` ${inDigits(count)} files so far.` : '';
  const message = `${name} (${ROLES[role].title}) sent a ${what} that was refused: ${found}.${more} Nothing of it was stored. The phone may be infected, or the account in other use: call them. The audit log names each file of this hour.`;
  return alertOf('harmful_upload', { areaId: areaId ?? NATION, userId, message, what: [userId, hour] });
}

/** A stored photo that differs from the photo received; once per file. */
export function changedFileAlert(file: {
  fileId: FileId;
  areaId: LocationId;
  unitCode: string | null;
  kind: 'missing' | 'changed';
}): NewAlert {
  const { fileId, areaId, unitCode, kind } = file;
  const whose = unitCode === null ? 'A stored photo' : `A photo of unit ${unitCode}`;
  const how = kind === 'missing' ? 'is missing from the store' : 'is not the one that was received';
  const message = `${whose} ${how} (file ${fileId}). It was noticed when the photo was opened, and the content in the store was not shown. Compare the receipt, ask the officer for the paper sheet, and have the operator run verify-files.`;
  return alertOf('changed_file', { areaId, message, what: [fileId] });
}

/** A ward with silent units at the set hour; once per ward and election. */
export function judgeSilence(ward: {
  electionId: ElectionId;
  electionName: string;
  wardId: LocationId;
  wardName: string;
  units: number;
  silent: number;
}): NewAlert {
  const { electionId, electionName, wardId, wardName, units, silent } = ward;
  const message = `${inDigits(silent)} of ${inDigits(units)} polling units of ${wardName} have sent no result for ${electionName}, official count.`;
  const about = { areaId: wardId, electionId, source: 'official' as const, message };
  return alertOf('silent_units', { ...about, what: [electionId, wardId] });
}

/** An entry that could not be processed; once per entry. */
export function judgePassedOver({ position, entryId, event }: ChainEntry): NewAlert {
  const message = `Entry ${inDigits(entryId)} of the audit log (position ${inDigits(position)}, ${event}) could not be judged: no alert was raised about what it says. All others are judged. Read it on the audit page, and the reason in the server's log.`;
  return alertOf('unjudged_entry', { areaId: NATION, message, what: [position] });
}

/** A rule position beyond the end of the chain; once per occurrence. */
export function judgeMovedPlace({ position, last, at }: { position: number; last: number; at: Date }): NewAlert {
  const message = `The place up to which entries are judged was set to ${inDigits(position)}; the chain ends at ${inDigits(last)}. It was set back to the first entry, and all are judged again. Alerts that were raised are not raised twice. Find out who changed alert_progress.`;
  return alertOf('unjudged_entry', { areaId: NATION, message, what: ['moved', at.toISOString()] });
}

/** The problem with the rules' position, as a sentence; none if all is well. */
export function judgeFaults({ waiting, waitingSeconds, isLost }: JudgeStand): string[] {
  if (isLost) return ['The row of alert_progress is gone: no entry is judged, and no alert is raised.'];
  if (waitingSeconds <= LATE_JUDGEMENT_SECONDS) return [];
  const minutes = inDigits(Math.floor(waitingSeconds / 60));
  return [
    `No alerts are raised: ${inDigits(waiting)} linked entries wait to be judged, the first for ${minutes} minutes.`,
  ];
}

/** The audit chain is behind or its end was changed; once per occurrence. */
export function judgeChain(faults: readonly string[], since: Date): NewAlert {
  const message = `${faults.join(' ')} Verify the chain on the audit page.`;
  return alertOf('audit_chain', { areaId: NATION, message, what: [since.toISOString()] });
}

/** A marking of a check that raises alerts; once for a check and version. */
export function judgeMark(
  mark: UnusualMark,
  { electionId, source }: { electionId: ElectionId; source: Source },
): NewAlert {
  const { check, resultId, version, code, name, pollingUnitId } = mark;
  const { figure, comparison, explanation, next } = markWords(mark);
  const message = `${CHECK_WORDS[check]}: unit ${code} (${name}), ${source} count. ${figure} ${comparison} ${explanation} ${next}`;
  const about = { areaId: pollingUnitId, electionId, source, resultId, message };
  return alertOf('unusual_result', { ...about, what: [resultId, version, check] });
}
