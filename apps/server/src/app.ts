import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { Registry } from 'prom-client';
import { startAlerts } from './features/alerts/follow-audit-log.ts';
import { alertJobs } from './features/alerts/jobs.ts';
import { alertRoutes } from './features/alerts/routes.ts';
import { announcementJobs } from './features/announcements/jobs.ts';
import { announcementRoutes } from './features/announcements/routes.ts';
import { approvalRoutes } from './features/approvals/routes.ts';
import { auditJobs } from './features/audit/jobs.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { authJobs } from './features/auth/jobs.ts';
import { authRoutes } from './features/auth/routes.ts';
import { sealAuthenticators } from './features/auth/account/authenticator.ts';
import { sealInvites } from './features/auth/recovery/accept-invite.ts';
import { chatRoutes } from './features/chat/routes.ts';
import { createCountedElections } from './features/dashboards/election-choice.ts';
import { dashboardRoutes } from './features/dashboards/routes.ts';
import { disputeRoutes } from './features/disputes/routes.ts';
import { createSources } from './features/dashboards/sources.ts';
import { deliveryRoutes } from './features/deliveries/routes.ts';
import { collationRoutes } from './features/collations/routes.ts';
import { constituencyRoutes } from './features/constituencies/routes.ts';
import { contestDayRoutes } from './features/contest-days/routes.ts';
import { coverAnew } from './features/elections/repository.ts';
import { formCodeRoutes } from './features/form-codes/routes.ts';
import { lawRoutes } from './features/law/routes.ts';
import { findSeenLogo } from './features/elections/ballot-queries.ts';
import { electionModeRoutes, electionRoutes } from './features/elections/routes.ts';
import { fileJobs } from './features/files/jobs.ts';
import { fileRoutes } from './features/files/routes.ts';
import { createDeclarations } from './features/live/declaration-service.ts';
import { liveRoutes } from './features/live/routes.ts';
import { createSnapshots } from './features/live/snapshot.ts';
import { unusualRoutes } from './features/unusual/routes.ts';
import { marginOfLeadRoutes } from './features/margin-of-lead/routes.ts';
import { metricRoutes } from './features/metrics/routes.ts';
import { moderatorRoutes } from './features/moderators/routes.ts';
import { startPush } from './features/notifications/push.ts';
import { notificationJobs } from './features/notifications/digest-service.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { permissionRoutes } from './features/permissions/routes.ts';
import { pictureRoutes } from './features/pictures/routes.ts';
import { readinessRoutes } from './features/readiness/routes.ts';
import { reportJobs } from './features/reports/jobs.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { tableFile } from './features/reports/table-file-service.ts';
import { joinPhoto } from './features/results/photo-service.ts';
import { resultRoutes } from './features/results/routes.ts';
import { createCollationCounter } from './features/collations/counts/count-service.ts';
import { createWaitingCounts } from './features/results/review-service.ts';
import { securityJobs } from './features/security/jobs.ts';
import { securityRoutes } from './features/security/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { createSituationRooms } from './features/situation-room/rooms.ts';
import { situationRoomRoutes } from './features/situation-room/routes.ts';
import { userImportRoutes } from './features/user-import/routes.ts';
import { uploadJobs } from './features/files/uploads/jobs.ts';
import { acceptParts, uploadRoutes } from './features/files/uploads/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { wallRoutes } from './features/walls/routes.ts';
import { documentApi, healthRoutes } from './platform/http/platform-routes.ts';
import { geographyRoutes } from './features/geography/routes.ts';
import { acceptRegisterFiles } from './features/geography/register-import/upload.ts';
import { type Clock, systemClock } from './platform/runtime/clock.ts';
import { createAuditChain } from './platform/audit/audit-chain.ts';
import type { Config } from './platform/runtime/config.ts';
import { serveConsole } from './platform/http/console-files.ts';
import type { Platform } from './platform/http/context.ts';
import type { Database } from './platform/database/database.ts';
import { answerUnreadable, answerUnroutable, handleErrors } from './platform/http/error-handler.ts';
import { createEventFeed } from './platform/events/events.ts';
import { createFileStore } from './platform/files/file-stores.ts';
import { FORM_LIMITS } from './platform/http/input/form.ts';
import { createGateways, type Gateways } from './platform/messages/gateways.ts';
import { createImages } from './platform/files/images.ts';
import { parseJsonBodies } from './platform/http/input/json-body.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { logOptions, type LogTarget } from './platform/runtime/log.ts';
import { createMessages } from './platform/messages/messages.ts';
import { startMaintenance } from './platform/jobs/maintenance.ts';
import { createOrganisation } from './platform/runtime/organisation.ts';
import { createRateLimits } from './platform/http/limits/rate-limits.ts';
import { createReads } from './platform/database/reads.ts';
import { SIGNED_IN_BODY } from './platform/http/input/request-checks.ts';
import { createRequestMetrics, followRequests, requestIds } from './platform/http/request-log.ts';
import { createRouter, type Router } from './platform/http/router.ts';
import { createSecretBox } from './platform/identity/secret-box.ts';
import { loadSecretKeys } from './platform/identity/secret-keys.ts';
import { secureHeaders } from './platform/http/secure-headers.ts';
import { answerSerializer } from './platform/http/input/serializer.ts';
import { createSessions } from './platform/identity/sessions.ts';
import { createStreamHub } from './platform/events/stream-hub.ts';
import { createTurns } from './platform/http/limits/turns.ts';
import { createUploadScanner } from './platform/files/upload-scanner.ts';
import { validateRequests } from './platform/http/input/validation.ts';
import { VERSION } from './platform/runtime/version.ts';
import { createWalls } from './platform/identity/walls.ts';
import { findAnswerPicture } from './features/approvals/queries.ts';
import { closeRequestAbout, raiseRequest } from './features/approvals/requests.ts';
import { findSeenPicture } from './features/chat/channels.ts';
import { DISPUTE_HOOKS } from './features/disputes/outcome-service.ts';
import { secondEntryJobs } from './features/second-entry/jobs.ts';
import { findHeldPhoto } from './features/second-entry/queries.ts';
import { auditNotes } from './features/second-entry/review-audit-answers.ts';
import { reviewAuditRoutes } from './features/second-entry/review-audit-routes.ts';
import { secondEntryRoutes } from './features/second-entry/routes.ts';

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
    bodyLimit: SIGNED_IN_BODY,
    genReqId: requestIds(config.trustProxy),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable,
    // Uploading a sheet over a slow network takes minutes; without a limit a stalled request would hold its connection forever.
    requestTimeout: 10 * 60_000,
  });
  fastify.setValidatorCompiler(validateRequests);
  fastify.setSerializerCompiler(answerSerializer);
  fastify.decorateRequest('actor', null);
  fastify.decorateRequest('wall', null);
  fastify.decorateRequest('identifiedAt', 0);
  parseJsonBodies(fastify);
  handleErrors(fastify);
  followRequests(fastify, createRequestMetrics(registry));
  secureHeaders(fastify, config.publicUrl?.startsWith('https:') ?? false);
  // Brotli's default quality is meant for files compressed once; answers are compressed while the user waits.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  await fastify.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions });
  await fastify.register(multipart, { limits: FORM_LIMITS });
  await documentApi(fastify, VERSION);
  return fastify;
}

