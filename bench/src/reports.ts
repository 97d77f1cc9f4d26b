import { setTimeout as delay } from 'node:timers/promises';
import type { ElectionId } from '@ec/contract/base/common';
import {
  type GeneratedReport,
  REPORT_TEMPLATE_IDS,
  REPORT_TEMPLATES,
  type ReportTemplateId,
} from '@ec/contract/reports/schemas';
import type { Database } from '@ec/server/platform/database/database';
import { request } from 'undici';
import { pickWatchers, signIn } from './dataset.ts';
import { type Client, constantRate, openClient, requireLoopback } from './load.ts';
import { quietMoment, watchMachine } from './machine.ts';
import type { ServerProcess } from './server-process.ts';
import { type Latency, latency, rounded } from './statistics.ts';

const LOOK_MS = 25;
const PATIENCE_MS = 5 * 60_000;
const LOOKS_PER_SECOND = 20;

export interface ReportRun {
  template: ReportTemplateId;
  /** From the request until a polling reader sees it completed, its files in place. */
  seconds: number;
  kilobytes: Record<string, number>;
  /** /live/summary while it was made. */
  meanwhile: Latency;
}

export interface ExportRun {
  path: string;
  secondsToFirst: number;
  seconds: number;
  megabytes: number;
}

export interface ReportsRun {
  others: number;
  reports: ReportRun[];
  exports: ExportRun[];
  /** What the server process takes of the machine before the first and after the last. */
  megabytes: { before: number; after: number };
}

function parametersOf(template: ReportTemplateId, election: ElectionId) {
  const asked: readonly string[] = REPORT_TEMPLATES[template].parameters;
  return asked.includes('election_id') ? { election_id: election } : { date_range: { period: 'month' } };
}

async function answered<T>(client: Client, call: Parameters<Client['send']>[0]): Promise<T> {
  const { status, text } = await client.send(call);
  if (status !== 200 && status !== 201) throw new Error(`${call.path}: ${status} ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}

/** Asks for the report and looks until it is completed. */
export async function makeReport(client: Client, token: string, template: ReportTemplateId, election: ElectionId) {
  const body = JSON.stringify({ template, parameters: parametersOf(template, election) });
  const begin = performance.now();
  const { id } = await answered<GeneratedReport>(client, { method: 'POST', path: '/reports', token, body });
  for (;;) {
    const report = await answered<GeneratedReport>(client, { method: 'GET', path: `/reports/${id}`, token });
    const milliseconds = performance.now() - begin;
    if (report.status === 'completed') return { report, milliseconds };
    if (report.status === 'failed') throw new Error(`${template}: ${report.error}`);
    if (milliseconds > PATIENCE_MS) throw new Error(`${template} was not made in time`);
    await delay(LOOK_MS);
  }
}

async function runReport(origin: string, token: string, template: ReportTemplateId, election: ElectionId) {
  const client = openClient(origin, 8);
  const looks: number[] = [];
  const looking = constantRate(LOOKS_PER_SECOND, async () => {
    const path = `/live/summary?electionId=${election}&area=NG`;
    const { status, text, milliseconds } = await client.send({ method: 'GET', path, token });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    looks.push(milliseconds);
  });
  const { report, milliseconds } = await makeReport(client, token, template, election);
  await looking.stop();
  await client.close();
  return {
    template,
    seconds: rounded(milliseconds / 1000, 2),
    kilobytes: Object.fromEntries(report.files.map(({ format, size }) => [format, Math.round(size / 1024)])),
    meanwhile: latency(looks),
  } satisfies ReportRun;
}

export async function runExport(origin: string, token: string, path: string): Promise<ExportRun> {
  requireLoopback(origin);
  const begin = performance.now();
  const reply = await request(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${await reply.body.text()}`);
  let first = 0;
  let bytes = 0;
  for await (const chunk of reply.body as AsyncIterable<Buffer>) {
    if (bytes === 0) first = performance.now() - begin;
    bytes += chunk.length;
  }
  return {
    path: path.replace(/\?.*$/, ''),
    secondsToFirst: rounded(first / 1000, 2),
    seconds: rounded((performance.now() - begin) / 1000, 2),
    megabytes: rounded(bytes / 1024 / 1024),
  };
}

/** Every kind of report about the whole nation, one after the other, and the exports. */
export async function runReports(
  database: Database,
  { server, election }: { server: ServerProcess; election: ElectionId },
): Promise<ReportsRun> {
  const [token = ''] = await signIn(database, await pickWatchers(database, 'national_admin', 1));
  const resident = async () => Math.round((await server.memory()).resident / 1024 / 1024);
  await quietMoment();
  const watch = await watchMachine(database);
  const before = await resident();
  const reports: ReportRun[] = [];
  for (const template of REPORT_TEMPLATE_IDS) {
    reports.push(await runReport(server.origin, token, template, election));
  }
  const exports: ExportRun[] = [];
  for (const path of [`/live/export.csv?electionId=${election}`, '/audit-logs/export.csv']) {
    exports.push(await runExport(server.origin, token, path));
  }
  return { others: await watch.others(), reports, exports, megabytes: { before, after: await resident() } };
}
