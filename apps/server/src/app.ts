import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import { MAX_SHEET_BYTES } from '@ec/contract/files';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { Registry } from 'prom-client';
import { startAlerts } from './features/alerts/follow.ts';
import { alertJobs } from './features/alerts/jobs.ts';
import { alertRoutes } from './features/alerts/routes.ts';
import { announcementJobs } from './features/announcements/jobs.ts';
import { announcementRoutes } from './features/announcements/routes.ts';
import { approvalRoutes } from './features/approvals/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { authJobs } from './features/auth/jobs.ts';
import { authRoutes } from './features/auth/routes.ts';
import { sealAuthenticators } from './features/auth/seal-authenticators.ts';
import { sealInvites } from './features/auth/seal-invites.ts';
import { chatRoutes } from './features/chat/routes.ts';
import { createCountedElections } from './features/dashboards/election-choice.ts';
import { dashboardRoutes } from './features/dashboards/routes.ts';
import { disputeRoutes } from './features/disputes/routes.ts';
import { createSources } from './features/dashboards/sources.ts';
import { deliveryRoutes } from './features/deliveries/routes.ts';
import { electionModeRoutes, electionRoutes } from './features/elections/routes.ts';
import { fileJobs } from './features/files/jobs.ts';
import { fileRoutes } from './features/files/routes.ts';
import { liveRoutes } from './features/live/routes.ts';
import { createSnapshots } from './features/live/snapshot.ts';
import { metricRoutes } from './features/metrics/routes.ts';
import { moderatorRoutes } from './features/moderators/routes.ts';
import { startPush } from './features/notifications/push.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { permissionRoutes } from './features/permissions/routes.ts';
import { pictureRoutes } from './features/pictures/routes.ts';
import { reportJobs } from './features/reports/jobs.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { resultRoutes } from './features/results/routes.ts';
import { securityJobs } from './features/security/jobs.ts';
import { securityRoutes } from './features/security/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { situationRoomRoutes } from './features/situation-room/routes.ts';
import { userImportRoutes } from './features/user-import/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { wallRoutes } from './features/walls/routes.ts';
import { documentApi } from './platform/api-docs.ts';
import { geographyRoutes } from './features/geography/routes.ts';
import { acceptRegisterFiles } from './features/geography/upload.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createAuditChain } from './platform/audit-chain.ts';
import type { Config } from './platform/config.ts';
import { serveConsole } from './platform/console-files.ts';
import type { Platform } from './platform/context.ts';
import type { Database } from './platform/database.ts';
import { answerUnreadable, answerUnroutable, handleErrors } from './platform/error-handler.ts';
import { createEventFeed } from './platform/events.ts';
import { createFileStore } from './platform/file-stores.ts';
import { createGateways, type Gateways } from './platform/gateways.ts';
import { healthRoutes } from './platform/health.ts';
import { createJobs } from './platform/jobs.ts';
import { logOptions, type LogTarget } from './platform/log.ts';
import { createMessages } from './platform/messages.ts';
import { startMaintenance } from './platform/maintenance.ts';
import { createOrganisation } from './platform/organisation.ts';
import { createRateLimits } from './platform/rate-limits.ts';
import { createReads } from './platform/reads.ts';
import { requestIds } from './platform/request-id.ts';
import { followRequests } from './platform/request-log.ts';
import { createRequestMetrics } from './platform/request-metrics.ts';
import { createRouter, type Router } from './platform/router.ts';
import { createSecretBox } from './platform/secret-box.ts';
import { loadSecretKeys } from './platform/secret-keys.ts';
import { secureHeaders } from './platform/secure-headers.ts';
import { answerSerializer } from './platform/serializer.ts';
import { createSessions } from './platform/sessions.ts';
import { createStreamHub } from './platform/stream-hub.ts';
import { createUploadScanner } from './platform/upload-scanner.ts';
import { VERSION } from './platform/version.ts';
import { createWalls } from './platform/walls.ts';

export interface App {
  fastify: FastifyInstance;
  router: Router;
  platform: Platform;
  close(): Promise<void>;
}