/** All calls of the API: one line per feature. */
export function addRoutes(router: Router, platform: Platform): void {
  healthRoutes(router, platform);
  authRoutes(router, platform.config.signInRatePerMinute);
  settingsRoutes(router);
  securityRoutes(router, platform);
  userRoutes(router, { raise: raiseRequest, closeAbout: closeRequestAbout });
  userImportRoutes(router);
  approvalRoutes(router);
  permissionRoutes(router);
  moderatorRoutes(router);
  notificationRoutes(router);
  electionRoutes(router);
  formCodeRoutes(router);
  contestDayRoutes(router);
  lawRoutes(router);
  electionModeRoutes(router);
  readinessRoutes(router, platform);
  const waiting = createWaitingCounts();
  resultRoutes(router, DISPUTE_HOOKS, waiting);
  secondEntryRoutes(router, platform, DISPUTE_HOOKS);
  reviewAuditRoutes(router);
  disputeRoutes(router);
  marginOfLeadRoutes(router);
  unusualRoutes(router);
  collationRoutes(router, tableFile);
  alertRoutes(router);
  chatRoutes(router);
  announcementRoutes(router);
  fileRoutes(router, platform, {
    findPicture: findSeenPicture,
    findAnswerPicture,
    findLogo: findSeenLogo,
    findHeldPhoto,
    joinPhoto,
  });
  uploadRoutes(router, platform, joinPhoto);
  pictureRoutes(router, platform);
  const snapshots = createSnapshots(platform);
  const declarations = createDeclarations(platform, snapshots);
  liveRoutes(router, snapshots, declarations, auditNotes);
  const elections = createCountedElections(platform);
  const collation = createCollationCounter(platform.events);
  dashboardRoutes(router, createSources(platform, snapshots, elections, waiting, collation));
  const rooms = createSituationRooms(platform, snapshots, elections, declarations, collation);
  situationRoomRoutes(router, rooms);
  wallRoutes(router, rooms);
  geographyRoutes(router);
  constituencyRoutes(router, coverAnew);
  auditRoutes(router);
  deliveryRoutes(router);
  reportRoutes(router, platform);
}

