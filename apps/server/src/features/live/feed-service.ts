import { Readable } from 'node:stream';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import type { FeedItem, FeedQuery } from '@ec/contract/live/schemas';
import { ballotOf, byParty } from '@ec/contract/elections/parties';
import { RESULT_STATUS_WORDS } from '@ec/contract/results/words';
import { ORIGIN_WORDS, originOf } from '@ec/contract/second-entry/desk-words';
import type { Db } from '../../platform/database/database.ts';
import { csvHead, csvTexts } from '../../platform/files/csv-lines.ts';
import type { Formats } from '../../platform/runtime/format.ts';
import { loadNames } from '../../platform/database/places.ts';
import { countFeed, type FeedFilter, type FeedRow, listExport, listFeed, listFlags } from './queries.ts';
import { type LiveRequest, requireSnapshot, talliesOf } from './service.ts';
import type { Snapshots } from './snapshot.ts';

/** The filter in the database's terms; undefined where the party requested is not on the ballot, so nothing matches. */
export function feedFilter(query: FeedQuery, area: LocationId, parties: readonly string[]): FeedFilter | undefined {
  const place = query.party === undefined ? undefined : ballotOf(parties).indexOf(query.party) + 1;
  if (place === 0) return undefined;
  const { electionId, source, status, leading } = query;
  return { electionId, source, areas: [area], status, leading, partyPlace: place };
}

function places(row: FeedRow, names: ReadonlyMap<LocationId, string>) {
  const name = (type: 'state' | 'lga' | 'ward') =>
    names.get(ancestorOf(row.pollingUnitId, type) ?? row.pollingUnitId) ?? '';
  return { state: name('state'), lga: name('lga'), ward: name('ward') };
}

export async function liveFeed(
  db: Db,
  filter: FeedFilter,
  limit: number,
  parties: readonly string[],
): Promise<FeedItem[]> {
  const rows = await listFeed(db, filter, limit);
  const [names, flags] = await Promise.all([
    loadNames(
      db,
      rows.map((row) => row.pollingUnitId),
    ),
    listFlags(
      db,
      rows.filter((row) => row.flags.length > 0).map((row) => row.id),
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    pollingUnitId: row.pollingUnitId,
    unit: row.unit,
    code: row.code,
    ...places(row, names),
    votes: byParty(row.votes, parties),
    totalVotes: row.totalVotes,
    leading: row.leading,
    status: row.status,
    flags: flags.find((flag) => flag.id === row.id)?.flags ?? [],
    desk: row.desk,
    timestamp: row.changedAt.toISOString(),
  }));
}

/** All results that the filter selects: from the kept totals, or counted where a party is requested. */
export async function liveFeedTotal(
  db: Db,
  snapshots: Snapshots,
  request: LiveRequest,
  filter: FeedFilter,
): Promise<number> {
  const snapshot = await requireSnapshot(snapshots, request);
  const { status, leading, partyPlace } = filter;
  if (!leading && partyPlace === undefined) {
    const tallies = await talliesOf(db, snapshot, request);
    const asked = tallies.filter((tally) => (status ? tally.status === status : tally.status !== 'returned'));
    return asked.reduce((sum, { units }) => sum + units, 0);
  }
  const question = `feed ${request.area} ${status ?? ''} ${leading ?? ''} ${partyPlace ?? ''}`;
  const { total } = await snapshot.onceInArea(request.area, question, async () => ({
    total: await countFeed(db, filter),
  }));
  return total;
}

/** Rows read at once: large enough for the database, small enough not to hold up other calls. */
const STRETCH = 1000;

/** What is said beside all totals: a column, with its text in the first row, as in the CSV files of reports. */
export interface Note {
  label: string;
  text: string;
}

interface CsvWords {
  formats: Formats;
  /** The code of the sheet, as it is printed on the paper. */
  form: string;
  notes: readonly Note[];
}

function csvRow(row: FeedRow, names: ReadonlyMap<LocationId, string>, { formats, form }: CsvWords): unknown[] {
  const { state, lga, ward } = places(row, names);
  const place = [row.code, state, lga, ward, row.unit, row.registered, row.accredited];
  const standing = [
    row.leading,
    row.status,
    RESULT_STATUS_WORDS[row.status],
    row.version,
    row.flags.join(' '),
    formats.exact(row.changedAt),
    form,
    originOf(row.desk),
    ORIGIN_WORDS[originOf(row.desk)],
  ];
  return [...place, ...row.votes, row.voidVotes, row.totalVotes, ...standing];
}

/** Its failure is met where it is awaited; until then, and where the reader goes away, it is no unhandled one. */
function readAhead<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

async function* csvText(
  db: Db,
  filter: FeedFilter | undefined,
  columns: readonly string[],
  words: CsvWords,
): AsyncGenerator<string> {
  yield csvHead([...columns, ...words.notes.map(({ label }) => label)]);
  if (!filter) return;
  let first = true;
  let next = listExport(db, filter, 0, STRETCH);
  for (;;) {
    const rows: FeedRow[] = await next;
    const last = rows.at(-1);
    const more = last !== undefined && rows.length === STRETCH;
    // The database reads the next stretch while this one is put into text and sent.
    if (more) next = readAhead(listExport(db, filter, last.pollingUnitId, STRETCH));
    const names = await loadNames(
      db,
      rows.map((row) => ancestorOf(row.pollingUnitId, 'ward') ?? row.pollingUnitId),
    );
    yield* csvTexts(
      rows.map((row, index) => [
        ...csvRow(row, names, words),
        ...words.notes.map(({ text }) => (first && index === 0 ? text : null)),
      ]),
    );
    first = false;
    if (!more) return;
  }
}

/**
 * The filtered results as CSV, read and written in stretches, so that memory stays flat however many there are. Without a filter, which nothing matches,
 * the heading line alone.
 */
export function exportCsv(
  db: Db,
  filter: FeedFilter | undefined,
  parties: readonly string[],
  words: CsvWords,
): Readable {
  const place = ['pu_code', 'state', 'lga', 'ward', 'polling_unit', 'registered', 'accredited'];
  const standing = [
    'leading',
    'status',
    'standing',
    'version',
    'flags',
    'changed_at',
    'form',
    'origin',
    'origin_words',
  ];
  const columns = [...place, ...ballotOf(parties), 'void', 'total_votes', ...standing];
  return Readable.from(csvText(db, filter, columns, words));
}
