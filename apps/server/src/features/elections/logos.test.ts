import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ballot } from '@ec/contract/elections/ballot';
import type { SubmissionDesk } from '@ec/contract/results/desk';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { type Client, type Reply, type TestApp, testApp } from '../../../test/harness.ts';
import { ageFile, sendFile } from '../../../test/uploads.ts';
import { removeUnusedFiles } from '../files/jobs.ts';

let test: TestApp;
let national: Client;

beforeAll(async () => {
  test = await testApp({ rateLimitFactor: 100 });
  national = await test.as('national_admin', place('NG'));
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
});
afterAll(() => test.close());

const svg = (inside: string, head = '') =>
  Buffer.from(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 10">${inside}</svg>`,
  );
const RED = '<rect width="20" height="10" fill="#ff0000"/>';
let mark = 0;
/** Another logo each time. */
const logo = () => svg(`${RED}<rect width="10" height="10" fill="#0000${(++mark + 16).toString(16)}"/>`);
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#00ff00' }, limitInputPixels: false })
    .png()
    .toBuffer();

const upload = (content: Buffer, client: Client = national) => sendFile(client, content, '/api/elections/logos');
const uploaded = async (content: Buffer, client = national) => {
  const reply = await upload(content, client);
  expect(reply.status, reply.text).toBe(201);
  return reply.json<string>('data.id');
};
const read = (id: string, client = national, variant = 'view') => client.get(`/files/${id}?variant=${variant}`);
const bytesOf = async (id: string, variant = 'view') =>
  await test.app.fastify.inject({
    url: `/api/files/${id}?variant=${variant}`,
    headers: { authorization: `Bearer ${national.token}` },
  });
const said = (reply: Reply) => [reply.status, reply.code];

const draft = async (areas = ['NG']) => {
  const body = { name: 'Logos', type: 'presidential', electionDate: '2027-01-16', areas };
  return (await national.post('/elections', body)).json<string>('data.id');
};
const party = (code: string, changes: object = {}) => ({ code, name: code, colour: '#112233', ...changes });
const save = (id: string, parties: object[], client = national) => client.put(`/elections/${id}/ballot`, { parties });
const logosOf = async (id: string) =>
  (await national.get(`/elections/${id}/ballot`))
    .json<Ballot>('data')
    .parties.map(({ logoFileId }) => logoFileId ?? null);

/** What is served: of whom it was sent nothing, but the pixels. */
async function served(id: string) {
  const { rawPayload, headers, statusCode } = await bytesOf(id);
  expect(statusCode).toBe(200);
  const { width, height, format } = await sharp(rawPayload).metadata();
  const { data } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * 96 + x) * 4, (y * 96 + x) * 4 + 4)];
  return { type: headers['content-type'], size: [width, height], format, pixel, bytes: rawPayload };
}

