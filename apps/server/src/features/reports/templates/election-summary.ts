import { inDigits } from '@ec/contract/base/wording';
import type { LiveArea, LiveSummary } from '@ec/contract/live/schemas';
import { childType, type LocationId, locationType, type LocationType } from '@ec/contract/geography/location-id';
import { countedFigure, turnoutScope, uncountedText } from '@ec/contract/live/counted';
import { ballotOf, OTHERS, partyColour, partyName } from '@ec/contract/elections/parties';
import { percent } from '@ec/contract/results/sheet';
import { shareOf } from '../../live/totals.ts';
import { liveAreas, type LiveRequest, liveSummary } from '../../live/service.ts';
import type { Snapshots } from '../../live/snapshot.ts';
import type { Db } from '../../../platform/database/database.ts';
import { auditNotes } from '../../second-entry/review-audit-answers.ts';
import { declarationTables } from './declaration-tables.ts';
import { areaTables, leaderText, mainTable } from './election-area-tables.ts';
import { type Cell, type Chart, columnsOf, type Figures, type Section, type Table } from '../documents/document.ts';
import { snapshotsOf } from './election-snapshots.ts';
import { countFlagged, countUnknownUnits } from './election-queries.ts';
import { unitFormOf } from './request-words.ts';
import { required, type Template } from './template.ts';

type Level = Exclude<LocationType, 'national'>;

/** The levels listed below an area: for the nation both zones and states. */
function levelsBelow(area: LocationId): Level[] {
  const type = locationType(area);
  if (type === 'national') return ['region', 'state'];
  const child = childType(type);
  return child && child !== 'national' ? [child] : [];
}

const NO_RESULTS = 'No results yet';

/** What is counted, the same text on all reports of results. */
const BASIS =
  'Verified figures count results that a reviewer verified. Provisional figures count these and those that still wait for review. Results in dispute and cancelled results are in neither.';

function coverageText({ coverage }: Pick<LiveSummary, 'coverage'>): string {
  const { units, reported, verified, pending, disputed, cancelled } = coverage;
  const share = percent(reported, units);
  return `${inDigits(reported)} of ${inDigits(units)} polling units have reported (${share}%): ${inDigits(verified)} verified, ${inDigits(pending)} awaiting review, ${inDigits(disputed)} disputed, ${inDigits(cancelled)} cancelled.`;
}

/** How many voters are registered in the area, and of how many of its units that says nothing. */
function electorateText({ registeredInArea, coverage: { units } }: LiveSummary, unknown: number): string {
  if (units > 0 && unknown >= units) return `Registered voters in the area: unknown in all of ${inDigits(units)} units`;
  const known = `Registered voters in the area: ${inDigits(registeredInArea)} in ${inDigits(units - unknown)} of ${inDigits(units)} units`;
  return unknown > 0 ? `${known}; unknown in ${inDigits(unknown)}` : known;
}

function figures(summary: LiveSummary, { flagged, unknown }: { flagged: number; unknown: number }): Figures {
  const { verified, provisional } = summary.basis;
  const { coverage, leading } = summary;
  const inWords = (value: number | null) => (value === null ? '–' : inDigits(value));
  const counted = (label: string, of: (totals: typeof verified) => number): Figures['items'][number] => ({
    label: `${label}, verified`,
    value: countedFigure(verified, of(verified)),
    kind: 'count',
    note: `Provisional: ${inWords(countedFigure(provisional, of(provisional)))}`,
  });
  const turnout = (totals: typeof verified) =>
    totals.registeredVoters > 0 ? percent(totals.registeredAccredited, totals.registeredVoters) : null;
  return {
    type: 'figures',
    title: 'Figures',
    items: [
      counted('Votes cast', (totals) => totals.totalVotes),
      counted('Void votes', (totals) => totals.voidVotes),
      counted('Accredited voters', (totals) => totals.accreditedVoters),
      {
        label: `Turnout, verified: accredited of registered voters ${turnoutScope(verified)}`,
        value: turnout(verified),
        kind: 'percent',
        note: `Provisional: ${turnout(provisional)?.toFixed(1).concat('%') ?? '–'}`,
      },
      {
        label: 'Leading, verified',
        value: leaderText(leading.verified, coverage, 'verified'),
        kind: 'text',
        note: `Provisional: ${leaderText(leading.provisional, coverage, 'provisional')}`,
      },
      {
        label: 'Polling units reported',
        value: percent(coverage.reported, coverage.units),
        kind: 'percent',
        note: electorateText(summary, unknown),
      },
      { label: 'Disputed results', value: coverage.disputed, kind: 'count' },
      { label: 'Cancelled results', value: coverage.cancelled, kind: 'count' },
      { label: 'Results with a flag', value: flagged, kind: 'count' },
    ],
  };
}

