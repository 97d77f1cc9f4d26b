import { type ChatMembers, isMember } from '@ec/contract/chat/schemas';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import { DEFAULT_LEVELS } from '@ec/contract/permissions/default-levels';
import type { Role } from '@ec/contract/permissions/roles';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createWard, place } from '../../../test/builders.ts';
import { channelCodes, channelList, channelOf, page, say, send } from '../../../test/chat.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { setLevel } from '../../../test/levels.ts';
import { EVERYTHING, narrow, narrowed } from '../../../test/moderators.ts';
import { type OpenStream, openStream, ticketOf } from '../../../test/stream.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { saveEvents } from '../../platform/events/events.ts';

let test: TestApp;
let national: Client;
let lagos: Client;
const open: OpenStream[] = [];
beforeAll(async () => {
  test = await testApp();
  national = await test.as('national_admin', NATION);
  lagos = await test.as('state_admin', LAGOS);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.close()));
});
afterAll(() => test.close());

const IKEJA = place('24-11');
const EPE = place('24-05');
const LAGOS = place('24');
const ABOVE_IKEJA = ['24', '24-11', 'NG', 'SW'];
const LGAS_OF_EKITI = Array.from({ length: 16 }, (_, index) => `13-${String(index + 1).padStart(2, '0')}`);

async function streamOf(client: Client): Promise<OpenStream> {
  const stream = await openStream(test, await ticketOf(client));
  open.push(stream);
  expect((await stream.next('heartbeat'))?.type).toBe('heartbeat');
  return stream;
}

describe('channels', () => {
  it.each<[Role, string, string[]]>([
    ['super_admin', 'NG', ['NC', 'NE', 'NG', 'NW', 'SE', 'SS', 'SW']],
    ['national_admin', 'NG', ['NC', 'NE', 'NG', 'NW', 'SE', 'SS', 'SW']],
    ['global_moderator', 'NG', ['NC', 'NE', 'NG', 'NW', 'SE', 'SS', 'SW']],
    ['regional_admin', 'SW', ['13', '24', '27', '28', '29', '30', 'NG', 'SW']],
    ['state_admin', '13', ['13', ...LGAS_OF_EKITI, 'NG', 'SW']],
    ['lga_admin', '24-11', ABOVE_IKEJA],
    ['ward_admin', 'ward', ABOVE_IKEJA],
    ['polling_unit_officer', 'unit', ABOVE_IKEJA],
    ['gpuo', 'unit', ABOVE_IKEJA],
    ['grassroot_puo', 'unit', ABOVE_IKEJA],
    ['moderator', 'NG', ['NG']],
  ])('of a %s of %s', async (role, where, expected) => {
    const { ward, units } = await createWard(test.database.db, 1);
    const client = await test.as(role, where === 'ward' ? ward : where === 'unit' ? (units[0] ?? ward) : place(where));
    expect(await channelCodes(client)).toEqual(expected.toSorted());
  });

  it('are none for a user assigned nowhere, and refused to roles without the module', async () => {
    expect(await channelCodes(await test.as('ward_admin', null))).toEqual([]);
    const reply = await (await test.as('grassroot_admin', LAGOS)).get('/chat/channels');
    expect([reply.status, reply.code]).toEqual([403, 'MODULE_DENIED']);
  });

  it('of a moderator who is narrowed are those of the places named, and of what lies above and just below', async () => {
    const client = await narrowed(test, { ...EVERYTHING, allowedStates: ['13'], allowedLGAs: ['24-11'] });
    expect(await channelCodes(client)).toEqual(['13', ...LGAS_OF_EKITI, '24', '24-11', 'NG', 'SW'].toSorted());
    await narrow(test, client, null);
    expect(await channelCodes(client)).toEqual(['NC', 'NE', 'NG', 'NW', 'SE', 'SS', 'SW']);
  });

  it('are named, typed and listed from the nation down while nothing is written', async () => {
    const { channels, total, unread } = await channelList(await test.as('lga_admin', place('01-01')));
    expect([total, unread]).toEqual([4, 0]);
    expect(channels.map(({ name, type }) => [name, type])).toEqual([
      ['Nigeria', 'national'],
      ['South East', 'regional'],
      ['Abia', 'state'],
      [expect.any(String), 'lga'],
    ]);
  });
});

