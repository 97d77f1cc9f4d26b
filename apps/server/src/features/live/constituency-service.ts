import { countedFigure } from '@ec/contract/live/counted';
import type { LiveConstituencies, LiveConstituency } from '@ec/contract/live/schemas';
import { KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import { ballotOf } from '@ec/contract/elections/parties';
import { isInside, locationType } from '@ec/contract/geography/location-id';
import { leadOf } from '@ec/contract/results/sheet';
import { stringify } from 'csv-stringify/sync';
import type { Db } from '../../platform/database/database.ts';
import { type ConstituencyName, listParts, namesOfConstituencies, type Part } from '../constituencies/queries.ts';
import type { Note } from './feed-service.ts';
import { type AreaTally, listTalliesOfWards } from './queries.ts';
import { type LiveRequest, requireSnapshot } from './service.ts';
import { coveredPart, type Snapshot, type Snapshots, talliesIn } from './snapshot.ts';
import { coverageOf, leadingOf, totalsOf } from './totals.ts';

/** A reader sees the figures of a constituency that lies in their area as a whole, where the election is held in it. */
function isShown({ election }: Snapshot, { area }: LiveRequest, parts: readonly Part[]): boolean {
  const [first] = parts;
  if (!first || !parts.every(({ areaId }) => isInside(areaId, area))) return false;
  if (election.constituencies.length > 0) return election.constituencies.includes(first.constituencyId);
  return parts.some(({ areaId }) => election.areas.some(({ id }) => isInside(areaId, id) || isInside(id, areaId)));
}

function toRow(
  snapshot: Snapshot,
  { id, name, code, state }: ConstituencyName,
  parts: readonly Part[],
  wards: ReadonlyMap<number, AreaTally[]>,
): LiveConstituency {
  const counted = parts.flatMap(({ areaId }) =>
    locationType(areaId) === 'ward' ? (wards.get(areaId) ?? []) : talliesIn(snapshot, areaId),
  );
  const units = parts.reduce((sum, part) => sum + coveredPart(snapshot, part.areaId, part).units, 0);
  const { parties } = snapshot.election;
  const verified = totalsOf(counted, 'verified', parties);
  const provisional = totalsOf(counted, 'provisional', parties);
  return {
    constituency: { id, name, code, state },
    coverage: coverageOf(counted, units),
    verified,
    provisional,
    leading: leadingOf(verified, provisional),
  };
}

async function list(db: Db, snapshot: Snapshot, request: LiveRequest): Promise<LiveConstituencies> {
  const kind = KIND_OF_ELECTION[snapshot.election.type] ?? null;
  const asOf = snapshot.asOf.toISOString();
  if (kind === null) return { kind, constituencies: [], asOf };
  const all = Map.groupBy(await listParts(db, kind), ({ constituencyId }) => constituencyId);
  const shown = new Map([...all].filter(([, parts]) => isShown(snapshot, request, parts)));
  const single = [...shown.values()].flat().flatMap(({ areaId }) => (locationType(areaId) === 'ward' ? [areaId] : []));
  const [names, tallies] = await Promise.all([
    namesOfConstituencies(db, [...shown.keys()]),
    listTalliesOfWards(db, request.electionId, request.source, single),
  ]);
  const wards = Map.groupBy(tallies, ({ areaId }): number => areaId);
  return { kind, constituencies: names.map((name) => toRow(snapshot, name, shown.get(name.id) ?? [], wards)), asOf };
}

/** One row a constituency in which the election is held and that lies wholly in the area; none for elections of other types. */
export async function liveConstituencies(
  db: Db,
  snapshots: Snapshots,
  request: LiveRequest,
): Promise<LiveConstituencies> {
  const snapshot = await requireSnapshot(snapshots, request);
  return await snapshot.onceInArea(request.area, `constituencies of ${request.area}`, () =>
    list(db, snapshot, request),
  );
}

/** The same as CSV: figures of both bases; what is not counted on a basis stays empty. The form is that of the sheets, as printed on the paper. */
export function constituencyCsv(
  { constituencies }: LiveConstituencies,
  parties: readonly string[],
  { form, notes }: { form: string; notes: readonly Note[] },
): string {
  const bases = ['verified', 'provisional'] as const;
  const ballot = ballotOf(parties);
  const figures = bases.flatMap((basis) =>
    ['results', 'leading', 'lead', ...ballot, 'void', 'total_votes'].map((column) => `${column}_${basis}`),
  );
  const columns = [
    'constituency',
    'name',
    'state',
    'units',
    'reported',
    ...figures,
    'form',
    ...notes.map(({ label }) => label),
  ];
  const rows = constituencies.map(({ constituency, coverage, leading, ...totals }, index) => [
    constituency.id,
    constituency.name,
    constituency.state,
    coverage.units,
    coverage.reported,
    ...bases.flatMap((basis) => {
      const { results, votes, voidVotes, totalVotes } = totals[basis];
      const known = [leadOf(votes).lead, ...ballot.map((party) => votes[party] ?? 0), voidVotes, totalVotes];
      return [results, leading[basis], ...known.map((value) => countedFigure(totals[basis], value))];
    }),
    form,
    ...notes.map(({ text }) => (index === 0 ? text : null)),
  ]);
  return stringify([columns, ...rows], { escape_formulas: true, bom: true });
}