async function createServer(config: Config, registry: Registry, logTo?: LogTarget): Promise<FastifyInstance> {
  const fastify = Fastify({
    logger: logOptions(config, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 256 * 1024,
    genReqId: requestIds(config.trustProxy),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable,
    // A sheet over a slow network takes minutes; a request that never ends would hold its connection for ever.
    requestTimeout: 10 * 60_000,
  });
  fastify.setValidatorCompiler(validatorCompiler);
  fastify.setSerializerCompiler(answerSerializer);
  fastify.decorateRequest('actor', null);
  fastify.decorateRequest('wall', null);
  handleErrors(fastify);
  followRequests(fastify, createRequestMetrics(registry));
  secureHeaders(fastify, config.publicUrl?.startsWith('https:') ?? false);
  // Brotli's own default is for files that are packed once; answers are packed while somebody waits.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  await fastify.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions });
  await fastify.register(multipart, { limits: { fileSize: MAX_SHEET_BYTES, files: 1, fields: 5 } });
  await documentApi(fastify, VERSION);
  return fastify;
}

/** Every call of the API: one line for each feature. */
export function addRoutes(router: Router, platform: Platform): void {
  healthRoutes(router, platform);
  authRoutes(router, platform.config.signInRatePerMinute);
  settingsRoutes(router);
  securityRoutes(router, platform);
  userRoutes(router);
  userImportRoutes(router);
  approvalRoutes(router);
  permissionRoutes(router);
  moderatorRoutes(router);
  notificationRoutes(router);
  electionRoutes(router);
  electionModeRoutes(router);
  resultRoutes(router);
  disputeRoutes(router);
  alertRoutes(router);
  chatRoutes(router);
  announcementRoutes(router);
  fileRoutes(router, platform);
  pictureRoutes(router, platform);
  const snapshots = createSnapshots(platform);
  liveRoutes(router, snapshots);
  const elections = createCountedElections(platform);
  dashboardRoutes(router, createSources(platform, snapshots, elections));
  situationRoomRoutes(router, platform, snapshots, elections);
  wallRoutes(router);
  geographyRoutes(router);
  auditRoutes(router);
  deliveryRoutes(router);
  reportRoutes(router, platform);
}

/** Puts the application together on a migrated database; nothing listens yet. */
export async function buildApp(deps: {
  config: Config;
  database: Database;
  clock?: Clock;
  /** False leaves jobs to other processes, or to `jobs.runDue`. */
  runJobs?: boolean;
  /** Others than those of the configuration. */
  gateways?: Gateways;
  /** Takes the lines of the log in place of standard output. */
  logTo?: LogTarget;
}): Promise<App> {
  const { config, database, clock = systemClock, runJobs = true } = deps;
  const registry = new Registry();
  const fastify = await createServer(config, registry, deps.logTo);
  const organisation = createOrganisation(database, (text) => fastify.log.warn(text));
  const sessions = createSessions(database, organisation, clock);
  const secrets = createSecretBox(loadSecretKeys(config));
  const walls = createWalls(database, organisation, clock);
  const logError = (what: string) => (error: unknown) => fastify.log.error({ err: error }, what);
  const events = createEventFeed(database, logError('event feed'));
  const reads = createReads(database, {
    url: config.readDatabaseUrl,
    max: config.databasePool,
    events,
    warn: (text) => fastify.log.warn(text),
  });
  const auditChain = createAuditChain(database, logError('audit chain'));
  const hub = createStreamHub(async () => (await organisation.current()).electionMode);
  const messages = createMessages(database, deps.gateways ?? createGateways(config, (line) => fastify.log.warn(line)), {
    clock,
    onError: logError('outbox'),
  });
  const jobs = createJobs(database, logError('jobs'));
  const platform: Platform = {
    config,
    database,
    reads,
    organisation,
    sessions,
    walls,
    events,
    auditChain,
    hub,
    messages,
    jobs,
    files: createFileStore(config),
    scanner: createUploadScanner(config.clamav, registry, (error) =>
      fastify.log.warn({ err: error }, 'upload taken unseen'),
    ),
    secrets,
    rateLimits: createRateLimits(database.writes, config.rateLimitFactor),
    clock,
  };
  const router = createRouter(fastify, platform);
  const { lost } = await sealAuthenticators(database, secrets);
  await sealInvites(database, secrets);
  if (lost > 0) fastify.log.warn({ authenticators: lost }, 'sealed with a key that SECRET_KEYS does not hold');

  acceptRegisterFiles(fastify);
  addRoutes(router, platform);
  metricRoutes(fastify, platform, registry);

  jobs.define(...authJobs(platform));
  jobs.define(...securityJobs(platform));
  jobs.define(...fileJobs(platform));
  jobs.define(...reportJobs(platform, logError('reports')));
  jobs.define(...announcementJobs(platform));

  await serveConsole(fastify, organisation);
  const stopPush = startPush(platform, logError('push'));
  await events.start();
  reads.start();
  auditChain.start();
  jobs.define(...alertJobs(platform));
  const stopMaintenance = startMaintenance(database, (error) => fastify.log.error({ err: error }, 'maintenance'));
  if (runJobs) await jobs.start();
  const stopAlerts = runJobs ? startAlerts(platform, logError('alerts')) : undefined;
  messages.wake();
  return {
    fastify,
    router,
    platform,
    async close() {
      stopMaintenance();
      await jobs.stop();
      await stopAlerts?.();
      stopPush();
      hub.close();
      await events.stop();
      await auditChain.stop();
      await fastify.close();
      await reads.stop();
      await messages.stop();
    },
  };
}