/** Builds the application on a migrated database; it does not listen yet. */
export async function buildApp(deps: {
  config: Config;
  database: Database;
  clock?: Clock;
  /** False leaves jobs to other processes, or to `jobs.runDue`. */
  runJobs?: boolean;
  /** Replaces the configured gateways. */
  gateways?: Gateways;
  /** Receives the log lines instead of standard output. */
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
    mostBehindSeconds: config.readMaxLagSeconds ?? 10,
    warn: (text) => fastify.log.warn(text),
  });
  const auditChain = createAuditChain(database, logError('audit chain'));
  const hub = createStreamHub(async () => (await organisation.current()).electionMode, clock);
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
    images: createImages({ atOnce: config.imagesAtOnce }),
    originals: createTurns({ atOnce: 8, atOnceOfOne: 2, waiting: 64, waitingOfOne: 4 }),
    secrets,
    rateLimits: createRateLimits(database.writes, config.rateLimitFactor),
    clock,
  };
  const router = createRouter(fastify, platform);
  const { lost } = await sealAuthenticators(database, secrets);
  await sealInvites(database, secrets);
  if (lost > 0) fastify.log.warn({ authenticators: lost }, 'sealed with a key that SECRET_KEYS does not hold');

  acceptRegisterFiles(fastify);
  acceptParts(fastify);
  addRoutes(router, platform);
  metricRoutes(fastify, platform, registry);

  jobs.define(...auditJobs(platform));
  jobs.define(...authJobs(platform));
  jobs.define(...securityJobs(platform));
  jobs.define(...fileJobs(platform));
  jobs.define(...uploadJobs(platform));
  jobs.define(...reportJobs(platform, logError('reports')));
  jobs.define(...announcementJobs(platform));
  jobs.define(...secondEntryJobs(platform));

  await serveConsole(fastify, { organisation, messages });
  const stopPush = startPush(platform, logError('push'));
  await events.start();
  reads.start();
  auditChain.start();
  jobs.define(...alertJobs(platform), ...notificationJobs(platform));
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
      platform.images.close();
      await reads.stop();
      await messages.stop();
    },
  };
}
