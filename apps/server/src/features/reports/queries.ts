import type { UserId } from '@ec/contract/base/common';
import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import type { ReportId, ReportParameters, ReportStatus, ReportTemplateId } from '@ec/contract/reports/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { likeEscaped } from '../../platform/database/sql-parts.ts';
import type { ReportsTable } from '../../platform/database/tables/reports.ts';

/** The reports that a user can see: of templates that their role can run, about their areas. */
export interface Reader {
  userId: UserId;
  /** Templates of which they see only the reports that they requested. */
  own: readonly ReportTemplateId[];
  templates: readonly ReportTemplateId[];
  areas: readonly LocationId[];
}

export interface ReportRow
  extends Omit<ReportsTable, 'progress' | 'status' | 'attempts' | 'files' | 'parameters' | 'words'> {
  status: ReportStatus;
  progress: number;
  files: { format: 'pdf' | 'xlsx' | 'csv'; size: number; sha256: string }[];
  parameters: ReportParameters;
  words: { label: string; value: string }[];
  attempts: number;
  requester: { id: UserId; name: string; role: Role };
}

const COLUMNS = sql`r.*, json_build_object('id', u.id, 'name', u.name, 'role', u.role) as requester`;

function visible({ userId, templates, own, areas }: Reader): RawBuilder<boolean> {
  if (templates.length === 0 || areas.length === 0) return sql<boolean>`false`;
  const inside = areas.map((area) => {
    const { first, last } = areaRange(area);
    return sql`a between ${first}::bigint and ${last}::bigint`;
  });
  return sql<boolean>`(r.template = any (${`{${templates.join(',')}}`}::text[])
    and (r.requested_by = ${userId} or r.template <> all (${`{${own.join(',')}}`}::text[]))
    and not exists (select from unnest(r.areas) as a where not (${sql.join(inside, sql` or `)})))`;
}

export async function listReports(
  db: Db,
  reader: Reader,
  filter: {
    template?: ReportTemplateId | undefined;
    status?: ReportStatus | undefined;
    mine?: boolean | undefined;
    q?: string | undefined;
  },
  page: { limit: number; offset: number },
): Promise<{ rows: ReportRow[]; total: number }> {
  const parts = [visible(reader)];
  if (filter.template) parts.push(sql`r.template = ${filter.template}`);
  if (filter.status) parts.push(sql`r.status = ${filter.status}`);
  if (filter.mine) parts.push(sql`r.requested_by = ${reader.userId}`);
  if (filter.q) {
    const words = `%${likeEscaped(filter.q)}%`;
    parts.push(sql`(r.title ilike ${words} or u.name ilike ${words} or r.words::text ilike ${words})`);
  }
  const where = sql.join(parts, sql` and `);
  const from = sql`from reports r join users u on u.id = r.requested_by where ${where}`;
  const [rows, count] = await Promise.all([
    sql<ReportRow>`select ${COLUMNS} ${from} order by r.requested_at desc, r.id desc
      limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${from}`.execute(db),
  ]);
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 };
}

export async function findVisibleReport(db: Db, reader: Reader, id: ReportId): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`select ${COLUMNS} from reports r join users u on u.id = r.requested_by
    where r.id = ${id} and ${visible(reader)}`.execute(db);
  return rows[0];
}

/** The report for its generator, without an access check. */
export async function findReport(db: Db, id: ReportId): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`select ${COLUMNS} from reports r join users u on u.id = r.requested_by
    where r.id = ${id}`.execute(db);
  return rows[0];
}

/** The number of the user's queued and running reports. */
export async function countOpen(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from reports
    where requested_by = ${userId} and status in ('queued', 'running')`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A queued or running report that the user requested with the same parameters since the given time. */
export async function findEqual(
  db: Db,
  asked: {
    userId: UserId;
    template: ReportTemplateId;
    parameters: ReportParameters;
    areas: readonly LocationId[];
    since: Date;
  },
): Promise<ReportId | undefined> {
  const { rows } = await sql<{ id: ReportId }>`select id from reports
    where requested_by = ${asked.userId} and template = ${asked.template} and status in ('queued', 'running')
      and parameters = ${JSON.stringify(asked.parameters)}::jsonb and areas = ${`{${asked.areas.join(',')}}`}::bigint[]
      and requested_at > ${asked.since}
    order by requested_at desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** Reports with expired files. */
export async function listExpired(db: Db, now: Date, limit: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`select ${COLUMNS} from reports r join users u on u.id = r.requested_by
    where r.status = 'completed' and r.expires_at <= ${now} order by r.expires_at limit ${limit}`.execute(db);
  return rows;
}

/** Gives a report's transaction more memory: few run at a time, and they group and sort more than ordinary calls. */
export async function withMoreMemory(db: Db): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(db);
}
