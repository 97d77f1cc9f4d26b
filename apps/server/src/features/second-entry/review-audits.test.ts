import { createHash } from 'node:crypto';
import type { AuditSheetList, ReviewAudit } from '@ec/contract/review-audits/schemas';
import type { SecondEntryId, SecondEntryList, Work } from '@ec/contract/second-entry/schemas';
import { codeOf } from '@ec/contract/geography/location-id';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createElection } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { documentOf } from '../../../test/report-documents.ts';
import { nationalAdmin, type Verified, verifiedSheets } from '../../../test/review-audits.ts';
import { arrived, askFor, claim, decide, detail, enter, lgaAdmins, TYPED } from '../../../test/second-entries.ts';

let test: TestApp;
let lgaAdmin: Client['person'];
let away: Client['person'];
let national: Client['person'];

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  const [first, second] = await lgaAdmins(test);
  if (!first || !second) throw new Error('two LGA admins are needed');
  [lgaAdmin, away] = [first, second];
  national = await nationalAdmin(test);
});
afterAll(() => test.close());

const sheetsOf = (count: number): Promise<Verified> =>
  verifiedSheets(test, { count, lgaAdmin, nationalAdmin: national });

describe('a draw', () => {
  let night: Verified;
  beforeEach(async () => {
    night = await sheetsOf(3);
  });

  it('takes the first verified sheets by the hash of seed, election, unit and version, which anyone can repeat', async () => {
    const { election, draw, national: by, units } = night;
    const drawn = await draw({ sheets: 2 });
    expect(drawn.status).toBe(201);
    const audit = drawn.json<ReviewAudit>('data');
    expect(audit).toMatchObject({
      number: 1,
      sheets: 2,
      population: 3,
      seed: 'six dice: 4 4 1 6 2 5',
      seedMade: false,
      bound: null,
      closed: null,
      can: { extend: false, close: true },
    });
    const file = async (of: string) =>
      (await by.get(`/review-audits/${audit.id}/sheets.csv?of=${of}`)).text.trim().split('\n').slice(1);
    const all = (await file('all')).map((line) => line.trim().split(','));
    const hash = (code: string) => createHash('sha256').update(`${audit.seed}\n${election}\n${code}\n1`).digest('hex');
    const codes = all.map(([, code = '']) => code);
    expect(codes).toHaveLength(units.length);
    expect(codes.toSorted((a, b) => (hash(a) < hash(b) ? -1 : 1))).toEqual(codes);
    expect(all.map(([, code = '', , shown]) => shown === hash(code))).toEqual([true, true, true]);
    expect((await file('drawn')).map((line) => line.split(',')[1])).toEqual(codes.slice(0, 2));
    const { sheets, total } = (await by.get(`/review-audits/${audit.id}/sheets`)).json<AuditSheetList>('data');
    expect([total, ...sheets.map(({ code, outcome }) => `${code} ${outcome}`)]).toEqual([
      2,
      `${codes[0]} waiting`,
      `${codes[1]} waiting`,
    ]);
    const events = await sql<{
      event: string;
    }>`select event from audit_entries where resource_id = ${audit.id} order by id`.execute(test.database.db);
    expect(events.rows.map(({ event }) => event)).toEqual([
      'review_audit.drawn',
      'review_audit.exported',
      'review_audit.exported',
    ]);
  });

  it('gives transcribers sheets that look like those of the policy, and no moment of the draw', async () => {
    const { draw, typist, newest, ids } = night;
    test.clock.advance(90);
    await draw({ sheets: 3 }, await test.signIn(national));
    const typing = await test.signIn(typist.person);
    await typing.get('/second-entries/work');
    const reply = await typing.post('/second-entries/claim', {});
    const work = reply.json<Work>('data.work');
    expect(Object.keys(work).toSorted()).toEqual(
      'candidates election fields formCode id kept leaseUntil looks parties photoFileId state unit'.split(' '),
    );
    const { id, seed } = await newest().catch(() => ({ id: 'none', seed: 'none' }));
    const told = JSON.stringify([work, (await typing.get('/second-entries/work')).json('data')]);
    const secrets = ['audit', 'verified', seed, id, ...ids, String(TYPED['votes.APC']), String(TYPED['votes.LP'])];
    expect(secrets.filter((text) => told.replaceAll(work.id, '').includes(text))).toEqual([]);
    // A UUID of version 7 begins with its milliseconds.
    const made = Number.parseInt(work.id.replaceAll('-', '').slice(0, 12), 16);
    expect(test.clock.now().getTime() - made).toBeGreaterThan(60 * 60_000);
  });

  it('is refused without sheets, beyond the verified ones, with a bad seed, and to whom it is not theirs', async () => {
    const { draw, election, lga, wardAdmin, national: by } = night;
    const answers = [{ sheets: 0 }, { sheets: 1.5 }, { sheets: 10_001 }, { seed: ' ' }, { seed: 'a'.repeat(101) }].map(
      async (body) => [(await draw(body)).status, (await draw(body)).json('fields.0.path')],
    );
    expect(await Promise.all(answers)).toEqual([
      [400, 'sheets'],
      [400, 'sheets'],
      [400, 'sheets'],
      [400, 'seed'],
      [400, 'seed'],
    ]);
    const tooMany = await draw({ sheets: 4 });
    expect([tooMany.status, tooMany.code, tooMany.json('fields.0.path')]).toEqual([409, 'REVIEW_AUDIT_SIZE', 'sheets']);
    const bare = await createElection(test.database.db);
    expect((await draw({ electionId: bare, sheets: 1 })).code).toBe('REVIEW_AUDIT_NOTHING');
    for (const other of [lga, wardAdmin]) expect((await draw({}, other)).status).toBe(403);
    expect((await lga.get(`/review-audits?electionId=${election}`)).status).toBe(403);
    expect((await by.get(`/review-audits/${election}/sheets`)).code).toBe('REVIEW_AUDIT_NOT_FOUND');
    await test.database.db.updateTable('elections').set({ status: 'archived' }).where('id', '=', election).execute();
    expect((await draw()).code).toBe('ELECTION_NOT_LIVE');
  });

  it('is made once of two at once, with a seed of the server where none is given', async () => {
    const { draw, newest, list } = night;
    const both = await Promise.all([draw({ sheets: 1, seed: null }), draw({ sheets: 1, seed: null })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(both.map(({ code }) => code).filter(Boolean)).toEqual(['REVIEW_AUDIT_OPEN']);
    const { seed, seedMade } = await newest();
    expect([seedMade, seed.length]).toEqual([true, 24]);
    expect((await list()).audits).toHaveLength(1);
    expect((await draw()).code).toBe('REVIEW_AUDIT_OPEN');
  });
});

describe('an audit', () => {
  it('states the bound once every sheet was entered again and matched, and keeps it after the close', async () => {
    const { draw, typist, newest, counts, national: by, ids, wardAdmin } = await sheetsOf(3);
    await draw({ sheets: 2 });
    await enter(typist, (await claim(typist)).id);
    expect([await counts(), (await newest()).bound]).toEqual([{ right: 1, waiting: 1 }, null]);
    await enter(typist, (await claim(typist)).id);
    expect(await askFor(typist)).toBeNull();
    const { id, bound, asked } = await newest();
    // Of three sheets two are right: one at most is wrong.
    expect([bound, asked]).toEqual([1 / 3, 1 / 3]);
    expect((await by.post(`/review-audits/${id}/extend`, { from: 2, to: 3 })).code).toBe('REVIEW_AUDIT_EXTENSION');
    expect((await by.post(`/review-audits/${id}/close`, { from: 2 })).status).toBe(200);
    await wardAdmin.post(`/results/${ids[0]}/dispute`, { version: 1, reason: 'Seen later.' });
    await wardAdmin.post(`/results/${ids[1]}/dispute`, { version: 1, reason: 'Seen later.' });
    expect(await newest()).toMatchObject({ bound: 1 / 3, counts: { right: 2 }, closed: { reason: null } });
    expect((await by.post(`/review-audits/${id}/close`, { from: 2 })).code).toBe('REVIEW_AUDIT_CLOSED');
  });

  it('disputes a result whose paper says otherwise, and is extended once by one of two', async () => {
    const { draw, typist, lga, newest, counts, national: by, ids, wardAdmin } = await sheetsOf(3);
    await draw({ sheets: 1 });
    const entry = (await claim(typist)).id;
    await enter(typist, entry, { 'votes.LP': 1778 });
    expect(await counts()).toEqual({ arbiter: 1 });
    const shown = await detail(lga, entry);
    expect([shown.ground, shown.verdicts, shown.differences]).toEqual([
      'audit',
      ['entry_wrong', 'verified_wrong', 'neither'],
      [{ field: 'votes.LP', officer: 1788, entry: 1778 }],
    ]);
    const { updatedAt } = shown;
    const own = await wardAdmin.post(`/second-entries/${entry}/decide`, { verdict: 'verified_wrong', updatedAt });
    expect(own.code).toBe('NOT_FOUND');
    expect((await decide(lga, entry, 'officer_wrong')).code).toBe('ENTRY_TRANSITION');
    expect((await decide(lga, entry, 'verified_wrong')).json('data.state')).toBe('wrong');
    const { resultId } = shown;
    const result = (await by.get(`/results/${resultId}`)).json<{ status: string; reason: string }>('data');
    expect(ids).toContain(resultId);
    expect(result).toMatchObject({
      status: 'disputed',
      reason: expect.stringMatching(/differ from the paper in LP\.$/),
    });
    const { id, needed, can, bound } = await newest();
    expect([await counts(), needed, can.extend, bound]).toEqual([{ wrong: 1 }, 2, true, 1]);
    const extended = await Promise.all([2, 3].map((to) => by.post(`/review-audits/${id}/extend`, { from: 1, to })));
    expect(extended.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { sheets, extensions } = await newest();
    expect([sheets, extensions.length]).toEqual([extensions[0]?.to, 1]);
    expect((await by.post(`/review-audits/${id}/extend`, { from: sheets, to: 4 })).code).toBe('REVIEW_AUDIT_SIZE');
    const again = await claim(typist);
    await enter(typist, again.id);
    expect((await counts()).right).toBe(1);
  });

  it('shows those who are reviewed no drawn sheet before an arbiter is needed or it is settled, while it is open', async () => {
    const { draw, typist, other, lga, wardAdmin, national: by, election, newest } = await sheetsOf(2);
    await draw();
    const first = (await claim(typist)).id;
    const listed = async (reader: Client) => {
      const list = (await reader.get(`/second-entries?electionId=${election}`)).json<SecondEntryList>('data');
      const { entries, total, counts } = list;
      expect([entries.length, Object.values(counts).reduce((sum, n) => sum + n, 0)]).toEqual([total, total]);
      return entries.map(({ state }) => state).toSorted();
    };
    const opens = async (reader: Client) => (await reader.get(`/second-entries/${first}`)).status;
    const all = async () => await Promise.all([by, lga, wardAdmin].map(listed));
    expect(await all()).toEqual([['claimed', 'waiting'], [], []]);
    expect(await Promise.all([by, lga, wardAdmin].map(opens))).toEqual([200, 404, 404]);
    await enter(typist, first, { 'votes.LP': 1778 });
    expect(await all()).toEqual([['differs', 'waiting'], ['differs'], []]);
    expect(await Promise.all([lga, wardAdmin].map(opens))).toEqual([200, 404]);
    // Its arbiter follows it, but does not learn who has it.
    expect((await decide(lga, first, 'neither')).json('data.state')).toBe('waiting');
    const next = (await claim(other)).id;
    const { transcriber, steps } = await detail(lga, first);
    expect([transcriber, steps.map(({ step }) => step)]).toEqual([null, ['claimed', 'entered', 'neither']]);
    await enter(other, next);
    if (next !== first) await enter(other, (await claim(other)).id);
    expect((await listed(lga)).includes('matched')).toBe(true);
    await by.post(`/review-audits/${(await newest()).id}/close`, { from: 2, reason: 'The night is over.' });
    expect(await listed(wardAdmin)).toHaveLength(2);
  });

  it('is decided on by none who verified the version, in the nation either', async () => {
    const { draw, typist, national: by, ids, lga, wardAdmin } = await sheetsOf(1);
    await wardAdmin.post(`/results/${ids[0]}/dispute`, { version: 1, reason: 'Looked at again.' });
    expect((await by.post(`/results/${ids[0]}/verify`, { version: 1 })).status).toBe(200);
    await draw();
    const entry = (await claim(typist)).id;
    await enter(typist, entry, { 'votes.LP': 1778 });
    expect((await decide(by, entry, 'verified_wrong')).code).toBe('OWN_REVIEW');
    expect((await decide(lga, entry, 'verified_wrong')).status).toBe(200);
  });

  it('is printed with the totals, however it ended, and none is left out', async () => {
    const { draw, typist, newest, national: by, election, ward } = await sheetsOf(2);
    const printed = async () =>
      (await documentOf(test, by, 'election_summary', { election_id: election }, [ward])).notes ?? [];
    expect(await printed()).toEqual([]);
    await draw({ sheets: 1 });
    const [open] = await printed();
    expect(open?.label).toBe('Review audit 1');
    expect(open?.text).toMatch(
      /still open.*1 of the 2 sheets.*by a seed that is published once the audit is closed.*0 of 1 are entered/,
    );
    expect(open?.text).not.toContain('six dice');
    expect(open?.text).toContain('A bound is stated once all of them are settled.');
    await by.post(`/review-audits/${(await newest()).id}/close`, { from: 1, reason: 'A wrong seed.' });
    await draw({ sheets: 2, seed: null });
    await enter(typist, (await claim(typist)).id);
    await enter(typist, (await claim(typist)).id);
    await by.post(`/review-audits/${(await newest()).id}/close`, { from: 2 });
    const texts = (await printed()).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain('by the seed “six dice: 4 4 1 6 2 5”');
    expect(texts[0]).toMatch(/No bound is stated.*Closed early: A wrong seed\. Closed .*\(WAT\)\.$/);
    expect(texts[1]).toMatch(
      /All are entered again from their photos: none is wrong\. At 95% confidence at most 0\.00%/,
    );
    const comparison = await documentOf(test, by, 'result_comparison', { election_id: election }, [ward]);
    expect(comparison.notes).toHaveLength(2);

    const live = async (query: string) =>
      parse((await by.get(`/live/export.csv?electionId=${election}${query}`)).text, { bom: true });
    const [heading, first, second] = await live('');
    expect(heading?.slice(-2)).toEqual(['Review audit 1', 'Review audit 2']);
    expect([first?.slice(-2), second?.slice(-2)]).toEqual([texts, ['', '']]);
    expect((await live('&by=constituency'))[0]?.at(-1)).toBe('Review audit 2');
    expect((await live('&source=grassroots'))[0]?.at(-1)).toBe('origin_words');
    const url = `/collations/gains/export?electionId=${election}&area=${codeOf(ward)}`;
    expect((await by.get(`${url}&format=csv`)).text).toContain('Votes,Review audit 1,Review audit 2');
    const workbook = await test.app.fastify.inject({
      url: `/api${url}&format=xlsx`,
      headers: { authorization: `Bearer ${by.token}` },
    });
    const about = (await readExcel(workbook.rawPayload)).find((each) => each.sheet === 'About')?.data;
    expect(about).toContainEqual(['Review audit 2', texts[1]]);
  });

  it('never counts as right what was disputed since, and says why it was closed early', async () => {
    const { draw, typist, newest, counts, national: by, ids, wardAdmin } = await sheetsOf(3);
    await draw();
    const entry = (await claim(typist)).id;
    const mine = (await detail(by, entry)).resultId;
    await wardAdmin.post(`/results/${mine}/dispute`, { version: 1, reason: 'The agents say otherwise.' });
    expect((await enter(typist, entry)).code).toBe('ENTRY_VOID');
    const next = await claim(typist);
    await enter(typist, next.id);
    await wardAdmin.post(`/results/${(await detail(by, next.id)).resultId}/dispute`, { version: 1, reason: 'Again.' });
    expect(await counts()).toEqual({ changed: 2, waiting: 1 });
    const { id } = await newest();
    const close = (reason?: string) =>
      by.post(`/review-audits/${id}/close`, { from: ids.length, ...(reason && { reason }) });
    expect((await close()).code).toBe('REVIEW_AUDIT_REASON');
    expect((await close('The night is over.')).status).toBe(200);
    expect(await counts()).toEqual({ changed: 2, left: 1 });
    expect((await newest()).bound).toBeNull();
    expect(await askFor(typist)).toBeNull();
  });

  it('is closed in an archived election too, and neither extended nor entered there', async () => {
    const { draw, typist, other, lga, newest, counts, national: by, election } = await sheetsOf(3);
    await draw({ sheets: 2 });
    const { id: entry } = await claim(typist);
    await enter(typist, entry, { 'votes.LP': 1778 });
    await decide(lga, entry, 'verified_wrong');
    for (const to of ['completed', 'archived']) await by.post(`/elections/${election}/transition`, { to });
    const { id, can } = await newest();
    expect([can, await askFor(other)]).toEqual([{ extend: false, close: true }, null]);
    const at = `/review-audits/${id}`;
    expect((await by.post(`${at}/extend`, { from: 2, to: 3 })).code).toBe('ELECTION_NOT_LIVE');
    expect((await by.post(`${at}/close`, { from: 2 })).code).toBe('REVIEW_AUDIT_REASON');
    const closed = await by.post(`${at}/close`, { from: 2, reason: 'The count is over.' });
    expect([closed.status, await counts()]).toEqual([200, { wrong: 1, left: 1 }]);
    expect((await by.get(`/live/export.csv?electionId=${election}`)).text).toContain('six dice: 4 4 1 6 2 5');
  });

  it('counts a photo that an arbiter cannot read as not checked, at its worst', async () => {
    const { draw, typist, other, lga, newest, counts, ids } = await sheetsOf(2);
    await draw({ sheets: 1 });
    const entry = (await claim(typist)).id;
    await typist.post(`/second-entries/${entry}/unreadable`, { fields: ['votes.APC'] });
    expect((await detail(lga, entry)).verdicts).toEqual(['illegible', 'readable']);
    await decide(lga, entry, 'readable');
    expect((await claim(other)).id).toBe(entry);
    await other.post(`/second-entries/${entry}/unreadable`, { fields: ['votes.APC'] });
    await decide(lga, entry, 'illegible');
    expect([await counts(), (await newest()).bound]).toEqual([{ unreadable: 1 }, 1]);
    const status =
      await sql`select distinct status from results where id = any (${`{${ids.join(',')}}`}::uuid[])`.execute(
        test.database.db,
      );
    expect(status.rows).toEqual([{ status: 'verified' }]);
  });

  it('is entered and decided on by people who had no part in the version, as the database holds too', async () => {
    const { draw, typist, other, lga, wardAdmin, newest, election, ids, national: by } = await sheetsOf(1);
    await draw();
    const first = (await claim(typist)).id;
    await enter(typist, first);
    await by.post(`/review-audits/${(await newest()).id}/close`, { from: 1 });
    await draw({ seed: 'again' });
    expect(await askFor(typist)).toBeNull();
    const second = (await claim(other)).id;
    expect(second).not.toBe(first);
    const force = (column: string, person: string) =>
      sql`update second_entries set ${sql.ref(column)} = ${person} where id = ${second}`.execute(test.database.db);
    await expect(force('transcriber_id', typist.person.id)).rejects.toThrow(/not_barred/);
    await expect(force('arbiter_id', typist.person.id)).rejects.toThrow(/not_barred/);
    await expect(force('arbiter_id', wardAdmin.person.id)).rejects.toThrow(/not_barred/);
    await enter(other, second, { voidVotes: 55 });
    expect((await decide(lga, second, 'entry_wrong')).json('data.state')).toBe('correcting');
    await other.post(`/second-entries/${second}/enter`, { figures: { voidVotes: 54 } });
    expect((await newest()).counts.right).toBe(1);
    // The arbiter of an audit's entry does not verify the version either.
    await wardAdmin.post(`/results/${ids[0]}/dispute`, { version: 1, reason: 'Looked at again.' });
    const mayVerify = async (client: Client) =>
      (await client.get(`/results/${ids[0]}`)).json<{ can: { verify: boolean } }>('data').can.verify;
    expect([await mayVerify(lga), await mayVerify(by)]).toEqual([false, true]);
    expect((await lga.post(`/results/${ids[0]}/verify`, { version: 1 })).code).toBe('ARBITRATED');
    const forced = sql`insert into result_decisions (result_id, version, action, decided_by, decided_at)
      values (${ids[0]}, 1, 'verified', ${lga.person.id}, now())`.execute(test.database.db);
    await expect(forced).rejects.toThrow(/does not verify/);
    const entries = await sql<{
      id: SecondEntryId;
    }>`select id from second_entries where election_id = ${election}`.execute(test.database.db);
    expect(entries.rows).toHaveLength(2);
    expect((await (await test.signIn(away)).get(`/second-entries/${second}`)).status).toBe(404);
  });

  it('leaves the gate of the policy to the policy', async () => {
    const { draw, typist, other, election, ids, wardAdmin, national: by } = await sheetsOf(1);
    await draw();
    await enter(typist, (await claim(typist)).id);
    await test.database.db
      .updateTable('elections')
      .set({
        configuration: JSON.stringify({ secondEntry: { rule: 'all', percent: 0, seed: 's', outsideLga: false } }),
      })
      .where('id', '=', election)
      .execute();
    // Disputed, the version is entered for the policy too, by another transcriber than the audit's.
    await wardAdmin.post(`/results/${ids[0]}/dispute`, { version: 1, reason: 'Looked at again.' });
    await arrived(test);
    const verify = () => by.post(`/results/${ids[0]}/verify`, { version: 1 });
    expect((await verify()).code).toBe('SECOND_ENTRY_MISSING');
    expect(await askFor(typist)).toBeNull();
    const { id } = await claim(other);
    await enter(other, id);
    expect((await verify()).status).toBe(200);
  });
});
