// The dated list of shipped packages and their known advisories (scripts/known-advisories.json), used when the registry does not answer. `npm run
// advisories` queries the registry and writes the list.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './prepare.mjs';

const LIST = path.join(ROOT, 'scripts', 'known-advisories.json');
const DAY_MS = 86_400_000;
const GRAVE = ['high', 'critical'];

export const isGrave = ({ severity }) => GRAVE.includes(severity);

/** The shipped packages of the lock file as `name@version`, without development dependencies and our own packages. */
export function shippedPackages(lock) {
  const shipped = Object.entries(lock.packages ?? {})
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link)
    .map(([place, { name, version }]) => `${name ?? place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`);
  return [...new Set(shipped)].sort();
}

/** The advisories of npm's report that apply to shipped packages, without duplicates. */
export function advisoriesOf(report) {
  const all = Object.values(report.vulnerabilities).flatMap(({ via = [] }) =>
    via.filter((one) => typeof one === 'object'),
  );
  const known = all.map(({ name, title, severity, range }) => ({ name, title, severity, range }));
  return [...new Map(known.map((one) => [JSON.stringify(one), one])).values()];
}

function parts(version) {
  const [, numbers = '', early = ''] = /^v?([\d.]+)(?:-([^+]*))?/.exec(version) ?? [];
  const [major = 0, minor = 0, patch = 0] = numbers.split('.').map(Number);
  return { numbers: [major, minor, patch], early: early === '' ? [] : early.split('.') };
}

function compareEarly(a, b) {
  // A version without a pre-release part is later than any with one.
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [one, other] = [a[index], b[index]];
    if (one === other) continue;
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    const [isNumber, otherIsNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (isNumber && otherIsNumber) return Number(one) - Number(other);
    if (isNumber !== otherIsNumber) return isNumber ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return 0;
}

/** Negative if the first version is earlier, positive if it is later. */
export function compareVersions(a, b) {
  const [one, other] = [parts(a), parts(b)];
  const at = one.numbers.findIndex((number, index) => number !== other.numbers[index]);
  return at >= 0 ? one.numbers[at] - other.numbers[at] : compareEarly(one.early, other.early);
}

const HOLDS = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '=': (order) => order === 0,
};

function meets(version, condition) {
  const [, sign, bound] = /^(<=|>=|<|>|=|)v?(\d+\.\d+\.\d+\S*)$/.exec(condition) ?? [];
  // An unreadable range counts as matching: a false alarm is checked, a missed advisory is not.
  return bound === undefined ? true : HOLDS[sign || '='](compareVersions(version, bound));
}

/** Whether a version lies in an advisory's range, like ">=1.2.0 <1.4.3 || 2.0.0". */
export function inRange(version, range) {
  return range.split('||').some((side) => {
    const conditions = side
      .trim()
      .replaceAll(/([<>=])\s+/g, '$1')
      .split(/\s+/);
    const [from, dash, to] = conditions;
    if (dash === '-') return meets(version, `>=${from}`) && meets(version, `<=${to}`);
    return conditions.every((condition) => condition === '' || condition === '*' || meets(version, condition));
  });
}

const split = (shipped) => ({
  name: shipped.slice(0, shipped.lastIndexOf('@')),
  version: shipped.slice(shipped.lastIndexOf('@') + 1),
});

/**
 * The list's result for the packages shipped now: its age, uncovered packages, and advisories that apply. Undefined if the registry has never
 * answered.
 */
export function judgeByList(list, shipped, now) {
  if (!list?.read) return undefined;
  const days = Math.max(0, Math.floor((now - Date.parse(list.read)) / DAY_MS));
  const listed = new Set(list.packages);
  const unchecked = shipped.filter((one) => !listed.has(one));
  const applying = shipped
    .map(split)
    .flatMap(({ name, version }) =>
      list.advisories
        .filter((known) => known.name === name && inRange(version, known.range))
        .map((known) => ({ ...known, version })),
    );
  const grave = applying.filter(isGrave);
  return {
    lines: [
      `The registry did not answer. By the list of ${list.read}, ${days} ${days === 1 ? 'day' : 'days'} old (npm run advisories makes a new one):`,
      ...grave.map(
        ({ name, version, range, severity, title }) => `${name} ${version} (${range}): ${severity}, ${title}`,
      ),
      `${shipped.length - unchecked.length} of ${shipped.length} shipped packages are in it, ${applying.length} advisories apply, ${grave.length} of them high or critical`,
      ...(unchecked.length > 0 ? [`changed since and unchecked: ${unchecked.join(', ')}`] : []),
    ],
    ok: grave.length === 0,
  };
}

export const readList = () => (existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : undefined);
export const readShipped = () =>
  shippedPackages(JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')));

/** The list for a report of the registry; without a report only the shipped packages. */
export function listOf(report, shipped, now) {
  const read = report ? new Date(now).toISOString().slice(0, 10) : null;
  return { read, packages: shipped, advisories: report ? advisoriesOf(report) : [] };
}

export function writeList(list) {
  writeFileSync(LIST, `${JSON.stringify(list, null, 2)}\n`);
}
