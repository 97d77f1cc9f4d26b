import { type ChatMembers, isMember } from '@ec/contract/chat/schemas';
import type { UserId } from '@ec/contract/base/common';
import {
  areaRange,
  childId,
  type LocationId,
  locationType,
  NATION,
  parentOf,
  ZONES,
} from '@ec/contract/geography/location-id';
import type { Holder } from '../../platform/http/actor.ts';
import type { WorkContext } from '../../platform/http/context.ts';
import { countsKnownSince, userChanges } from '../../platform/database/known-counts.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { type PhoneReader, seesPhone } from '../../platform/identity/phones.ts';
import {
  findPeople,
  listMembers,
  listNarrowed,
  type Moment,
  tallyAdmins,
  tallyOthers,
  tallyOthersAt,
} from './member-queries.ts';
import { type Assigned, chatRoles, countMembers } from './rules.ts';

type Asked = Pick<WorkContext, 'db' | 'now' | 'organisation'>;
const momentOf = ({ organisation, now }: Asked): Moment => ({ levels: organisation.levels, now });

/** The nation and its zones: the channels above the states. */
const WIDE = [NATION, ...Object.values(ZONES).map(({ digit }) => childId(NATION, digit))];
const MOST_SHOWN = 20;

const stateOf = (channel: LocationId) => (locationType(channel) === 'lga' ? parentOf(channel) : channel) ?? NATION;

/** The number of members of each channel. Users are counted by assigned area once per change of users; a channel is a sum over these counts. */
export async function memberCounts(context: Asked, channels: readonly LocationId[]): Promise<Map<LocationId, number>> {
  const { db, organisation } = context;
  const roles = chatRoles(organisation.levels);
  const known = await countsKnownSince(db, userChanges);
  const key = `chat ${roles.admins.join()} ${roles.others.join()}`;
  const narrowed = await known.get(`${key} narrowed`, () => listNarrowed(db, momentOf(context)));
  const ids = narrowed.map(({ userId }) => userId);
  const inStates = new Set(channels.filter((channel) => !WIDE.includes(channel)).map(stateOf));
  const [admins, ...others] = await Promise.all([
    known.get<Assigned>(`${key} admins`, () => tallyAdmins(db, roles, ids)),
    known.get<Assigned>(`${key} others`, () => tallyOthersAt(db, roles, WIDE)),
    ...[...inStates].map((state) =>
      known.get<Assigned>(`${key} others ${state}`, () => tallyOthers(db, roles, areaRange(state))),
    ),
  ]);
  const all = others.flat();
  return new Map(
    channels.map((channel) => {
      const few = narrowed.filter((person) => isMember(person, channel)).length;
      return [channel, few + countMembers(channel, admins, all)];
    }),
  );
}

/** Channel members whose names contain the words, with what tells those of one name apart. */
export async function membersOf(
  context: Asked,
  reader: PhoneReader,
  channel: LocationId,
  q: string,
): Promise<ChatMembers> {
  const { db, organisation } = context;
  const narrowed = await listNarrowed(db, momentOf(context));
  const { members, total } = await listMembers(
    db,
    channel,
    {
      ...chatRoles(organisation.levels),
      narrowed: narrowed.map(({ userId }) => userId),
      narrowedMembers: narrowed.filter((person) => isMember(person, channel)).map(({ userId }) => userId),
    },
    { q, limit: MOST_SHOWN },
  );
  const names = await loadNames(
    db,
    members.flatMap(({ area }) => area ?? []),
  );
  return {
    members: members.map(({ area, phone, ...person }) => ({
      ...person,
      phone: seesPhone(reader, { ...person, area }) ? phone : null,
      chain: area === null ? [] : chainLinks(area, names),
      area: area === null ? null : { id: area, type: locationType(area), name: names.get(area) ?? '' },
    })),
    total,
  };
}

/** The members of the channel among the users. */
export async function membersAmong(context: Asked, channel: LocationId, ids: readonly UserId[]): Promise<Holder[]> {
  const people = await findPeople(context.db, momentOf(context), ids);
  return people.filter((person) => isMember(person, channel));
}