describe('members', () => {
  interface Someone {
    role: Role;
    areas: LocationId[];
  }
  const CHANNELS = ['NG', 'SW', 'NE', '24', '24-11', '24-05', '13', '13-02', '20', '20-01'].map(place);

  /** All active users of the store with their areas, as stored by the tests above and here. */
  async function everybody(): Promise<Someone[]> {
    const rows = await test.database.db
      .selectFrom('users as u')
      .leftJoin('moderator_privileges as p', 'p.user_id', 'u.id')
      .select(['u.role', 'u.area_id', 'u.status', 'p.areas'])
      .where('u.status', 'in', ['ACTIVE', 'PENDING_DELETION'])
      .execute();
    return rows.map(({ role, area_id, areas }) => ({
      role,
      areas: areas && areas.length > 0 ? areas : area_id === null ? [] : [area_id],
    }));
  }

  it('are exactly those whom the rule names, in the list and in the counts, after each change', async () => {
    const { db } = test.database;
    for (const lga of ['24-05', '20-01', '13-02']) {
      const { ward, units } = await createWard(db, 2, place(lga));
      await createPerson(db, { role: 'lga_admin', area: place(lga) });
      await createPerson(db, { role: 'ward_admin', area: ward });
      await createPerson(db, { role: 'gpuo', area: units[0] ?? ward });
      for (const unit of units) await createPerson(db, { role: 'polling_unit_officer', area: unit });
      await createPerson(db, { role: 'polling_unit_officer', area: ward, status: 'INACTIVE' });
    }
    await createPerson(db, { role: 'moderator', area: LAGOS });
    await createPerson(db, { role: 'moderator', area: EPE });
    await createPerson(db, { role: 'grassroot_admin', area: LAGOS });
    await createPerson(db, { role: 'regional_admin', area: place('NE') });
    const leaving = await createPerson(db, { role: 'state_admin', area: place('20') });
    await db
      .updateTable('users')
      .set({ status: 'PENDING_DELETION', status_before: 'ACTIVE' })
      .where('id', '=', leaving.id)
      .execute();
    await narrowed(test, { ...EVERYTHING, allowedLGAs: ['20-01', '24-05'] });
    const { ward } = await createWard(db, 0, place('13-02'));
    await narrowed(test, { ...EVERYTHING, allowedWards: [String(ward)] });

    const reader = await test.as('super_admin', NATION);
    for (const round of ['as stored', 'after a change']) {
      if (round === 'after a change') {
        await db
          .updateTable('users')
          .set({ area_id: place('13-02') })
          .where('id', '=', leaving.id)
          .execute();
      }
      const people = await everybody();
      for (const channel of CHANNELS) {
        const expected = people.filter(({ role, areas }) =>
          isMember({ role, areas, levels: DEFAULT_LEVELS[role] }, channel),
        ).length;
        // No user belongs to every channel, so each is queried by one of its members.
        const wide = await channelOf(reader, channel);
        if (wide) expect(wide.memberCount, `${round}, ${channel}`).toBe(expected);
        const inside = await test.as('moderator', channel);
        expect((await channelOf(inside, channel))?.memberCount, `${round}, ${channel}`).toBe(expected + 1);
        const listed = await inside.get(`/chat/channels/${channel}/members`);
        expect(listed.json('data.total'), `${round}, ${channel}`).toBe(expected + 1);
        await db.updateTable('users').set({ status: 'INACTIVE' }).where('id', '=', inside.person.id).execute();
      }
    }
  });

  it('are counted anew when a moderator is narrowed and when a role loses the module', async () => {
    const count = async () => (await channelOf(national, place('NE')))?.memberCount ?? 0;
    const superAdmin = await test.as('super_admin', NATION);
    const before = await count();
    const moderator = await test.as('global_moderator', NATION);
    const narrowTo = async (privileges: object | null) => {
      const reply = await superAdmin.put(`/moderators/${moderator.person.id}/privileges`, { privileges });
      expect(reply.status).toBe(200);
    };
    expect(await count()).toBe(before + 1);
    await narrowTo({ ...EVERYTHING, allowedStates: ['24'] });
    expect(await count()).toBe(before);
    await narrowTo(null);
    expect(await count()).toBe(before + 1);
    await setLevel(test, 'regional_admin', 'group_chat', 'none');
    expect(await count()).toBe(before);
    await setLevel(test, 'regional_admin', 'group_chat', 'write');
  });

  it('are found by a part of the name, those who begin with it first', async () => {
    const { db } = test.database;
    for (const name of ['Zubairu Zz_1', 'Ada Zubairu', 'Zubairu Aa%2']) {
      await createPerson(db, { role: 'national_admin', area: NATION, name });
    }
    const found = async (q: string) => {
      const reply = await national.get(`/chat/channels/${NATION}/members?q=${encodeURIComponent(q)}`);
      return reply.json<{ name: string }[]>('data.members').map(({ name }) => name);
    };
    expect(await found('zubairu')).toEqual(['Zubairu Aa%2', 'Zubairu Zz_1', 'Ada Zubairu']);
    expect(await found('zz_')).toEqual(['Zubairu Zz_1']);
    expect(await found('%')).toEqual(['Zubairu Aa%2']);
  });
});

