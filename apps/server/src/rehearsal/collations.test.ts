import { codeOf } from '@ec/contract/geography/location-id';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { place } from '../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../test/harness.ts';
import { fitsReceipt } from '../features/collations/record/receipt.ts';
import { storedForms } from '../features/collations/record/record-queries.ts';
import { faultLines, planForms, type RehearsedFault } from './collations.ts';
import { findRehearsedElection } from './elections.ts';
import { BALLOT_2023 } from './facts-2023.ts';
import { prepareRehearsal } from './load.ts';
import { planStates } from './plan.ts';

let test: TestApp;
let national: Client;
const lines: string[] = [];

beforeAll(async () => {
  test = await testApp({ mode: 'rehearsal' });
  test.clock.set(new Date());
  await prepareRehearsal({
    database: test.database,
    config: test.app.platform.config,
    log: (line) => lines.push(line),
  });
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

function faultsOf(scale: 'small' | 'full'): RehearsedFault[] {
  const state = planStates(scale).find(({ fact }) => fact.code === '24');
  if (!state) throw new Error('the plan has no Lagos');
  return planForms(state, BALLOT_2023).faults;
}

interface Term {
  kind: string;
  level: string;
  area: string;
  row?: string;
  votes: number;
}
const NOT_CHANGED = ['row_not_held', 'not_seen'];

it('every change that was put into the forms of the state is found, and nothing else', async () => {
  const election = await findRehearsedElection(test.database.db);
  const faults = faultsOf('small');
  expect(faults.map(({ kind }) => kind)).toEqual(['row', 'left_out', 'column_sum', 'carried']);
  const found: string[] = [];
  for (const party of BALLOT_2023) {
    const reply = await national.get(`/collations/gap?electionId=${election?.id}&area=24&party=${party}`);
    const { declared, own, terms } = reply.json<{ declared: number; own: number; terms: Term[] }>('data');
    expect(terms.reduce((sum, { votes }) => sum + votes, 0)).toBe(declared - own);
    for (const { kind, level, area, row, votes } of terms)
      if (
        !NOT_CHANGED.includes(kind) &&
        (kind !== 'left_out' || faults.some((fault) => fault.kind === kind && fault.party === party))
      )
        found.push(`${kind} ${level} ${area} ${row ?? '-'} ${party} ${votes}`);
  }
  const expected = faults.map(
    ({ kind, level, area, row, party, votes }) =>
      `${kind} ${level} ${codeOf(area)} ${row === null ? '-' : codeOf(row)} ${party} ${votes}`,
  );
  const sorted = (texts: string[]) => texts.toSorted((a, b) => a.localeCompare(b));
  expect(sorted(found)).toEqual(sorted(expected));
});

it('the start prints the list of what is to be found', () => {
  const faults = faultsOf('small');
  for (const line of faultLines(faults)) expect(lines.map((each) => each.trim())).toContain(line);
});

it('the whole state has the same four changes', () => {
  expect(faultsOf('full').map(({ kind }) => kind)).toEqual(['row', 'left_out', 'column_sum', 'carried']);
});

it('each form has the digest and number of its content', async () => {
  const wrong: string[] = [];
  let forms = 0;
  for await (const form of storedForms(test.database.db)) {
    forms += 1;
    if (!fitsReceipt(form, form.submissionId, form.digest)) wrong.push(form.submissionId);
  }
  expect(forms).toBeGreaterThan(3);
  expect(wrong).toEqual([]);
});
