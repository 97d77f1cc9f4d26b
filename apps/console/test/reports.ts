import { Me } from '@ec/contract/auth/schemas';
import { locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { Location, LocationList } from '@ec/contract/geography/schemas';
import {
  GeneratedReport,
  mayRun,
  REPORT_TEMPLATE_IDS,
  REPORT_TEMPLATES,
  ReportList,
  ReportTemplateList,
} from '@ec/contract/reports/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { DEFAULT_SETTINGS, SettingsAnswer } from '@ec/contract/settings/schemas';
import type * as z from 'zod/mini';
import { electionsAnswer } from './elections.ts';
import { meOf, signedInOnDevice } from './people.ts';
import { freshId } from './results.ts';
import { type Call, ok, serve } from './server.ts';

type ReportDraft = z.input<typeof GeneratedReport>;

export const HASH = 'a'.repeat(64);
export const FILES = [
  { format: 'pdf' as const, size: 122_880, sha256: 'b'.repeat(64) },
  { format: 'xlsx' as const, size: 20_480, sha256: 'c'.repeat(64) },
  { format: 'csv' as const, size: 900, sha256: 'd'.repeat(64) },
];

/** A completed summary of the nation, requested by the signed-in user; or as changed. */
export function reportOf(change: Partial<ReportDraft> = {}): GeneratedReport {
  return GeneratedReport.parse({
    id: freshId(),
    template: 'election_summary',
    title: 'Election summary: Presidential election',
    parameters: [{ label: 'Election', value: 'Presidential election' }],
    area: { id: NATION, type: 'national', name: 'Nigeria' },
    status: 'completed',
    progress: 1,
    requestedBy: { id: '0190a0b0-0000-7000-8000-000000000001', name: 'Ada Obi', role: 'national_admin' },
    requestedAt: '2023-02-26T08:00:00.000Z',
    generatedAt: '2023-02-26T08:00:05.000Z',
    expiresAt: '2023-05-27T08:00:05.000Z',
    files: FILES,
    downloadUrl: '/api/reports/x/download',
    error: null,
    auditHead: { position: 530_012, hash: HASH },
    can: { repeat: true, remove: true },
    ...change,
  });
}

/** The same before it was made. */
export const underWay = (status: 'queued' | 'running', progress: number, change: Partial<ReportDraft> = {}) =>
  reportOf({ status, progress, generatedAt: null, expiresAt: null, files: [], auditHead: null, ...change });

export const listOf = (reports: readonly GeneratedReport[]) =>
  ok(ReportList, { reports: [...reports], total: reports.length });

const templatesFor = (role: Role) => REPORT_TEMPLATE_IDS.filter((id) => mayRun({ role, privileges: null }, id));

const LAGOS = { id: locationIdOf('24') ?? NATION, type: 'state' as const, name: 'Lagos', code: '24' };
const SOUTH_WEST = { id: locationIdOf('SW') ?? NATION, type: 'region' as const, name: 'South West', code: 'SW' };
const place = (one: typeof LAGOS | typeof SOUTH_WEST) => ({ ...one, parentId: NATION, chain: [], units: 10 });

function locations({ query }: Call): Response {
  const found = [SOUTH_WEST, LAGOS].filter(({ type }) => type === query.get('type')).map(place);
  return ok(LocationList, { locations: found, total: found.length });
}

/** A server that knows the person's templates, two places and the settings; other answers as given. */
export function serveReports(role: Role, handlers: Record<string, (call: Call) => Response> = {}): Call[] {
  signedInOnDevice();
  const templates = templatesFor(role).map((id) => ({ id, ...REPORT_TEMPLATES[id] }));
  return serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /reports/templates': () =>
      ok(ReportTemplateList, {
        templates: templates.map((one) => ({
          ...one,
          requiredRole: [...one.requiredRole],
          parameters: [...one.parameters],
        })),
        total: templates.length,
      }),
    'GET /reports': () => listOf([]),
    'GET /locations': locations,
    [`GET /locations/${SOUTH_WEST.id}`]: () => ok(Location, place(SOUTH_WEST)),
    'GET /elections': () => electionsAnswer([]),
    'GET /settings': () =>
      ok(SettingsAnswer, { ...DEFAULT_SETTINGS, version: 1, updatedAt: null, updatedBy: null, can: { edit: true } }),
    ...handlers,
  });
}
