import { ballotOf } from '@ec/contract/elections/parties';
import { locationType } from '@ec/contract/geography/location-id';
import { LEAST_SIZES, type UnusualStatistics, type UnusualStatisticsQuery } from '@ec/contract/unusual/statistics';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { type Actor, boundedArea } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference } from '../../platform/http/requests.ts';
import { findElectionRow } from '../elections/queries.ts';
import { digitsUneven, fingerprint, integerPercentages, lastDigits, leaderVotes, type Part } from './area-rules.ts';
import { listSheets } from './queries.ts';
import { toSheet } from './mark-answers.ts';
import { isCounted, type UnitSheet, validOf } from './sheets.ts';

function percentagesOf(of: 'turnout' | 'leader', parts: readonly Part[]): UnusualStatistics['percentages'][number] {
  const { units, observed, expected, deviation } = integerPercentages(parts);
  return { of, units, found: units < LEAST_SIZES.percentages ? null : { observed, expected, deviation } };
}

function digitsOf(sheets: readonly UnitSheet[], ballot: readonly string[]): UnusualStatistics['digits'] {
  const all = ballot.slice(0, -1).map((party, index) => ({
    party,
    ...lastDigits(sheets.map(({ votes }) => votes[index] ?? 0)),
  }));
  const enough = all.filter(({ counts }) => counts >= LEAST_SIZES.digits);
  return all.map(({ party, ...test }) => ({
    party,
    counts: test.counts,
    found: enough.some((one) => one.party === party)
      ? { digits: test.digits, w: test.w, p: test.p, uneven: digitsUneven(test, enough.length) }
      : null,
  }));
}

/** The statistics of one state. Throws UNKNOWN_LOCATION for any other place, ELECTION_NOT_FOUND where the election does not cover it. */
export async function unusualStatistics(
  { db }: Pick<ReadContext, 'db'>,
  actor: Actor,
  { electionId, source, area: asked }: UnusualStatisticsQuery,
): Promise<UnusualStatistics> {
  const area = boundedArea(actor, areaFromReference(asked));
  if (locationType(area) !== 'state') throw new AppError('UNKNOWN_LOCATION', { reference: asked });
  const election = await findElectionRow(db, electionId, [area]);
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  const [rows, names] = await Promise.all([listSheets(db, { electionId, source, area }), loadNames(db, [area])]);
  const place = chainLinks(area, names).at(-1);
  if (!place) throw new AppError('UNKNOWN_LOCATION', { reference: asked });
  const sheets = rows.map((row) => toSheet(row)).filter((sheet) => isCounted(sheet) && (sheet.registered ?? 0) > 0);
  const picture = fingerprint(sheets);
  const turnout = sheets.map(({ accredited, registered }) => ({ part: accredited, whole: registered ?? 0 }));
  const leader = sheets.map((sheet) => ({ part: leaderVotes(sheet), whole: validOf(sheet) }));
  return {
    place,
    units: sheets.length,
    fingerprint: picture.units < LEAST_SIZES.fingerprint ? null : { cells: picture.cells, corner: picture.corner },
    percentages: [percentagesOf('turnout', turnout), percentagesOf('leader', leader)],
    digits: digitsOf(sheets, ballotOf(election.parties)),
  };
}
