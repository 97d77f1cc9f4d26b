import { inDigits } from '@ec/contract/base/wording';
import { inParallel } from '../backup/in-parallel.ts';
import { fitsReceipt } from '../features/collations/record/receipt.ts';
import { type FormNotAsAudited, formsNotAsAudited, storedForms } from '../features/collations/record/record-queries.ts';
import { partsOf, pictureKey } from '../features/files/keys.ts';
import {
  countFiles,
  filesNotAsAudited,
  filesWith,
  isStored,
  type StoredRow,
  storedRows,
} from '../features/files/verify-queries.ts';
import { receiptDigest } from '../features/results/receipt.ts';
import {
  type DecisionNotAsAudited,
  decisionsNotAsAudited,
  type VersionNotAsAudited,
  versionsNotAsAudited,
} from '../features/results/entry-queries.ts';
import { storedVersions } from '../features/results/record-queries.ts';
import { FileFault, readChecked } from '../platform/files/checked-files.ts';
import type { Db } from '../platform/database/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';

const AT_ONCE = 8;
const PROGRESS_EVERY = 100;
const DAY_MS = 24 * 3_600_000;
/** Prefixes that features clean up by their own rules. */
const OTHERS = /^(?:reports|imports)\//;

interface Place {
  db: Db;
  store: FileStore;
  /** Prints a line of the result. */
  say: (line: string) => void;
  onProgress: (text: string) => void;
}

function keysOf(row: StoredRow): { key: string; digest: Buffer | null }[] {
  if (row.purpose !== 'profile_picture') return partsOf(row);
  return [
    { key: pictureKey(row.id, 'full'), digest: row.sha256 },
    { key: pictureKey(row.id, 'thumbnail'), digest: row.thumbnailSha256 },
  ];
}

async function faultOf(store: FileStore, key: string, digest: Buffer): Promise<FileFault | undefined> {
  try {
    await readChecked(store, key, digest);
    return undefined;
  } catch (error) {
    if (error instanceof FileFault) return error;
    throw error;
  }
}

/** Finds rows that name another photo than was submitted, and the row to which that photo belongs. */
async function exchangeOf(db: Db, { id, differing, submitted, sha256 }: StoredRow): Promise<string[]> {
  if (differing.length === 0) return [];
  const others = await filesWith(
    db,
    submitted.filter((digest) => !digest.equals(sha256)),
  );
  const where =
    others.length > 0 ? `the submitted one is now file ${others.join(', ')}` : 'no file has the submitted one';
  return [`EXCHANGED: file ${id} names another photo than was submitted with ${differing.join(', ')}; ${where}.`];
}

async function problemsOf({ db, store }: Place, row: StoredRow): Promise<string[]> {
  const problems = await exchangeOf(db, row);
  for (const { key, digest } of keysOf(row)) {
    const fault = digest && (await faultOf(store, key, digest));
    if (fault) problems.push(`${fault.kind.toUpperCase()}: file ${row.id} (${key}).`);
  }
  // The job may have deleted it since it was listed.
  return problems.length > 0 && !(await isStored(db, row.id)) ? [] : problems;
}

interface Outcome {
  problems: number;
  named: Set<string>;
}

async function checkRows(place: Place): Promise<Outcome> {
  const total = await countFiles(place.db);
  const named = new Set<string>();
  let [read, unused, problems] = [0, 0, 0];
  const checks = inParallel(storedRows(place.db), AT_ONCE, async (row) => ({
    row,
    found: await problemsOf(place, row),
  }));
  for await (const { row, found } of checks) {
    for (const { key } of keysOf(row)) named.add(key);
    for (const problem of found) place.say(problem);
    problems += found.length;
    read += 1;
    if (!row.used) unused += 1;
    if (read % PROGRESS_EVERY === 0) place.onProgress(`file ${inDigits(read)} of ${inDigits(total)}`);
  }
  place.say(
    `${inDigits(read)} files read, ${problems === 0 ? 'each as it was received' : `${inDigits(problems)} problems`}.`,
  );
  if (unused > 0)
    place.say(`${inDigits(unused)} of them belong to nothing yet; they are removed a day after their upload.`);
  return { problems, named };
}

/** Content that no row names: interrupted uploads leave it, and an hourly job deletes it after a day. */
async function sayStrays({ store, say }: Place, named: ReadonlySet<string>): Promise<void> {
  let strays = 0;
  for await (const { key, storedAt } of store.list()) {
    if (!named.has(key) && !OTHERS.test(key) && Date.now() - storedAt.getTime() > DAY_MS) strays += 1;
  }
  if (strays > 0)
    say(`${inDigits(strays)} files of the store are named by no row. They prove nothing and harm nothing.`);
}

