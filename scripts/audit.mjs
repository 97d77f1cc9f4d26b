// The dependencies that are shipped, asked about at the registry: a known vulnerability that is high or critical fails the
// tests. A registry that cannot be reached, or has no such service, is said and skipped: nobody's tests hang on it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './prepare.mjs';

const GRAVE = ['high', 'critical'];
const PATIENCE_MS = 60_000;

/** npm's report, whatever its exit code: it is not 0 as soon as anything was found. */
async function report() {
  const run = promisify(execFile);
  const options = { cwd: ROOT, timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await run('npm', ['audit', '--omit=dev', '--json'], options).catch((error) => error);
  return JSON.parse(stdout);
}

/** What is to be said of a report, and whether it fails. Undefined: it is none, for the registry gave none. */
export function judge(found) {
  if (typeof found?.vulnerabilities !== 'object' || found.vulnerabilities === null) return undefined;
  const all = Object.values(found.vulnerabilities);
  const grave = all.filter(({ severity }) => GRAVE.includes(severity));
  const lines = grave.map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
  return {
    lines: [...lines, `${all.length} known vulnerabilities, ${grave.length} of them high or critical`],
    ok: grave.length === 0,
  };
}

/** 0 where nothing grave is known, 1 where something is, undefined where the registry could not be asked. */
export async function auditDependencies() {
  const verdict = judge(await report().catch(() => undefined));
  if (!verdict) {
    console.log('Skipped: the registry did not answer which vulnerabilities are known.');
    return undefined;
  }
  for (const line of verdict.lines) console.log(line);
  return verdict.ok ? 0 : 1;
}
