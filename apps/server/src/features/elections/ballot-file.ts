import { BALLOT_COLUMNS, BallotCandidate, BallotPartyRequest, MOST_PARTIES } from '@ec/contract/elections/ballot';
import { KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import { PARTIES } from '@ec/contract/elections/parties';
import { allRefused, noneRefused, type RefusedLines, refuseLine } from '@ec/contract/geography/register-import';
import type { Db } from '../../platform/database/database.ts';
import { linesOf } from '../../platform/files/csv-lines.ts';
import { existingConstituencies } from './ballot-queries.ts';
import { candidateFaults, type Place } from './ballot-rules.ts';

export interface BallotFile {
  rows: number;
  /** In the order of the sheet. */
  parties: BallotPartyRequest[];
  refused: RefusedLines;
}

interface PartyLines {
  party: BallotPartyRequest;
  order: number;
  /** The line that named it first. */
  line: number;
  candidates: { candidate: BallotCandidate; line: number }[];
}

/** Reads the lines of a file into parties; `fault` notes what is wrong with a line. */
function readLines(
  lines: readonly string[][],
  kind: string | undefined,
  fault: (line: number, message: string) => void,
): Map<string, PartyLines> {
  const parties = new Map<string, PartyLines>();
  const orders = new Map<number, string>();
  const header = (lines[0] ?? []).map((field) => field.toLowerCase().replaceAll(' ', '_'));
  const lacking = BALLOT_COLUMNS.slice(0, 1).filter((column) => !header.includes(column));
  if (lacking.length > 0) {
    fault(1, `The header lacks ${lacking.join(', ')}`);
    return parties;
  }
  for (const [index, fields] of lines.entries()) {
    if (index === 0 || fields.every((field) => field === '')) continue;
    const line = index + 1;
    const at = (column: (typeof BALLOT_COLUMNS)[number]) => fields[header.indexOf(column)] ?? '';
    if (fields.length !== header.length) {
      fault(line, `The line has ${fields.length} fields where the header has ${header.length}`);
      continue;
    }
    const code = at('party_code');
    const first = parties.get(code);
    const usual = PARTIES[code];
    const read = BallotPartyRequest.safeParse({
      code,
      name: at('party_name') || (first?.party.name ?? usual?.name ?? ''),
      colour: at('colour') || (first?.party.colour ?? usual?.colour ?? '#6b7280'),
    });
    if (!read.success) {
      fault(line, read.error.issues[0]?.message ?? 'This is no party');
      continue;
    }
    const order = at('order') === '' ? (first?.order ?? parties.size + 1) : Number(at('order'));
    if (!Number.isInteger(order) || order < 1 || order > 999) {
      fault(line, `${at('order')} is no place on the sheet`);
      continue;
    }
    if (first) {
      const differs =
        first.party.name !== read.data.name ? 'name' : first.party.colour !== read.data.colour ? 'colour' : '';
      if (differs || first.order !== order) {
        fault(line, `The ${differs || 'order'} of ${code} is another one than on line ${first.line}`);
        continue;
      }
    } else if (orders.has(order)) {
      fault(line, `${orders.get(order)} has place ${order} already`);
      continue;
    }
    const party = first ?? { party: read.data, order, line, candidates: [] };
    parties.set(code, party);
    orders.set(order, code);
    const [place, name] = [at('constituency_code'), at('candidate')];
    if (place === '' && name === '') continue;
    const id = place === '' || place.includes('-') ? place : `${kind}-${place}`;
    const candidate = BallotCandidate.safeParse({ ...(id !== '' && { constituencyId: id }), name });
    if (candidate.success) party.candidates.push({ candidate: candidate.data, line });
    else {
      const [issue] = candidate.error.issues;
      fault(line, issue?.path[0] === 'name' ? issue.message : `There is no constituency ${place}`);
    }
  }
  return parties;
}

/** Reads a ballot from the text of a CSV file, with all that is wrong by line. A party has one line for each of its candidates. */
export async function readBallotFile(db: Db, text: string, place: Place): Promise<BallotFile> {
  const refused = noneRefused();
  const fault = (line: number, message: string) => refuseLine(refused, line, message);
  const lines = linesOf(text, refused);
  if (refused.count > 0) return { rows: 0, parties: [], refused };
  const kind = KIND_OF_ELECTION[place.type];
  const read = [...readLines(lines, kind, fault).values()].toSorted((a, b) => a.order - b.order);
  if (read.length === 0 && refused.count === 0) fault(1, 'The file has no party');
  if (read.length > MOST_PARTIES) fault(1, `A ballot has at most ${MOST_PARTIES} parties`);
  const named = read.flatMap(({ candidates }) => candidates.map(({ candidate }) => candidate.constituencyId ?? ''));
  const known = await existingConstituencies(db, [...new Set(named)].filter(Boolean));
  const existing = new Set([...known].filter((id) => kind && id.startsWith(`${kind}-`)));
  for (const { candidates } of read) {
    const all = candidates.map(({ candidate }) => candidate);
    for (const { index, message } of candidateFaults(all, place, existing))
      fault(candidates[index]?.line ?? 1, message);
  }
  return {
    rows: lines.slice(1).filter((fields) => fields.some((field) => field !== '')).length,
    parties: read.map(({ party, candidates }) => ({
      ...party,
      candidates: candidates.map(({ candidate }) => candidate),
    })),
    refused: allRefused(refused),
  };
}