describe('a logo', () => {
  it('of an SVG, a PNG and a JPEG is served as a PNG of 96 pixels on transparent ground, whatever is asked for', async () => {
    const drawn = await served(await uploaded(svg(RED)));
    expect(drawn).toMatchObject({ type: 'image/png', size: [96, 96], format: 'png' });
    expect([drawn.pixel(48, 48), drawn.pixel(48, 4)[3]]).toEqual([[255, 0, 0, 255], 0]);
    const wide = await served(await uploaded(await png(300, 60)));
    expect([wide.pixel(48, 48), wide.pixel(48, 90)[3]]).toEqual([[0, 255, 0, 255], 0]);
    const jpeg = await sharp(await png(50, 50))
      .jpeg()
      .toBuffer();
    const id = await uploaded(jpeg);
    for (const variant of ['view', 'thumbnail', 'original']) {
      const reply = await bytesOf(id, variant);
      expect([reply.headers['content-type'], (await sharp(reply.rawPayload).metadata()).format]).toEqual([
        'image/png',
        'png',
      ]);
    }
  });

  it('is known by its content: a PNG named as an SVG is one, and text, a GIF and a web page are none', async () => {
    const head =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="logo.svg"\r\ncontent-type: image/svg+xml\r\n\r\n';
    const payload = Buffer.concat([Buffer.from(head), await png(20, 20), Buffer.from('\r\n--b--\r\n')]);
    const reply = await national.send({
      method: 'POST',
      url: '/api/elections/logos',
      payload,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(reply.status).toBe(201);
    expect((await served(reply.json<string>('data.id'))).pixel(48, 48)).toEqual([0, 255, 0, 255]);
    const gif = await sharp(await png(20, 20))
      .gif()
      .toBuffer();
    for (const content of [Buffer.from('no picture'), gif])
      expect(said(await upload(content))).toEqual([415, 'LOGO_NOT_IMAGE']);
    const page = Buffer.from(`<html><body>${svg(RED).toString()}</body></html>`);
    expect(said(await upload(page))).toEqual([400, 'FILE_DAMAGED']);
  });

  it('with a script and addresses of others is drawn without them: nothing of it is run, fetched, stored or served', async () => {
    const asked: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const to = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const parts = [
      RED,
      '<script>document.title = "MARK"</script>',
      `<image xlink:href="${to}/a.png" width="20" height="10"/>`,
      `<image href="${to}/b.svg" width="20" height="10"/>`,
      `<image href="file:///etc/passwd" width="20" height="10"/>`,
      `<use href="${to}/c.svg#x"/>`,
      `<style>@import url("${to}/d.css"); rect { fill: url(${to}/e.svg#f) #ff0000 }</style>`,
      '<foreignObject width="20" height="10"><body xmlns="http://www.w3.org/1999/xhtml" onload="MARK()"/></foreignObject>',
    ];
    const sent = svg(parts.join(''), `<?xml-stylesheet href="${to}/g.css"?>`);
    const drawn = await served(await uploaded(sent));
    expect([drawn.type, drawn.pixel(48, 48)]).toEqual(['image/png', [255, 0, 0, 255]]);
    for (const trace of ['MARK', '<svg', 'script', '127.0.0.1']) expect(drawn.bytes.includes(trace)).toBe(false);
    const store = test.app.platform.files;
    for await (const { key } of store.list())
      expect(Buffer.concat(await (await store.get(key)).toArray()).includes('MARK')).toBe(false);
    expect(asked).toEqual([]);
    await new Promise((resolve) => other.close(resolve));
  });

  it('with entities that read files or unfold without end is refused, and the server goes on', async () => {
    const file = svg('<text>&x;</text>', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>');
    let entities = '<!ENTITY a0 "<rect/>">';
    for (let step = 1; step < 12; step++) entities += `<!ENTITY a${step} "${`&a${step - 1};`.repeat(10)}">`;
    const laughs = svg('&a11;', `<!DOCTYPE svg [${entities}]>`);
    for (const content of [file, laughs]) expect(said(await upload(content))).toEqual([400, 'FILE_DAMAGED']);
    expect((await upload(logo())).status).toBe(201);
  });

  it('of too many pixels or bytes is refused with what is taken', { timeout: 60_000 }, async () => {
    const bomb = { create: { width: 8000, height: 8000, channels: 3, background: '#fff' } } as const;
    const small = await sharp({ ...bomb, limitInputPixels: false })
      .png({ palette: true, colours: 2 })
      .toBuffer();
    expect(small.length).toBeLessThan(100_000);
    const reply = await upload(small);
    expect(said(reply)).toEqual([413, 'LOGO_TOO_LARGE']);
    expect(reply.text).toContain('8000 x 8000');
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>');
    expect(said(await upload(drawing))).toEqual([413, 'LOGO_TOO_LARGE']);
    const hidden = svg(`<image href="data:image/png;base64,${small.toString('base64')}" width="20" height="10"/>`);
    expect((await upload(hidden)).status).toBeLessThan(500);
    const long = svg(`${RED}<!-- ${'x'.repeat(1024 * 1024)} -->`);
    expect(said(await upload(long))).toEqual([413, 'FILE_TOO_LARGE']);
    expect((await upload(logo())).status).toBe(201);
  });

  it('is uploaded by those who edit elections, and no other', async () => {
    const [state, officer] = [
      await test.as('state_admin', place('24')),
      await test.as('polling_unit_officer', (await createWard(test.database.db, 1)).units[0] ?? place('24')),
    ];
    for (const client of [state, officer]) expect((await upload(logo(), client)).status).toBe(403);
    expect((await test.anonymous.post('/elections/logos')).status).toBe(401);
  });
});

describe('the logo of a party', () => {
  it('stands on the ballot until it is changed; each version keeps the one that it had', async () => {
    const id = await draft();
    const [one, other] = [await uploaded(logo()), await uploaded(logo())];
    expect((await save(id, [party('APC', { logoFileId: one }), party('LP')])).status).toBe(200);
    expect(await logosOf(id)).toEqual([one, null]);
    await save(id, [party('APC'), party('LP', { name: 'Labour' })]);
    expect(await logosOf(id)).toEqual([one, null]);
    await save(id, [party('APC', { logoFileId: other }), party('LP')]);
    await save(id, [party('APC', { logoFileId: null }), party('LP')]);
    expect(await logosOf(id)).toEqual([null, null]);
    const versions = await test.database.db
      .selectFrom('ballot_parties')
      .select('logo_file_id as logo')
      .where('election_id', '=', id as never)
      .where('code', '=', 'APC')
      .orderBy('version')
      .execute();
    expect(versions.map(({ logo: of }) => of)).toEqual([one, one, other, null]);
    await save(id, [party('APC', { logoFileId: one })]);
    await national.put(`/elections/${id}`, { parties: ['PDP', 'APC'] });
    expect(await logosOf(id)).toEqual([null, one]);
  });

  it('is changed after the first result with a reason only, as a name is', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    const unit = units[0] ?? ward;
    const id = await createElection(test.database.db);
    const officer = await test.as('polling_unit_officer', unit);
    await officer.post('/results', sheet(id, unit), { 'idempotency-key': `logo-${id}` });
    const ballot = (await national.get(`/elections/${id}/ballot`)).json<Ballot>('data');
    const parties = ballot.parties.map(({ code, name, colour }) => ({ code, name, colour }));
    const changed = [{ ...parties[0], logoFileId: await uploaded(logo()) }, ...parties.slice(1)];
    expect(said(await save(id, changed))).toEqual([409, 'BALLOT_REASON_REQUIRED']);
    const saved = await national.put(`/elections/${id}/ballot`, {
      parties: changed,
      reason: 'The logo was printed late',
    });
    expect(saved.status).toBe(200);
  });

  it('is seen by those whom the election covers, the officer at the sheet among them, and by no other', async () => {
    const { ward, units } = await createWard(test.database.db, 1);
    const unit = units[0] ?? ward;
    const officer = await test.as('polling_unit_officer', unit);
    const far = await test.as('state_admin', place('19'));
    const election = await createElection(test.database.db, { areas: [place('24')], status: 'scheduled' });
    const id = await uploaded(logo());
    for (const client of [officer, far]) expect((await read(id, client)).status).toBe(404);
    const { parties } = (await national.get(`/elections/${election}/ballot`)).json<Ballot>('data');
    const looks = parties.map(({ code, name, colour }) => ({ code, name, colour }));
    await save(election, [{ ...looks[0], logoFileId: id }, ...looks.slice(1)]);
    const desk = (await officer.get('/results/desk')).json<SubmissionDesk>('data');
    expect(desk.elections.find((one) => one.id === election)?.looks[0]).toMatchObject({ logoFileId: id });
    expect([(await read(id, officer)).status, (await read(id, far)).status]).toEqual([200, 404]);
    expect((await test.anonymous.get(`/files/${id}`)).status).toBe(401);
  });

  it('of another election is used by its id only where the person may edit that election; no other file is a logo', async () => {
    const west = await test.as('regional_admin', place('SW'));
    const north = await test.as('regional_admin', place('NW'));
    const make = async (client: Client, areas: string[]) => {
      const body = { name: 'Of a region', type: 'gubernatorial', electionDate: '2027-02-06', areas };
      return (await client.post('/elections', body)).json<string>('data.id');
    };
    const [lagos, kano] = [await make(west, ['24']), await make(north, ['19'])];
    const id = await uploaded(logo(), west);
    const withLogo = [party('APC', { logoFileId: id })];
    const refusal = async (reply: Reply) => [reply.status, reply.json<{ path: string }[]>('fields')[0]?.path];
    expect(await refusal(await save(kano, withLogo, north))).toEqual([400, 'parties.0.logoFileId']);
    expect((await save(lagos, withLogo, west)).status).toBe(200);
    expect(await refusal(await save(kano, withLogo, north))).toEqual([400, 'parties.0.logoFileId']);
    // The national administrator edits both.
    expect((await save(kano, withLogo)).status).toBe(200);
    const chat = await sendFile(national, await png(30, 30), '/api/chat/files');
    const picture = [party('APC', { logoFileId: chat.json<string>('data.id') })];
    expect(await refusal(await save(kano, picture))).toEqual([400, 'parties.0.logoFileId']);
    const none = [party('APC', { logoFileId: '0190d5a0-0000-7000-8000-000000000000' })];
    expect(await refusal(await save(kano, none))).toEqual([400, 'parties.0.logoFileId']);
  });

  it('is removed after a day where no version of a ballot has it, and stays where one has', async () => {
    const [unused, used] = [await uploaded(logo()), await uploaded(logo())];
    const id = await draft();
    expect((await save(id, [party('APC', { logoFileId: used })])).status).toBe(200);
    await save(id, [party('APC', { logoFileId: null })]);
    for (const file of [unused, used]) await ageFile(test, file);
    await removeUnusedFiles(test.app.platform, new AbortController().signal);
    expect([(await read(unused)).status, (await read(used)).status]).toEqual([404, 200]);
  });
});
