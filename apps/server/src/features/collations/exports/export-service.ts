import type { ExportFormat, GainsExportQuery } from '@ec/contract/collations/exports';
import type { CollationId } from '@ec/contract/collations/schemas';
import { codeOf } from '@ec/contract/geography/location-id';
import { inOneSnapshot } from '../../../platform/database/database.ts';
import { loadNames } from '../../../platform/database/places.ts';
import { type Actor, requireInside } from '../../../platform/http/actor.ts';
import type { ReadContext } from '../../../platform/http/context.ts';
import type { Transact } from '../../../platform/http/router.ts';
import { compareCollation, readCompared } from '../compare-service.ts';
import { requireInsideCollation } from '../decision-service.ts';
import { requireElection, resolvePlace } from '../form-service.ts';
import { gainsReport } from '../gains-service.ts';
import type { RenderedFile, RenderFile } from './exported-file.ts';
import { formFile } from './form-file.ts';
import { gainsFile } from './gains-file.ts';

type Exporting = Pick<ReadContext, 'db' | 'now' | 'organisation'> & { actor: Actor; transact: Transact };

/** Parts on a worksheet; a CSV file has all. */
const MOST_ON_SHEET = 50_000;

const byOf = ({ db, actor, organisation, now }: Exporting) => ({ db, actor, settings: organisation.settings, now });

/** Gains and losses of an area as a file; who takes it is noted before it is sent. */
export async function exportGains(
  context: Exporting,
  query: GainsExportQuery,
  render: RenderFile,
): Promise<RenderedFile> {
  const { db, actor, now, transact } = context;
  const { format, table } = query;
  const election = await requireElection(db, query.electionId);
  const { areaId, constituency } = await resolvePlace(db, election, query);
  requireInside(actor, areaId);
  const most = format === 'csv' ? Number.MAX_SAFE_INTEGER : MOST_ON_SHEET;
  const [gains, names] = await Promise.all([
    inOneSnapshot(db, async (tx) => await gainsReport(tx, query, now, most)),
    loadNames(db, [areaId]),
  ]);
  const place = [names.get(areaId), codeOf(areaId), constituency?.name].filter(Boolean).join(' ');
  await transact(async (write) => {
    const next = {
      area: query.area,
      ...(constituency && { constituency: constituency.id }),
      format,
      ...(format === 'csv' && { table }),
    };
    await write.audit({ event: 'collation.gains_exported', resourceId: election.id, areaId, next });
  });
  const file = gainsFile(
    gains,
    { election: { id: election.id, name: election.name }, place },
    format === 'csv' ? table : 'parts',
  );
  return await render(byOf(context), format, file);
}

/** The rows of a form beside our own figures as a file. Throws NOT_FOUND outside the reader's areas. */
export async function exportForm(
  context: Exporting,
  id: CollationId,
  format: ExportFormat,
  render: RenderFile,
): Promise<RenderedFile> {
  const { db, actor, transact } = context;
  const record = await requireInsideCollation(db, actor, id);
  const form = await readCompared(db, record);
  const children = [...form.compared.map(({ childId }) => childId), ...form.others, record.areaId];
  const [comparison, names] = await Promise.all([compareCollation(db, record, form), loadNames(db, children)]);
  await transact(async (write) => {
    const next = { format, version: record.version };
    await write.audit({ event: 'collation.exported', resourceId: id, areaId: record.areaId, next });
  });
  return await render(byOf(context), format, formFile(record, form, comparison, names));
}