describe('two members of one name', () => {
  it('are told apart by their places and by the phone, which only those may read who see people there', async () => {
    const { db } = test.database;
    const { ward } = await createWard(db, 1, place('24-11'));
    const twin = await createPerson(db, { role: 'ward_admin', area: ward, name: 'Twin Okafor' });
    const found = async (reader: Client, channel: LocationId) =>
      (await reader.get(`/chat/channels/${channel}/members?q=twin`)).json<ChatMembers['members']>('data.members');
    const [seen] = await found(national, NATION);
    expect(seen).toMatchObject({ id: twin.id, phone: twin.phone, area: { id: ward } });
    expect(seen?.chain.map(({ name }) => name).slice(0, 4)).toEqual(['Nigeria', 'South West', 'Lagos', 'Ikeja']);
    const elsewhere = await test.as('state_admin', place('20'));
    expect(await found(elsewhere, NATION)).toMatchObject([{ id: twin.id, phone: null }]);
  });
});

describe('a user who is no member', () => {
  it('finds no such channel, whatever they call', async () => {
    const admin = await test.as('lga_admin', place('24-02'));
    const { id } = await say(admin, place('24-02'), 'Between us');
    const stranger = await test.as('lga_admin', place('24-03'));
    const at = `/chat/channels/${place('24-02')}`;
    const replies = [
      await stranger.get(`${at}/messages`),
      await send(stranger, place('24-02'), 'Hello'),
      await stranger.post(`${at}/read`, { upTo: id }),
      await stranger.put(`${at}/mute`, { muted: true }),
      await stranger.get(`${at}/members`),
      await stranger.get(`/chat/search?q=Between&channelId=${place('24-02')}`),
      await stranger.post(`/chat/messages/${id}/withdraw`),
      await stranger.post(`/chat/messages/${id}/remove`, { reason: 'Because' }),
    ];
    expect(replies.map(({ status, code }) => [status, code])).toEqual(replies.map(() => [404, 'NOT_FOUND']));
    expect((await stranger.get('/chat/search?q=Between')).json('data.messages')).toEqual([]);
  });

  it('finds none for a ward, nor for a place that does not exist', async () => {
    const { ward } = await createWard(test.database.db, 1);
    const admin = await test.as('ward_admin', ward);
    const nowhere = (LAGOS + 99 * 1e7) as LocationId;
    expect((await admin.get(`/chat/channels/${ward}/messages`)).status).toBe(404);
    expect((await send(lagos, nowhere, 'Hello')).status).toBe(404);
    expect((await lagos.get('/chat/channels/no-number/messages')).status).toBe(400);
  });

  it('was one until they were moved: channel, history and stream are gone at once, and the new ones there', async () => {
    const [from, to] = [place('24-07'), place('24-08')];
    const admin = await test.as('lga_admin', from);
    const stream = await streamOf(admin);
    await say(lagos, from, 'Only for Eti Osa');
    expect((await page(admin, from)).messages).toHaveLength(1);
    expect(await stream.next('chat')).toMatchObject({ channelId: from });
    const moved = await national.put(`/users/${admin.person.id}`, { assignedLga: to });
    expect(moved.status).toBe(200);
    expect((await admin.get(`/chat/channels/${from}/messages`)).status).toBe(404);
    expect((await admin.get('/chat/search?q=Eti')).json('data.messages')).toEqual([]);
    expect(await channelCodes(admin)).toEqual(['24', '24-08', 'NG', 'SW']);
    await say(lagos, from, 'Still for Eti Osa');
    const there = await say(lagos, to, 'For new members');
    expect(await stream.next('chat')).toMatchObject({ channelId: to, messageId: there.id });
    expect((await page(admin, to)).messages.map(({ id }) => id)).toEqual([there.id]);
  });

  it('was one until they were moved: they receive nothing more, also where the move and a message come in one moment', async () => {
    const [from, to] = [place('24-14'), place('24-15')];
    const admin = await test.as('lga_admin', from);
    const stream = await streamOf(admin);
    const { db } = test.database;
    await inTransaction(db, async (tx) => {
      await tx.updateTable('users').set({ area_id: to }).where('id', '=', admin.person.id).execute();
      const message = { type: 'chat.message', messageId: 1, senderId: lagos.person.id } as const;
      await saveEvents(tx, [
        { type: 'user.changed', userId: admin.person.id },
        { ...message, channelId: from },
        { ...message, channelId: to },
      ]);
    });
    test.app.platform.events.wake();
    expect(await stream.next('chat')).toMatchObject({ channelId: to });
  });

  it('was one until they were narrowed, or lost the module; what they hear ends with it', async () => {
    const moderator = await test.as('global_moderator', NATION);
    const stream = await streamOf(moderator);
    const regional = await test.as('regional_admin', place('SS'));
    const first = await say(regional, place('SS'), 'Before');
    expect(await stream.next('chat')).toMatchObject({ messageId: first.id });
    await narrow(test, moderator, { ...EVERYTHING, allowedStates: ['24'] });
    expect((await moderator.get(`/chat/channels/${place('SS')}/messages`)).status).toBe(404);
    await say(regional, place('SS'), 'After');
    const heard = await say(national, NATION, 'For everybody');
    expect(await stream.next('chat')).toMatchObject({ messageId: heard.id });
    await setLevel(test, 'regional_admin', 'group_chat', 'none');
    expect((await regional.get(`/chat/channels/${NATION}/messages`)).code).toBe('MODULE_DENIED');
    await setLevel(test, 'regional_admin', 'group_chat', 'read');
    expect((await send(regional, NATION, 'Listening')).code).toBe('LEVEL_DENIED');
    expect((await channelOf(regional, NATION))?.can.send).toBe(false);
    await setLevel(test, 'regional_admin', 'group_chat', 'write');
  });

  it('was one until they were deactivated: their stream ends', async () => {
    const admin = await test.as('lga_admin', place('24-09'));
    const stream = await streamOf(admin);
    expect((await national.put(`/users/${admin.person.id}`, { status: 'INACTIVE' })).status).toBe(200);
    await say(national, NATION, 'Not for those who left');
    expect((await stream.next('session-ended'))?.type).toBe('session-ended');
    expect((await admin.get(`/chat/channels/${NATION}/messages`)).code).toBe('SESSION_ENDED');
  });

  it('and each member hears of a message once, also where two of their areas lie in the channel', async () => {
    const both = await narrowed(test, { ...EVERYTHING, allowedLGAs: ['24-11', '24-05'] });
    const stream = await streamOf(both);
    const first = await say(national, NATION, 'One');
    const second = await say(national, NATION, 'Two');
    expect(await stream.next('chat')).toMatchObject({ channelId: NATION, messageId: first.id });
    expect(await stream.next('chat')).toMatchObject({ messageId: second.id, senderId: national.person.id });
    expect(isMember({ ...both.person, areas: [IKEJA, EPE], levels: DEFAULT_LEVELS.global_moderator }, LAGOS)).toBe(
      true,
    );
  });
});
