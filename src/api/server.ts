import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { Turns } from '../lib/turns.ts';
import { type Access, checkAccess } from './access.ts';
import type { AppInstance } from './app-instance.ts';
import { keepAudit } from './audit.ts';
import { answerClientError } from './client-errors.ts';
import { CLIENT_PATIENCE, type ClientPatience, cutOffStalledReaders } from './client-patience.ts';
import { answerError, unknownRoute } from './errors.ts';
import { answerUnchanged } from './etag.ts';
import { BROTLI, ENCODINGS, GZIP } from './encoding.ts';
import { type DocumentedRoute, toOpenApi } from './openapi.ts';
import { asksForPage, registerPage } from './page.ts';
import { shareStoredAnswers } from './shared-answers.ts';
import { limitPipelining } from './limit-pipelining.ts';
import { type AlertPorts, alertRoutes } from './routes/alerts.ts';
import { type AuditPorts, auditRoutes } from './routes/audit.ts';
import { type ChannelPorts, channelRoutes } from './routes/channels.ts';
import { type ConfigurationPorts, configurationRoutes } from './routes/configuration.ts';
import { type CronJobActionPorts, cronJobActionRoutes } from './routes/cron-job-actions.ts';
import { type CronJobPorts, cronJobRoutes } from './routes/cron-jobs.ts';
import { type DailyStatisticsPorts, dailyStatisticsRoutes } from './routes/daily-statistics.ts';
import { type ExecutionPorts, executionRoutes } from './routes/executions.ts';
import { type ExportPorts, exportRoutes } from './routes/exports.ts';
import { type MonitorPorts, monitorRoutes } from './routes/monitors.ts';
import { type OutagePorts, outageRoutes } from './routes/outages.ts';
import { type ProbePorts, probeRoutes } from './routes/probes.ts';
import { type PrunePorts, pruneRoutes } from './routes/prune.ts';
import { type ReportPorts, reportRoutes } from './routes/reports.ts';
import { type SchedulePreviewPorts, schedulePreviewRoutes } from './routes/schedule-preview.ts';
import { type SlotPorts, slotRoutes } from './routes/slots.ts';
import { type SlaPorts, slaRoutes } from './routes/sla.ts';
import { type StatsPorts, statsRoutes } from './routes/stats.ts';
import { type StoredAnswerPorts, tagStoredAnswers } from './stored-answer.ts';
import { type SuggestedFixPorts, suggestedFixRoutes } from './routes/suggested-fixes.ts';
import { type TimelinePorts, timelineRoutes } from './routes/timeline.ts';
import { compileValidator } from './validation.ts';

/** All that the server reads and calls. */
export type ServerPorts = AlertPorts &
  AuditPorts &
  ChannelPorts &
  ConfigurationPorts &
  CronJobActionPorts &
  CronJobPorts &
  DailyStatisticsPorts &
  ExecutionPorts &
  ExportPorts &
  MonitorPorts &
  OutagePorts &
  ProbePorts &
  PrunePorts &
  ReportPorts &
  SchedulePreviewPorts &
  SlaPorts &
  SlotPorts &
  StatsPorts &
  StoredAnswerPorts &
  SuggestedFixPorts &
  TimelinePorts;

/** What a server is made of. */
export interface ServerOptions {
  readonly log: FastifyBaseLogger;
  /** Of the service, for the OpenAPI document. */
  readonly version: string;
  /** The directory of the built page; null serves the API alone. */
  readonly pageDirectory: string | null;
  readonly access: Access;
  readonly ports: ServerPorts;
  /** CLIENT_PATIENCE when not given. */
  readonly patience?: ClientPatience;
}

const BODY_LIMIT_BYTES = 64 * 1_024;

/** Of a request, all together. */
const HEADERS_LIMIT_BYTES = 16 * 1_024;

/** Longer than any name that Kubernetes takes (253) with every character percent-encoded. */
const LONGEST_PATH_PARAMETER = 1_024;

/**
 * The HTTP server of the API, the page, the probes and the metrics, ready to `listen`. `close` lets
 * requests that are being answered end, and refuses new ones.
 */
export async function createServer(options: ServerOptions): Promise<AppInstance> {
  const { patience = CLIENT_PATIENCE } = options;
  const app: AppInstance = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: LONGEST_PATH_PARAMETER },
    requestTimeout: patience.requestMs,
    connectionTimeout: patience.stalledMs,
    http: {
      maxHeaderSize: HEADERS_LIMIT_BYTES,
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.checkMs,
    },
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  app.setErrorHandler(answerError);
  app.setValidatorCompiler(compileValidator);
  // V8 writes JSON faster than the serializers that Fastify would compile from the schemas.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  readBodiesAsText(app);
  limitPipelining(app);
  cutOffStalledReaders(app);
  app.addHook('onRequest', async (request) => checkAccess(options.access, request));
  await app.register(helmet, SECURITY_HEADERS);
  await app.register(compress, {
    globalDecompression: false,
    encodings: [...ENCODINGS],
    brotliOptions: BROTLI,
    zlibOptions: GZIP,
  });
  probeRoutes(app, options.ports);
  await app.register(async (api: AppInstance) => registerApi(api, options), { prefix: '/api/v1' });
  if (options.pageDirectory !== null) await registerPage(app, options.pageDirectory);
  answerUnknownRoutes(app, options.pageDirectory !== null);
  return app;
}

function registerApi(api: AppInstance, { ports, version, access }: ServerOptions): void {
  const routes: DocumentedRoute[] = [];
  api.addHook('onRoute', (route) => {
    if (route.schema?.summary !== undefined && route.method !== 'HEAD') routes.push(route);
  });
  const turns = new Turns();
  tagStoredAnswers(api, ports);
  shareStoredAnswers(api, turns);
  keepAudit(api, { ...ports, access });
  api.addHook('onSend', answerUnchanged);
  cronJobRoutes(api, ports, turns);
  cronJobActionRoutes(api, ports);
  dailyStatisticsRoutes(api, ports);
  executionRoutes(api, ports);
  slotRoutes(api, ports);
  outageRoutes(api, ports);
  alertRoutes(api, ports, access);
  monitorRoutes(api, ports, turns);
  slaRoutes(api, ports, turns);
  channelRoutes(api, ports);
  exportRoutes(api, ports, turns);
  reportRoutes(api, ports);
  pruneRoutes(api, ports);
  schedulePreviewRoutes(api, ports);
  statsRoutes(api, ports);
  suggestedFixRoutes(api, ports);
  auditRoutes(api, ports);
  configurationRoutes(api, ports);
  timelineRoutes(api, ports, turns);
  const document = toOpenApi(routes, version);
  api.get('/openapi.json', async () => document);
}

/**
 * Whatever a body calls itself, it is read as text: `curl -d` says that JSON is a form, and calls
 * without a body take any. The header goes, because Fastify refuses those that it cannot parse.
 */
function readBodiesAsText(app: AppInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request) => {
    delete request.raw.headers['content-type'];
  });
}

function answerUnknownRoutes(app: AppInstance, hasPage: boolean): void {
  app.setNotFoundHandler((request, reply) => {
    if (hasPage && asksForPage(request)) return reply.sendFile('index.html');
    throw unknownRoute(request);
  });
}

/**
 * Without HSTS and upgrade-insecure-requests, which would break a service that speaks plain HTTP.
 * The page may set styles by script, element by element, but may bring no style sheet of its own.
 */
const SECURITY_HEADERS = {
  hsts: false,
  xFrameOptions: { action: 'deny' },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
} as const;
