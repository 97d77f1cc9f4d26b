import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function problemsOf(env: Record<string, string>): string[] {
  const loaded = loadConfig({ DATA_DIR: folder, ...env });
  return loaded.ok ? [] : loaded.problems;
}

describe('the configuration', () => {
  it('has a default for everything but the data folder', () => {
    const loaded = loadConfig({ DATA_DIR: folder });
    expect(loaded).toEqual({
      ok: true,
      config: {
        mode: 'organisation',
        port: 3001,
        host: '0.0.0.0',
        dataDir: folder,
        databaseUrl: undefined,
        databaseOwnerUrl: undefined,
        databasePool: 16,
        readMaxLagSeconds: 10,
        publicUrl: undefined,
        superAdminPhone: undefined,
        superAdminPassword: undefined,
        bulkImportPassword: undefined,
        bucket: undefined,
        metricsToken: undefined,
        smtp: undefined,
        sms: undefined,
        logLevel: 'info',
        trustProxy: false,
        signInRatePerMinute: 600,
        rateLimitFactor: 1,
        imagesAtOnce: 2,
        rehearsalScale: 'full',
        rehearsalContests: 'one',
        rehearsalPace: 5,
      },
    });
  });

  it('takes what is set, and an empty value for absent', () => {
    const loaded = loadConfig(
      {
        DATA_DIR: folder,
        PORT: '8080',
        DATABASE_URL: 'postgresql://ec@db/ec',
        DATABASE_OWNER_URL: 'postgresql://owner@db/ec',
        PUBLIC_URL: 'https://results.example.ng/',
        TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
        LOG_LEVEL: '',
      },
      'rehearsal',
    );
    expect(loaded).toMatchObject({
      ok: true,
      config: {
        mode: 'rehearsal',
        port: 8080,
        databaseUrl: 'postgresql://ec@db/ec',
        databaseOwnerUrl: 'postgresql://owner@db/ec',
        publicUrl: 'https://results.example.ng',
        trustProxy: ['10.0.0.0/8', '127.0.0.1'],
        logLevel: 'warn',
      },
    });
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '1e3'],
    ['DATABASE_URL', 'mysql://localhost/ec'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://ec@one,two/ec'],
    ['DATABASE_URL', 'postgres://ec@one:5432,two:5432/ec'],
    ['READ_MAX_LAG_SECONDS', '0'],
    ['DATABASE_OWNER_URL', 'postgres://owner@db/ec'],
    ['READ_DATABASE_URL', 'postgres://ec@replica/ec'],
    ['DATABASE_POOL', '1'],
    ['CLAMAV_URL', '/run/clamav/clamd.ctl'],
    ['CLAMAV_URL', 'http://127.0.0.1:3310'],
    ['CLAMAV_URL', 'tcp://127.0.0.1/path'],
    ['CLAMAV_AWAY', 'maybe'],
    ['PUBLIC_URL', 'results.example.ng'],
    ['PUBLIC_URL', 'ftp://results.example.ng'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['SIGN_IN_RATE_PER_MINUTE', '-1'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['REHEARSAL_SCALE', 'huge'],
    ['REHEARSAL_CONTESTS', 'many'],
    ['SUPER_ADMIN_PHONE', 'the boss'],
    ['SUPER_ADMIN_PASSWORD', 'short'],
  ])('refuses %s=%s with one sentence that names it', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} must be .+\\.$`));
  });

  it('answers every problem at once', () => {
    const problems = problemsOf({ PORT: 'abc', PUBLIC_URL: 'x', LOG_LEVEL: 'loud' });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['PORT', 'PUBLIC_URL', 'LOG_LEVEL']);
  });

  it('never repeats a secret', () => {
    const problems = problemsOf({
      DATABASE_URL: 'http://u:hunter2@db',
      DATABASE_OWNER_URL: 'http://u:hunter2@db',
      READ_DATABASE_URL: 'http://u:hunter2@replica',
      SUPER_ADMIN_PASSWORD: 'abc12',
    });
    expect(problems).toHaveLength(4);
    expect(problems.join(' ')).not.toMatch(/hunter2|abc12/);
  });

  it('refuses a data folder that is a file', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect(problemsOf({ DATA_DIR: file })).toEqual([`DATA_DIR must be a folder; ${file} is not one.`]);
    expect(problemsOf({ DATA_DIR: path.join(file, 'below') })[0]).toMatch(/^DATA_DIR must be a folder/);
    expect(problemsOf({ DATA_DIR: '/proc/data' })[0]).toMatch(/^DATA_DIR must be a folder that this account may write/);
  });
});