function chart({ basis, coverage, parties, looks }: LiveSummary): Chart {
  const { votes } = basis.verified;
  const bars = ballotOf(parties)
    .map((party) => ({ party, votes: votes[party] ?? 0 }))
    .toSorted((a, b) => b.votes - a.votes);
  return {
    type: 'chart',
    title: 'Votes by party, verified',
    bars: bars.every((bar) => bar.votes === 0)
      ? []
      : bars.map((bar) => ({
          label: bar.party,
          value: bar.votes,
          text: `${inDigits(bar.votes)} (${(shareOf(basis.verified, bar.party) ?? 0).toFixed(1)}%)`,
          colour: partyColour(bar.party, looks),
        })),
    empty: uncountedText(coverage, 'verified') ?? 'No votes',
  };
}

function partyTable({ basis, parties, looks }: LiveSummary): Table {
  const { verified, provisional } = basis;
  const rows = ballotOf(parties)
    .toSorted((a, b) => (provisional.votes[b] ?? 0) - (provisional.votes[a] ?? 0))
    .map((party): Cell[] => [
      party,
      party === OTHERS ? 'All parties that the election does not list' : partyName(party, looks),
      countedFigure(verified, verified.votes[party] ?? 0),
      shareOf(verified, party),
      countedFigure(provisional, provisional.votes[party] ?? 0),
      shareOf(provisional, party),
    ]);
  const valid = (totals: typeof verified) => countedFigure(totals, totals.totalVotes - totals.voidVotes);
  return {
    type: 'table',
    title: 'Votes by party',
    shortTitle: 'Parties',
    note: 'Shares are of the valid votes.',
    columns: columnsOf('Party', 'Name', 'count:Verified', 'percent:Share', 'count:Provisional', 'percent:Share'),
    named: 1,
    rows,
    total: ['Valid votes', '', valid(verified), null, valid(provisional), null],
    empty: NO_RESULTS,
  };
}

/** The areas of a type that the election covers at least in part. */
async function coveredAreas(db: Db, snapshots: Snapshots, request: LiveRequest, level: Level): Promise<LiveArea[]> {
  const { areas } = await liveAreas(db, snapshots, request, level);
  // By code, as in the official lists: states alphabetically, the FCT last.
  return areas
    .filter(({ coverage }) => coverage.units > 0)
    .toSorted((a, b) => (level === 'state' ? a.area.code.localeCompare(b.area.code) : 0));
}

/** Votes, turnout and coverage of an election in an area, and of each area below it. */
export const electionSummary: Template = async (source) => {
  const { db, asOf, subject } = source;
  const election = required(subject.election);
  const [area] = subject.areas;
  const request = { electionId: election.id, source: 'official' as const, area: required(area) };
  const snapshots = snapshotsOf(db, asOf);
  const summary = await liveSummary(db, snapshots, request);
  const unknown = await countUnknownUnits(db, election.id, request.area);
  await source.step(0.2);
  const levels = levelsBelow(request.area);
  const sections: Section[] = await declarationTables(
    db,
    required(await snapshots.get(election.id, 'official', request.area)),
    request.area,
  );
  let main: Table | undefined;
  let flaggedInAll = 0;
  for (const [index, level] of levels.entries()) {
    const rows = await coveredAreas(db, snapshots, request, level);
    const flagged = await countFlagged(db, request, request.area, level);
    flaggedInAll = [...flagged.values()].reduce((sum, count) => sum + count, 0);
    sections.push(...areaTables(level, rows, flagged, summary));
    main = mainTable(level, rows, flagged, summary);
    await source.step(0.2 + (0.8 * (index + 1)) / levels.length);
  }
  if (!main) flaggedInAll = (await countFlagged(db, request, request.area, 'polling_unit')).size;
  const parties = partyTable(summary);
  return {
    title: `Election summary: ${election.name}`,
    basis: `${BASIS} The figures of polling units are those of form ${unitFormOf(election)}.`,
    coverage: coverageText(summary),
    notes: await auditNotes(db, [election], source.formats),
    sections: [figures(summary, { flagged: flaggedInAll, unknown }), chart(summary), parties, ...sections],
    main: main ?? parties,
    unitForm: unitFormOf(election),
  };
};
