import type { Election } from '@ec/contract/elections/schemas';
import type { SubmissionDesk } from '@ec/contract/results/desk';
import type { FormCodesAnswer } from '@ec/contract/form-codes/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', place('NG'));
});
afterAll(() => test.close());

const answerOf = async (client = national) => (await client.get('/form-codes')).json<FormCodesAnswer>('data');
const codeOf = ({ formCodes }: FormCodesAnswer, type: string, wanted: string) =>
  formCodes.find(({ electionType, level }) => electionType === type && level === wanted)?.code;
const senate = (code: string | null, level = 'polling_unit') => ({ electionType: 'senatorial', level, code });
const entries = async () =>
  await test.database.db
    .selectFrom('audit_entries')
    .select(['previous_values', 'new_values'])
    .where('event', '=', 'form_codes.changed')
    .orderBy('id')
    .execute();

describe('form codes', () => {
  it('are the usual ones at first: suffixes by type, and EC8DA for the nation of a presidential election only', async () => {
    const answer = await answerOf();
    expect(answer).toMatchObject({ version: 0, can: { edit: true } });
    const codes = (type: string) =>
      answer.formCodes.filter(({ electionType }) => electionType === type).map(({ code }) => code);
    expect(codes('presidential')).toEqual(['EC8A', 'EC8B', 'EC8C', 'EC8D', 'EC8DA', 'EC8E']);
    expect(codes('gubernatorial')).toEqual(['EC8A', 'EC8B', 'EC8C', 'EC8D', 'EC8E']);
    expect(codes('house_of_representatives')).toEqual(['EC8A(II)', 'EC8B(II)', 'EC8C(II)', 'EC8D(II)', 'EC8E(II)']);
    expect((await test.anonymous.get('/form-codes')).status).toBe(401);
  });

  it('are corrected by a national admin, with an audit entry, and show on elections and at the officer', async () => {
    const { version } = await answerOf();
    const reply = await national.patch('/form-codes', { version, formCodes: [senate('EC8A (I)')] });
    expect([reply.status, codeOf(reply.json<FormCodesAnswer>('data'), 'senatorial', 'polling_unit')]).toEqual([
      200,
      'EC8A (I)',
    ]);
    expect((await entries()).at(-1)).toEqual({
      previous_values: { 'senatorial.polling_unit': 'EC8A(I)' },
      new_values: { 'senatorial.polling_unit': 'EC8A (I)' },
    });
    await setElectionMode(test.database.db, true);
    test.app.platform.organisation.invalidate();
    const { ward, units } = await createWard(test.database.db, 1);
    const id = await createElection(test.database.db);
    await test.database.db.updateTable('elections').set({ type: 'senatorial' }).where('id', '=', id).execute();
    const election = (await national.get(`/elections/${id}`)).json<Election>('data');
    expect(election.formCodes).toMatchObject({ polling_unit: 'EC8A (I)', ward: 'EC8B(I)' });
    const officer = await test.as('polling_unit_officer', units[0] ?? ward);
    const desk = (await officer.get('/results/desk')).json<SubmissionDesk>('data');
    expect(desk.elections.map(({ formCode }) => formCode)).toEqual(['EC8A (I)']);
    expect((await answerOf(officer)).can).toEqual({ edit: false });
  });

  it('return to the usual code with null; a change of nothing leaves no entry', async () => {
    const { version } = await answerOf();
    const back = await national.patch('/form-codes', { version, formCodes: [senate(null)] });
    const answer = back.json<FormCodesAnswer>('data');
    expect([codeOf(answer, 'senatorial', 'polling_unit'), answer.version]).toEqual(['EC8A(I)', version + 1]);
    const before = await entries();
    const same = await national.patch('/form-codes', { version: answer.version, formCodes: [senate('EC8A(I)')] });
    expect([same.status, same.json('data.version')]).toEqual([200, answer.version]);
    expect(await entries()).toEqual(before);
  });

  it('are refused with all that is wrong, and for a level that the type has no form of', async () => {
    const wrong = await national.patch('/form-codes', {
      version: 0,
      formCodes: [senate('the sheet'), senate('EC8DA', 'nation')],
    });
    expect([wrong.status, wrong.json<{ path: string }[]>('fields').map(({ path }) => path)]).toEqual([
      400,
      ['formCodes.0.code', 'formCodes.1.level'],
    ]);
    const twice = await national.patch('/form-codes', { version: 0, formCodes: [senate('EC9A'), senate('EC9B')] });
    expect(twice.status).toBe(400);
  });

  it('are corrected by no other role', async () => {
    for (const role of ['global_moderator', 'super_admin', 'regional_admin'] as const) {
      const other = await test.as(role, place(role === 'regional_admin' ? 'NW' : 'NG'));
      expect((await other.patch('/form-codes', { version: 0, formCodes: [senate('EC9A')] })).status).toBe(403);
    }
  });

  it('of two who correct at once, the slower one is refused', async () => {
    const { version } = await answerOf();
    const replies = await Promise.all(
      ['EC8B(1)', 'EC8B(2)'].map((code) =>
        national.patch('/form-codes', { version, formCodes: [senate(code, 'ward')] }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await answerOf()).version).toBe(version + 1);
  });
});