async function checkReceipts({ db, say, onProgress }: Place): Promise<number> {
  let [read, problems, byIdAlone] = [0, 0, 0];
  for await (const version of storedVersions(db)) {
    read += 1;
    if (read % PROGRESS_EVERY === 0) onProgress(`receipt ${inDigits(read)}`);
    if (version.sheetFileId !== null && version.sheetSha256 === null) byIdAlone += 1;
    if (receiptDigest(version).equals(version.digest)) continue;
    problems += 1;
    say(`RECEIPT: ${version.submissionId}: the stored values do not give the digest of its receipt.`);
  }
  say(
    `${inDigits(read)} receipts made anew, ${problems === 0 ? 'each as it was given' : `${inDigits(problems)} differ`}.`,
  );
  if (byIdAlone > 0) say(`${inDigits(byIdAlone)} versions have a photo but no digest of it: only its id is proved.`);
  return problems;
}

/** The same of collation forms, whose digests are made over their rows and their photos too. */
async function checkForms({ db, say, onProgress }: Place): Promise<number> {
  let [read, problems] = [0, 0];
  for await (const form of storedForms(db)) {
    read += 1;
    if (read % PROGRESS_EVERY === 0) onProgress(`collation form ${inDigits(read)}`);
    if (fitsReceipt(form, form.submissionId, form.digest)) continue;
    problems += 1;
    say(`RECEIPT: ${form.submissionId}: the stored values do not give the digest of its receipt.`);
  }
  say(
    `${inDigits(read)} receipts of collation forms made anew, ${problems === 0 ? 'each as it was given' : `${inDigits(problems)} differ`}.`,
  );
  return problems;
}

function versionSentence({ submissionId, resultId, version, stored }: VersionNotAsAudited): string {
  const name = submissionId ?? `version ${version} of result ${resultId}`;
  return stored
    ? `${name}: the audit log does not have its submission with this digest.`
    : `${name}: the audit log has its submission, and version ${version} of result ${resultId} is not stored.`;
}

function decisionSentence({ resultId, unitCode, version, action, by, stored, audited }: DecisionNotAsAudited): string {
  const which = `${unitCode ?? 'a unit that is gone'}: version ${version} of result ${resultId}, ${action} by ${by ?? 'the system'}`;
  return stored > audited
    ? `${which}: decided ${stored} times, of which the audit log has ${audited}. Ask that person, and let the result be disputed.`
    : `${which}: the audit log has it ${audited} times, and ${stored} of these decisions are stored.`;
}

function formSentence({ what, id, version, submissionId, which, by, stored, audited }: FormNotAsAudited): string {
  const form = submissionId ?? `version ${version} of form ${id}`;
  const names = {
    version: form,
    page: `page ${which} of ${form}, added by ${by}`,
    decision: `${form}, ${which} by ${by}`,
  };
  return stored > audited
    ? `${names[what]}: stored ${stored} times, of which the audit log has ${audited}.`
    : `${names[what]}: the audit log has it ${audited} times, of which ${stored} are stored as it says.`;
}

/** Compares rows with the audit log in both directions: changes of either leave a trace, but rows can be added to one without the other. */
async function checkEntries({ db, say }: Place): Promise<number> {
  const [files, versions, decisions, forms] = [
    await filesNotAsAudited(db),
    await versionsNotAsAudited(db),
    await decisionsNotAsAudited(db),
    await formsNotAsAudited(db),
  ];
  for (const id of files) say(`ENTRY: file ${id}: its row is not what the audit log says of its upload.`);
  for (const version of versions) say(`ENTRY: ${versionSentence(version)}`);
  for (const decision of decisions) say(`ENTRY: ${decisionSentence(decision)}`);
  for (const form of forms) say(`ENTRY: ${formSentence(form)}`);
  const problems = files.length + versions.length + decisions.length + forms.length;
  say(
    `Uploads, submissions, collation forms and decisions compared with the audit log, ${problems === 0 ? 'each as it says' : `${inDigits(problems)} differ`}.`,
  );
  return problems;
}

/**
 * Reads every file, compares it with its row and the versions that name it, computes every receipt of results and collation forms again, and compares both with the audit log.
 * Returns the number of problems.
 */
export async function checkFiles(place: Place): Promise<number> {
  const { problems, named } = await checkRows(place);
  await sayStrays(place, named);
  return problems + (await checkReceipts(place)) + (await checkForms(place)) + (await checkEntries(place));
}
