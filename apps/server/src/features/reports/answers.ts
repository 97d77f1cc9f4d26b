import type { DomainEvent } from '@ec/contract/events/schemas';
import { type LocationId, locationType } from '@ec/contract/geography/location-id';
import { type GeneratedReport, REPORT_TEMPLATES, type ReportTemplate } from '@ec/contract/reports/schemas';
import type { Actor, Holder } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import type { ReportRow } from './queries.ts';
import { abilities, type Requester, templatesOf } from './rules.ts';

/** The user as the rules need them; reports need no election mode. */
export function requesterOf({ userId, role, levels, areas, privileges }: Holder): Requester {
  return { userId, role, levels, areas, privileges, electionMode: true };
}

function toReport(actor: Actor, row: ReportRow, names: ReadonlyMap<LocationId, string>): GeneratedReport {
  const { id, template, title, words, areas, status, progress, files, requester, error } = row;
  const [area] = areas.length === 1 ? areas : [];
  const { audit_position: position, audit_hash: hash } = row;
  return {
    id,
    template,
    title,
    parameters: words,
    area: area === undefined ? null : { id: area, type: locationType(area), name: names.get(area) ?? '' },
    status,
    progress,
    requestedBy: requester,
    requestedAt: row.requested_at.toISOString(),
    generatedAt: row.generated_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    files: status === 'completed' ? files : [],
    downloadUrl: status === 'completed' ? `/api/reports/${id}/download` : null,
    error,
    auditHead: position !== null && hash !== null ? { position, hash } : null,
    can: abilities(requesterOf(actor), { requestedBy: row.requested_by, template, status, areas }),
  };
}

export async function toReports(db: Db, actor: Actor, rows: readonly ReportRow[]): Promise<GeneratedReport[]> {
  const names = await loadNames(
    db,
    rows.flatMap(({ areas }) => areas),
  );
  return rows.map((row) => toReport(actor, row, names));
}

/** The templates that the user can run, in the order of the table. */
export function templateList(actor: Actor): ReportTemplate[] {
  return templatesOf(actor).map((id) => {
    const { name, description, type, requiredRole, parameters } = REPORT_TEMPLATES[id];
    return { id, name, description, type, requiredRole: [...requiredRole], parameters: [...parameters] };
  });
}

/** Notifies consoles that the report made progress, ended or was removed. */
export function reportChanged({
  id,
  requested_by,
  areas,
}: Pick<ReportRow, 'id' | 'requested_by' | 'areas'>): DomainEvent {
  const [area] = areas.length === 1 ? areas : [];
  return { type: 'report.changed', reportId: id, requesterId: requested_by, area: area ?? null };
}
