import { fieldWords } from '@ec/contract/second-entry/figures';
import type { SecondEntryDetail, SecondEntryStep } from '@ec/contract/second-entry/schemas';
import { VERDICT_MOVES, VERDICTS, type Verdict } from '@ec/contract/second-entry/states';
import { verdictLabel } from '@ec/contract/second-entry/words';

/** The question before a verdict, and what its button says. */
export const VERDICT_QUESTIONS: Readonly<Record<Verdict, { title: string; confirm: string; done: string }>> = {
  entry_wrong: {
    title: 'Send the sheet back to its transcriber?',
    confirm: 'Send it back',
    done: 'goes back to its transcriber',
  },
  officer_wrong: {
    title: 'Return the result to its officer?',
    confirm: 'Return the result',
    done: 'is returned to its officer',
  },
  verified_wrong: {
    title: 'Dispute the verified result?',
    confirm: 'Dispute the result',
    done: 'is disputed',
  },
  neither: {
    title: 'Discard this second entry?',
    confirm: 'Discard the entry',
    done: 'goes to another transcriber',
  },
  equal: { title: 'Count both entries as matched?', confirm: 'Count as matched', done: 'counts as matched' },
  new_photo: {
    title: 'Ask the officer for a new photo?',
    confirm: 'Ask for a new photo',
    done: 'is returned to its officer for a new photo',
  },
  illegible: {
    title: 'Count this sheet as not checked?',
    confirm: 'Count as not checked',
    done: 'counts as not checked',
  },
  readable: {
    title: 'Give the sheet to another transcriber?',
    confirm: 'Give it to another',
    done: 'goes to another transcriber',
  },
};

export const fieldList = (fields: readonly string[]): string => fields.map(fieldWords).join(', ');

/** Seriki Aro (24-11-05-003) */
export const unitText = ({ name, code }: Pick<SecondEntryDetail, 'name' | 'code'>): string => `${name} (${code})`;

const goesToOfficer = (verdict: Verdict): boolean => VERDICT_MOVES[verdict].to === 'officer_asked';

/** Who reads the reason of a verdict, in a sentence. */
export function reasonWords(verdict: Verdict | ''): string {
  if (verdict === '') return 'It stays with the steps of this entry.';
  if (goesToOfficer(verdict)) return 'The officer reads it with the names of the fields.';
  return verdict === 'verified_wrong'
    ? 'It stands in the dispute, with the names of the fields.'
    : 'It stays with the steps of this entry.';
}

const OTHER_VERIFIES = 'Another administrator than you then verifies the result.';

/** What will happen, and to whom. */
export function consequence(verdict: Verdict, entry: SecondEntryDetail): string {
  const unit = unitText(entry);
  const fields = fieldList(entry.fields) || 'all fields';
  const transcriber = entry.transcriber?.name ?? 'The transcriber';
  switch (verdict) {
    case 'entry_wrong':
      return `${transcriber} enters ${fields} of ${unit} again, without seeing either figure. ${OTHER_VERIFIES}`;
    case 'officer_wrong':
      return `The result of ${unit} goes back to its officer, who reads that the figures differ from the paper in ${fields}. Until a new version arrives, the unit counts as not reported. If the officer does not answer, the figures from the photo can be used instead, on this page.`;
    case 'verified_wrong':
      return `The result of ${unit}, which is verified, is disputed because its figures differ from the paper in ${fields}. An administrator above you decides on it; until then it counts in no total.`;
    case 'illegible':
      return `The sheet of ${unit} counts as not checked. Its result stays verified.`;
    case 'neither':
      return `The entry of ${transcriber} for ${unit} is discarded. Another transcriber enters the sheet.`;
    case 'equal':
      return `Both entries of ${unit} count as matched, with no vote on the paper. ${OTHER_VERIFIES}`;
    case 'new_photo':
      return `The result of ${unit} goes back to its officer, who reads that a new photo must show ${fields}. Until it arrives, the unit counts as not reported.`;
    case 'readable':
      return `Another transcriber than ${entry.transcriber?.name ?? 'this one'} enters the sheet of ${unit}.`;
  }
}

const isVerdict = (step: SecondEntryStep['step']): step is Verdict => (VERDICTS as readonly string[]).includes(step);

/** What the person did, after their name; `ofDesk`: the sheet is of a desk version. */
export function stepWords({ step, fields }: Pick<SecondEntryStep, 'step' | 'fields'>, ofDesk: boolean): string {
  if (isVerdict(step)) return `decided: ${verdictLabel(step, ofDesk)}`;
  switch (step) {
    case 'claimed':
      return 'took the sheet';
    case 'released':
      return 'gave the sheet back';
    case 'entered':
      return fields.length > 0 ? 'entered the sheet, which then differed' : 'entered the sheet';
    case 'unreadable':
      return 'reported that the photo cannot be read';
  }
}

/** The address of the list as it is narrowed, with one entry opened; null for none. */
export function entryAddress(search: string, id: string | null): string {
  const params = new URLSearchParams(search);
  if (id === null) params.delete('entry');
  else params.set('entry', id);
  const text = params.toString();
  return `/second-entries${text && `?${text}`}`;
}
