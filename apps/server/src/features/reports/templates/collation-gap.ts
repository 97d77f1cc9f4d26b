import { inDigits } from '@ec/contract/base/wording';
import { GAP_BASIS, GAP_KIND_WORDS } from '@ec/contract/collations/gap';
import { partyColour, type StoredLook } from '@ec/contract/elections/parties';
import { gainsReport, type ReportedGains } from '../../collations/gains-service.ts';
import { type Cell, type Chart, columnsOf, MOST_ROWS, type Table } from '../documents/document.ts';
import { auditNotes } from '../../second-entry/review-audit-answers.ts';
import { required, type Template } from './template.ts';

const NO_FORM = 'No form is held for this area.';
const NOTHING = 'The forms agree with our sheets.';
const signed = (value: number) => `${value > 0 ? '+' : ''}${inDigits(value)}`;

function gapOf({ declared, own }: ReportedGains, party: string): number | null {
  const stated = declared?.[party];
  return stated === undefined ? null : stated - (own[party] ?? 0);
}

function partyTable(gains: ReportedGains): Table {
  const { declared, own, parties } = gains;
  return {
    type: 'table',
    title: 'Declared and own votes by party',
    shortTitle: 'Parties',
    columns: columnsOf('Party', 'count:Declared', 'count:Own sheets', 'count:Difference'),
    named: 1,
    rows: declared
      ? parties.map((party): Cell[] => [party, declared[party] ?? null, own[party] ?? 0, gapOf(gains, party)])
      : [],
    empty: NO_FORM,
  };
}

function chart(gains: ReportedGains, looks: readonly StoredLook[]): Chart {
  const bars = gains.parties.flatMap((party) => {
    const gap = gapOf(gains, party);
    return gap === null || gap === 0
      ? []
      : [{ label: party, value: Math.abs(gap), text: signed(gap), colour: partyColour(party, looks) }];
  });
  return {
    type: 'chart',
    title: 'Declared less own votes',
    bars: bars.toSorted((a, b) => b.value - a.value),
    empty: gains.declared ? NOTHING : NO_FORM,
  };
}

function formTable({ levels, parties }: ReportedGains): Table {
  return {
    type: 'table',
    title: 'Gains and losses by form',
    shortTitle: 'By form',
    columns: columnsOf('Form', 'What', 'count:Places', ...parties.map((party) => `count:${party}`)),
    named: 2,
    rows: levels.map(({ formCode, kind, places, votes }): Cell[] => [
      formCode,
      GAP_KIND_WORDS[kind],
      places,
      ...parties.map((party) => votes[party] ?? 0),
    ]),
    empty: NOTHING,
  };
}

function partsTable({ parts, more }: ReportedGains): Table {
  return {
    type: 'table',
    title: 'Where the figures changed',
    shortTitle: 'Changes',
    ...(more > 0 && { note: `The largest ${inDigits(parts.length)}; ${inDigits(more)} smaller ones are not listed.` }),
    columns: columnsOf('Party', 'Form', 'Area', 'Name', 'Row', 'Name of the row', 'What', 'count:Votes'),
    named: 3,
    rows: parts.map((part): Cell[] => [
      part.party,
      part.formCode,
      part.area,
      part.areaName,
      part.row ?? '',
      part.rowName ?? '',
      GAP_KIND_WORDS[part.kind],
      part.votes,
    ]),
    empty: NOTHING,
  };
}

/** Where the declared votes of each party differ from our own sheets: by form, and one by one. */
export const collationGap: Template = async (source) => {
  const { db, asOf, subject } = source;
  const election = required(subject.election);
  const [area] = subject.areas;
  const query = { electionId: election.id, area: String(required(area)), constituency: subject.constituency?.id };
  const gains = await gainsReport(db, query, asOf, MOST_ROWS);
  await source.step(0.9);
  const { units, held, verified } = gains.coverage;
  const main = partsTable(gains);
  return {
    title: [`Collation gap: ${election.name}`, subject.constituency?.name].filter(Boolean).join(', '),
    basis: GAP_BASIS,
    coverage: `Own sheets of ${inDigits(held)} of ${inDigits(units)} polling units are counted, ${inDigits(verified)} of them verified.`,
    notes: await auditNotes(db, [election], source.formats),
    sections: [partyTable(gains), chart(gains, election.ballot), formTable(gains), main],
    main,
  };
};
