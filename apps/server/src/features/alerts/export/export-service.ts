import { Readable } from 'node:stream';
import { ALERT_RULES, type AlertExportQuery } from '@ec/contract/alerts/schemas';
import { ancestorOf, codeOf, type LocationId, type LocationType } from '@ec/contract/geography/location-id';
import type { Db } from '../../../platform/database/database.ts';
import { loadNames } from '../../../platform/database/places.ts';
import { csvHead, csvTexts } from '../../../platform/files/csv-lines.ts';
import { type Actor, areaOf, areasOf, boundedArea } from '../../../platform/http/actor.ts';
import type { ReadContext } from '../../../platform/http/context.ts';
import { areaFromReference } from '../../../platform/http/requests.ts';
import type { Transact } from '../../../platform/http/router.ts';
import { type Formats, formatsOf } from '../../../platform/runtime/format.ts';
import { type AlertRow, type Filter, listForExport, type ReaderNow } from '../queries.ts';
import { seesNames } from '../rules.ts';

/** Rows a statement: memory stays flat however many there are. */
const STRETCH = 2000;
const LEVELS = ['region', 'state', 'lga', 'ward', 'polling_unit'] as const satisfies readonly LocationType[];
const COLUMNS = [
  'raised',
  'priority',
  'type',
  'rule',
  'title',
  'message',
  'count',
  ...LEVELS,
  'place_code',
  'progress',
  'acknowledged_by',
  'acknowledged',
  'owner',
  'note',
  'escalated',
  'resolved_by',
  'resolved',
  'read',
];

const progressOf = ({ acknowledgedAt, resolvedAt }: AlertRow): string =>
  resolvedAt ? 'resolved' : acknowledgedAt ? 'acknowledged' : 'open';

/** Who takes care of an alert, and their note, are empty for readers who do not see them in the list either. */
function toRow(
  alert: AlertRow,
  names: ReadonlyMap<LocationId, string>,
  { exact }: Formats,
  showsNames: boolean,
): string[] {
  const { areaId } = alert;
  const named = (text: string | null | undefined) => (showsNames ? (text ?? '') : '');
  const moment = (at: Date | null) => (at ? exact(at) : '');
  const places = LEVELS.map((level) => {
    const place = ancestorOf(areaId, level);
    return (place && names.get(place)) ?? '';
  });
  return [
    exact(alert.createdAt),
    alert.priority,
    alert.type,
    ALERT_RULES[alert.rule].title,
    alert.title,
    alert.message,
    alert.source ?? '',
    ...places,
    codeOf(areaId),
    progressOf(alert),
    named(alert.acknowledgedBy?.name),
    moment(alert.acknowledgedAt),
    named(alert.owner?.name),
    named(alert.note),
    moment(alert.escalatedAt),
    named(alert.resolvedBy?.name),
    moment(alert.resolvedAt),
    alert.isRead ? 'yes' : 'no',
  ];
}

async function* csvText(db: Db, who: ReaderNow, filter: Filter, formats: Formats): AsyncGenerator<string> {
  yield csvHead(COLUMNS);
  const showsNames = seesNames(who.reader);
  let rows = await listForExport(db, who, filter, { below: null, limit: STRETCH });
  while (rows.length > 0) {
    const names = await loadNames(
      db,
      rows.map(({ areaId }) => areaId),
    );
    yield* csvTexts(rows.map((alert) => toRow(alert, names, formats, showsNames)));
    const last = rows.at(-1);
    rows =
      last && rows.length === STRETCH ? await listForExport(db, who, filter, { below: last.seq, limit: STRETCH }) : [];
  }
}

/** The filtered alerts that the reader can see as CSV, newest first. The audit entry that says who took the list is written before its first line. */
export async function exportAlerts(
  context: Pick<ReadContext, 'db' | 'organisation' | 'now'> & { actor: Actor; transact: Transact },
  query: AlertExportQuery,
): Promise<Readable> {
  const { db, actor, organisation, transact, now } = context;
  areasOf(actor);
  const asked = areaFromReference(query.area);
  const area = asked === undefined ? undefined : boundedArea(actor, asked);
  await transact(async (write) => {
    await write.audit({ event: 'alert.exported', areaId: area ?? areaOf(actor), next: { filters: query } });
  });
  return Readable.from(csvText(db, { reader: actor, now }, { ...query, area }, formatsOf(organisation.settings)));
}
