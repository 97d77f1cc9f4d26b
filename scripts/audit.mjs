// Checks the shipped dependencies with the registry: a known high or critical vulnerability fails the tests. If the registry does not answer, the
// stored list is used, and its age printed (advisories.mjs).
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { isGrave, judgeByList, listOf, readList, readShipped, writeList } from './advisories.mjs';
import { ROOT } from './prepare.mjs';

const PATIENCE_MS = 60_000;

const isReport = (found) => typeof found?.vulnerabilities === 'object' && found.vulnerabilities !== null;

/** npm's report, whatever its exit code (not 0 if there are findings). Undefined if there is none. */
async function readReport() {
  const run = promisify(execFile);
  const options = { cwd: ROOT, timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 };
  try {
    const { stdout } = await run('npm', ['audit', '--omit=dev', '--json'], options).catch((error) => error);
    const found = JSON.parse(stdout);
    return isReport(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** The message for a report, and whether it fails. Undefined if the registry gave no report. */
export function judge(found) {
  if (!isReport(found)) return undefined;
  const all = Object.values(found.vulnerabilities);
  const grave = all.filter(isGrave);
  const lines = grave.map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
  return {
    lines: [...lines, `${all.length} known vulnerabilities, ${grave.length} of them high or critical`],
    ok: grave.length === 0,
  };
}

/** 0 if no serious vulnerability is known, 1 if one is, undefined if neither the registry nor the list is available. */
export async function auditDependencies() {
  const verdict = judge(await readReport()) ?? judgeByList(readList(), readShipped(), Date.now());
  if (!verdict) {
    console.log('Skipped: the registry did not answer which vulnerabilities are known, and has not since the list of');
    console.log('scripts/known-advisories.json was begun. Run `npm run advisories` where it answers.');
    return undefined;
  }
  for (const line of verdict.lines) console.log(line);
  return verdict.ok ? 0 : 1;
}

/** `npm run advisories`: writes the list from the registry's answer; without an answer the list stays unchanged. */
async function renewList() {
  const report = await readReport();
  if (report || !readList()) writeList(listOf(report, readShipped(), Date.now()));
  if (!report) {
    console.log('The registry did not answer; the list keeps the date that it has.');
    return 1;
  }
  const verdict = judge(report);
  for (const line of verdict.lines) console.log(line);
  console.log('scripts/known-advisories.json is written; commit it.');
  return verdict.ok ? 0 : 1;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await renewList();
