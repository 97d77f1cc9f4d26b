import type { PartState } from '@ec/contract/security/schemas';

export interface Judged {
  state: PartState;
  text: string;
}

/** Free disk space is low below a tenth, or below this. */
const LITTLE_SHARE = 0.1;
const LITTLE_BYTES = 2 * 1024 ** 3;
const MOST_CONNECTIONS = 0.8;
const SLOW_ANSWER_MS = 500;
const LATE_EVENT_MS = 5000;
const LATE_SEAL_SECONDS = 10;
const LONG_WAIT_SECONDS = 5 * 60;

const ok = (text: string): Judged => ({ state: 'ok', text });
const warning = (text: string): Judged => ({ state: 'warning', text });

const number = new Intl.NumberFormat('en-NG');
const count = (value: number, one: string, many = `${one}s`) => `${number.format(value)} ${value === 1 ? one : many}`;
const minutes = (seconds: number) => count(Math.floor(seconds / 60), 'minute');

export function judgeDatabase(of: { answerMs: number; connections: { open: number; most: number } }): Judged {
  const { open, most } = of.connections;
  if (open > most * MOST_CONNECTIONS) return warning(`${open} of ${count(most, 'connection')} are open`);
  if (of.answerMs > SLOW_ANSWER_MS) return warning(`Took ${of.answerMs} ms to answer`);
  return ok(`Answers in ${of.answerMs} ms`);
}

export function judgeQueue(of: {
  waiting: number;
  running: number;
  failed: number;
  oldestWaitingSeconds: number | null;
}): Judged {
  if (of.failed > 0) return warning(`${count(of.failed, 'job')} failed for good`);
  const waited = of.oldestWaitingSeconds ?? 0;
  if (waited > LONG_WAIT_SECONDS) return warning(`A job has waited for ${minutes(waited)}`);
  if (of.waiting + of.running === 0) return ok('Nothing to do');
  return ok(`${count(of.running, 'job')} running, ${number.format(of.waiting)} waiting`);
}

export function judgeDeliveries(of: {
  waiting: number;
  failed: number;
  oldestWaitingSeconds: number | null;
  /** The paused gateways. */
  paused: readonly string[];
}): Judged {
  if (of.paused.length > 0) return warning(`No answer from ${of.paused.join(' and ')}; messages wait`);
  const waited = of.oldestWaitingSeconds ?? 0;
  if (waited > LONG_WAIT_SECONDS) return warning(`A message has waited for ${minutes(waited)}`);
  if (of.failed > 0) return warning(`${count(of.failed, 'message')} given up in the last 24 hours`);
  return ok(of.waiting === 0 ? 'Nothing waits' : `${count(of.waiting, 'message')} about to leave`);
}

export function judgeStorage(of: { files: number }): Judged {
  return ok(`${count(of.files, 'file')} stored`);
}

export function judgeDisk({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): Judged {
  const free = `${Math.floor((freeBytes / Math.max(1, totalBytes)) * 100)}% of the disk is free`;
  return freeBytes < LITTLE_BYTES || freeBytes < totalBytes * LITTLE_SHARE ? warning(`Only ${free}`) : ok(free);
}

export function judgeStreams({ open }: { open: number }): Judged {
  return ok(open === 1 ? '1 console is connected' : `${number.format(open)} consoles are connected`);
}

export function judgeEvents({ lagMs }: { lagMs: number }): Judged {
  if (lagMs > LATE_EVENT_MS) return warning(`Events reach consoles ${Math.round(lagMs / 1000)} seconds late`);
  return ok('Events reach consoles at once');
}

export function judgeAudit(of: { unsealed: number; oldestUnsealedSeconds: number; faults: readonly string[] }): Judged {
  if (of.faults.length > 0) return warning(of.faults.join(' '));
  if (of.oldestUnsealedSeconds > LATE_SEAL_SECONDS)
    return warning(`Linking, ${count(of.unsealed, 'entry', 'entries')} behind`);
  return ok('All entries are sealed within a second');
}

/** The status of a part that could not be measured. */
export function judgeDown(late: boolean): Judged {
  return { state: 'down', text: late ? 'No answer in time' : 'Cannot be reached' };
}
