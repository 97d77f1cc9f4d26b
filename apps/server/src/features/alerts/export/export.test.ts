import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiseByHand } from '../../../../test/alerts.ts';
import { createWard, place } from '../../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../../test/harness.ts';
import { setLevel } from '../../../../test/levels.ts';

let test: TestApp;
let lga: Client;
const linesOf = (text: string) => text.replace('\uFEFF', '').trim().split('\n');

beforeAll(async () => {
  test = await testApp();
  lga = await test.as('lga_admin', place('24-11'));
  const { ward } = await createWard(test.database.db, 1);
  const there = await createWard(test.database.db, 1, place('24-12'));
  await raiseByHand(test, ward, { priority: 'critical', title: '=cmd()', message: 'Gate, "closed"' });
  await raiseByHand(test, ward, { priority: 'low', title: 'Quiet' });
  await raiseByHand(test, there.ward, { priority: 'critical', title: 'Elsewhere' });
});
afterAll(() => test.close());

describe('the export of alerts', () => {
  it('holds the alerts of the filter inside the reader’s area, and leaves one audit entry', async () => {
    const reply = await lga.get('/alerts/export.csv?priority=critical&state=unresolved');
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, ...lines] = linesOf(reply.text);
    expect(head).toMatch(
      /^raised,priority,type,rule,title,message,count,region,state,lga,ward,polling_unit,place_code,progress,/,
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`critical,info,Raised by hand,'=cmd(),"Gate, ""closed""",`);
    expect(lines[0]).toContain(',Lagos,Ikeja,');
    const entries = await test.database.db
      .selectFrom('audit_entries')
      .select(['user_id', 'new_values'])
      .where('event', '=', 'alert.exported')
      .execute();
    expect(entries).toMatchObject([
      { user_id: lga.person.id, new_values: { filters: { priority: 'critical', state: 'unresolved' } } },
    ]);
  });

  it('lists the newest first, and nothing that the list refuses or hides', async () => {
    const titles = linesOf((await lga.get('/alerts/export.csv')).text).slice(1);
    expect(titles.map((line) => /Quiet|cmd/.exec(line)?.[0])).toEqual(['Quiet', 'cmd']);
    const elsewhere = await lga.get('/alerts/export.csv?area=24-12');
    expect(elsewhere.status).toBe((await lga.get('/alerts?area=24-12')).status);
    expect(elsewhere.text).not.toContain('Elsewhere');
    expect((await lga.get('/alerts/export.csv?priority=odd')).status).toBe(400);
    expect((await test.anonymous.get('/alerts/export.csv')).status).toBe(401);
    await setLevel(test, 'ward_admin', 'alerts', 'none');
    const { ward } = await createWard(test.database.db, 1);
    const none = await test.as('ward_admin', ward);
    expect((await none.get('/alerts/export.csv')).status).toBe(403);
  });

  it('names who takes care of an alert, and their note, to those whose list does', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    const unit = units[0] ?? ward;
    const { id } = await raiseByHand(test, unit, { priority: 'critical', title: 'Cared for' });
    const note = { note: 'Police informed' };
    expect((await lga.post(`/alerts/${id}/acknowledge`, note)).status).toBe(200);
    const lineFor = async (reader: Client) =>
      linesOf((await reader.get('/alerts/export.csv')).text).find((line) => line.includes('Cared for'));
    expect(await lineFor(lga)).toContain(`acknowledged,${lga.person.name},`);
    expect(await lineFor(lga)).toContain('Police informed');
    for (const reader of [await test.as('polling_unit_officer', unit), await test.as('moderator', place('24-11'))]) {
      const line = await lineFor(reader);
      expect(line).toContain('acknowledged,,');
      expect(line).not.toContain(lga.person.name);
      expect(line).not.toContain('Police informed');
    }
  });
});
