import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { PASSWORD_FLOOR } from '@ec/contract/auth/password-rule';
import * as z from 'zod/mini';
import { AUDIT_HEADS_VARIABLES, type AuditHeadsConfig, auditHeadsConfig } from '../audit/audit-heads-config.ts';
import {
  BUCKET_SECRETS,
  BUCKET_VARIABLES,
  type BucketConfig,
  bucketConfig,
  bucketProblems,
} from '../files/bucket-config.ts';
import {
  GATEWAY_SECRETS,
  GATEWAY_VARIABLES,
  gatewayConfig,
  gatewayProblems,
  type SmsConfig,
  type SmtpConfig,
} from '../messages/gateway-config.ts';
import { SCANNER_VARIABLES, type ScannerConfig, scannerConfig } from '../files/scanner-config.ts';
import { secretKeysVariable } from '../identity/secret-keys.ts';

export type Mode = 'organisation' | 'rehearsal';

/** All configuration from environment variables. No other file reads the environment. */
export interface Config {
  mode: Mode;
  port: number;
  host: string;
  /** Absolute path of the folder that holds the embedded store, the uploaded files and the log. */
  dataDir: string;
  /** Absent: the embedded PostgreSQL below dataDir. */
  databaseUrl: string | undefined;
  /** The same database, for the role that owns its tables and migrates it; absent: the role of databaseUrl does. */
  databaseOwnerUrl: string | undefined;
  databasePool: number;
  /** A replica, for reads that may be some seconds old; absent: everything is read from the database itself. */
  readDatabaseUrl?: string | undefined;
  /** A replica further behind is not read from. */
  readMaxLagSeconds?: number | undefined;
  publicUrl: string | undefined;
  superAdminPhone: string | undefined;
  superAdminPassword: string | undefined;
  bulkImportPassword: string | undefined;
  /** Keys that seal what is stored, the one of today first; absent: one below dataDir. */
  secretKeys?: readonly string[] | undefined;
  /** Absent: uploaded files lie in a folder of dataDir. */
  bucket: BucketConfig | undefined;
  /** The virus scanner of uploads; absent: they are not scanned. */
  clamav?: ScannerConfig | undefined;
  /** Where the audit chain's head goes every hour; absent: it stays in the database and on reports. */
  auditHeads?: AuditHeadsConfig | undefined;
  /** Pictures that are opened at the same time, each in a process of its own with up to 500 MB. */
  imagesAtOnce: number;
  /** Who may read the metrics from elsewhere; absent: this machine only. */
  metricsToken: string | undefined;
  /** Absent: e-mail is written to the log. */
  smtp: SmtpConfig | undefined;
  /** Absent: SMS are written to the log. */
  sms: SmsConfig | undefined;
  logLevel: LogLevel;
  /** These addresses or networks are proxies whose X-Forwarded-For is trusted; false: none is. */
  trustProxy: false | string[];
  /** Sign-in attempts that one address may make in a minute. */
  signInRatePerMinute: number;
  /** Multiplies every other limit of calls in a minute. */
  rateLimitFactor: number;
  /** How large the rehearsal's organisation is: all 176,846 units, or about 400 for a quick trial. */
  rehearsalScale: 'full' | 'small';
  /** Elections that the units of the demo's state hold on one day: the presidential one, or three. */
  rehearsalContests: 'one' | 'three';
  /** Results a second that the rehearsal's feeder sends; 0 for none. */
  rehearsalPace: number;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LoadedConfig = { ok: true; config: Config } | { ok: false; problems: string[] };

const wholeNumber = (least: number, most: number, fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(
        z.regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`),
        z.refine((text) => !/^\d{1,9}$/.test(text) || (Number(text) >= least && Number(text) <= most), {
          error: `must be a whole number from ${least} to ${most}`,
        }),
      ),
      z.transform(Number),
    ),
    fallback,
  );

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

const databaseUrl = z.string().check(
  z.refine((text) => /^postgres(ql)?:$/.test(parseUrl(text)?.protocol ?? '') && !parseUrl(text)?.host.includes(','), {
    error: 'must be the address of one PostgreSQL server, like postgres://user:password@host:5432/database',
  }),
);

const publicUrl = z.pipe(
  z.string().check(
    z.refine((text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ''), {
      error: 'must be a web address that begins with http:// or https://',
    }),
  ),
  z.transform((text) => text.replace(/\/+$/, '')),
);

/** Never all addresses: a caller who bypasses the proxy could then claim any address. */
const trustProxy = z._default(
  z.pipe(
    z.string().check(
      z.regex(/^(false|[\da-fA-F.:]+(\/0*[1-9]\d{0,2})?(\s*,\s*[\da-fA-F.:]+(\/0*[1-9]\d{0,2})?)*)$/, {
        error: 'must be false, or the addresses of the proxies, like 10.0.0.0/8, 127.0.0.1; not everybody',
      }),
    ),
    z.transform((text): false | string[] => (text === 'false' ? false : text.split(',').map((part) => part.trim()))),
  ),
  false,
);

const password = z.string().check(z.minLength(PASSWORD_FLOOR, `must be at least ${PASSWORD_FLOOR} characters long`));

const Environment = z.object({
  PORT: wholeNumber(1, 65_535, 3001),
  HOST: z._default(
    z.string().check(z.regex(/^[\w.:-]+$/, 'must be a host name or an address to listen on')),
    '0.0.0.0',
  ),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(databaseUrl),
  DATABASE_OWNER_URL: z.optional(databaseUrl),
  READ_DATABASE_URL: z.optional(databaseUrl),
  READ_MAX_LAG_SECONDS: wholeNumber(1, 3600, 10),
  DATABASE_POOL: wholeNumber(2, 200, 16),
  PUBLIC_URL: z.optional(publicUrl),
  SUPER_ADMIN_PHONE: z.optional(
    z.string().check(z.regex(/^[+\d][\d ()-]{6,20}$/, 'must be a phone number, like 0803 123 4567')),
  ),
  SUPER_ADMIN_PASSWORD: z.optional(password),
  BULK_IMPORT_PASSWORD: z.optional(password),
  SECRET_KEYS: secretKeysVariable,
  ...GATEWAY_VARIABLES,
  ...BUCKET_VARIABLES,
  ...SCANNER_VARIABLES,
  ...AUDIT_HEADS_VARIABLES,
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^[\w.~+/=-]{24,200}$/, 'must be 24 to 200 letters, digits or signs of . ~ + / = _ -')),
  ),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
  TRUST_PROXY: trustProxy,
  SIGN_IN_RATE_PER_MINUTE: wholeNumber(1, 1_000_000, 600),
  RATE_LIMIT_FACTOR: wholeNumber(1, 1000, 1),
  PICTURES_AT_ONCE: wholeNumber(1, 64, 2),
  REHEARSAL_CONTESTS: z._default(z.enum(['one', 'three'], 'must be one or three'), 'one'),
  REHEARSAL_SCALE: z._default(z.enum(['full', 'small'], 'must be full or small'), 'full'),
  REHEARSAL_PACE: wholeNumber(0, 1000, 5),
});

const SECRETS = new Set<string>([
  'SUPER_ADMIN_PASSWORD',
  'BULK_IMPORT_PASSWORD',
  'SECRET_KEYS',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'READ_DATABASE_URL',
  'METRICS_TOKEN',
  ...BUCKET_SECRETS,
  ...GATEWAY_SECRETS,
]);

function describe(name: string, value: string | undefined, message: string): string {
  return SECRETS.has(name) || value === undefined ? `${name} ${message}.` : `${name} ${message}; it is "${value}".`;
}

/** Makes the folder and those above it. Node's own recursive mkdir never returns where the system takes no folder, as in /proc. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    makeFolder(path.dirname(folder));
    mkdirSync(folder);
  }
}

/** Makes the folder; returns the reason if it cannot hold data. */
function dataDirProblem(folder: string): string | undefined {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) return `DATA_DIR must be a folder; ${folder} is not one.`;
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR') return `DATA_DIR must be a folder; ${folder} is not one.`;
    return `DATA_DIR must be a folder that this account may write; ${folder} is not (${code ?? 'unknown reason'}).`;
  }
}

/** Reads the environment once, at start. Every problem is answered at once, each as a sentence that names the variable. */
export function loadConfig(env: NodeJS.ProcessEnv, mode: Mode = 'organisation'): LoadedConfig {
  // An empty value is what a service manager's template leaves where nothing was filled in: absent.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return describe(name, given[name], issue.message);
      });
  problems.push(...gatewayProblems(given), ...bucketProblems(given));
  if (given['DATABASE_OWNER_URL'] !== undefined && given['DATABASE_URL'] === undefined) {
    problems.push(
      'DATABASE_OWNER_URL must be set together with DATABASE_URL, which names the role that does the work.',
    );
  }
  if (given['READ_DATABASE_URL'] !== undefined && given['DATABASE_URL'] === undefined) {
    problems.push('READ_DATABASE_URL must be set together with DATABASE_URL, whose replica it names.');
  }
  const dataDir = path.resolve(given['DATA_DIR'] ?? './data');
  const problem = dataDirProblem(dataDir);
  if (problem) problems.push(problem);
  if (!parsed.success || problems.length > 0) return { ok: false, problems: [...new Set(problems)] };

  const values = parsed.data;
  return {
    ok: true,
    config: {
      mode,
      port: values.PORT,
      host: values.HOST,
      dataDir,
      databaseUrl: values.DATABASE_URL,
      databaseOwnerUrl: values.DATABASE_OWNER_URL,
      databasePool: values.DATABASE_POOL,
      readDatabaseUrl: values.READ_DATABASE_URL,
      readMaxLagSeconds: values.READ_MAX_LAG_SECONDS,
      publicUrl: values.PUBLIC_URL,
      superAdminPhone: values.SUPER_ADMIN_PHONE,
      superAdminPassword: values.SUPER_ADMIN_PASSWORD,
      bulkImportPassword: values.BULK_IMPORT_PASSWORD,
      secretKeys: values.SECRET_KEYS,
      bucket: bucketConfig(values),
      clamav: scannerConfig(values),
      auditHeads: auditHeadsConfig(values),
      metricsToken: values.METRICS_TOKEN,
      ...gatewayConfig(values),
      // A rehearsal's terminal is for its accounts, not for a line about each of its feeder's calls.
      logLevel: values.LOG_LEVEL ?? (mode === 'rehearsal' ? 'warn' : 'info'),
      trustProxy: values.TRUST_PROXY,
      signInRatePerMinute: values.SIGN_IN_RATE_PER_MINUTE,
      rateLimitFactor: values.RATE_LIMIT_FACTOR,
      imagesAtOnce: values.PICTURES_AT_ONCE,
      rehearsalScale: values.REHEARSAL_SCALE,
      rehearsalContests: values.REHEARSAL_CONTESTS,
      rehearsalPace: values.REHEARSAL_PACE,
    },
  };
}
