import type { ElectionId, UserId } from '@ec/contract/base/common';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import type { Database } from '@ec/server/platform/database/database';
import { areaColumn } from '@ec/server/platform/database/places';
import { sql } from 'kysely';
import { storeSupervisors } from '../dashboards.ts';
import { createElection, type Person, pickOfficers, signIn, storeOrganisation, storeResults } from '../dataset.ts';
import { type Client, openClient } from '../load.ts';
import { photoCall, submission } from '../sheets.ts';
import { drawPictures, type Pictures } from '../soak/pictures.ts';
import { WATCHERS } from '../sizes.ts';

/** Sheets that wait for the ward's administrator, each with its photo. */
const WARD_SHEETS = 12;
/** Over-voted ones from all over the country: each raises an alert, and waits for its second entry. */
const OVER_VOTED = 60;
/** Those of them with a photo, which transcribers get first: they have the most votes. */
const WITH_PHOTO = 6;
/** Officers whom the script may need. */
const SPARED = 20;
/** Results of an election whose nights go on: most are in, and the load has enough left. */
const MOST_STORED = 80_000;

/** What the script of work finds when it begins. */
export interface Night {
  election: ElectionId;
  ward: LocationId;
  /** Officers whose units have no result, and who do not belong to the load. */
  officers: readonly LocationId[];
}

export interface NightSizes {
  storedResults: number;
  auditedOfficers: number;
}

/** The ward with the most units without a result of those in which none waits: stored ones have no photo to look at. */
async function chooseWard({ db }: Database, election: ElectionId): Promise<LocationId> {
  const { rows } = await sql<{ ward: LocationId }>`select ${areaColumn('p.id', 'ward')} as ward
    from locations p left join results r on r.election_id = ${election} and r.polling_unit_id = p.id
    where p.type = 'polling_unit'
    group by 1 having count(*) filter (where r.status = 'pending') = 0
    order by count(*) filter (where r.id is null and p.registered_voters > 300) desc, 1 limit 1`.execute(db);
  const ward = rows[0]?.ward;
  if (!ward) throw new Error('results wait in every ward');
  return ward;
}

/** The whole organisation with one live election whose results with a failed check are entered a second time. */
export async function storeNight(
  database: Database,
  { storedResults, auditedOfficers }: NightSizes,
): Promise<Pick<Night, 'election' | 'ward'>> {
  await storeOrganisation(database, WATCHERS);
  const election = await createElection(database, 'Election night');
  const policy = JSON.stringify({ secondEntry: { rule: 'flagged', percent: 0, seed: 'bench', outsideLga: false } });
  await sql`update elections set configuration = ${policy}::jsonb where id = ${election}`.execute(database.db);
  await storeResults(database, election, Math.min(storedResults, MOST_STORED));
  const ward = await chooseWard(database, election);
  await storeSupervisors(database, auditedOfficers);
  return { election, ward };
}

/** Officers of the ward whose units have no result. */
async function officersOfWard(
  { db }: Database,
  { election, ward }: Pick<Night, 'election' | 'ward'>,
): Promise<Person[]> {
  const { rows } =
    await sql<Person>`select u.id as "userId", u.area_id as area, f.id as "fileId", coalesce(l.registered_voters, 0) as registered
    from users u join locations l on l.id = u.area_id join files f on f.uploaded_by = u.id
    where u.role = 'polling_unit_officer' and ${areaColumn('u.area_id', 'ward')} = ${ward}
    and not exists (select from results r where r.election_id = ${election} and r.polling_unit_id = u.area_id)
    order by l.registered_voters desc nulls last`.execute(db);
  return rows;
}

interface Sending {
  client: Client;
  election: ElectionId;
  pictures: Pictures;
}

/** Sends the officer's sheet as their phone would, with a photo of its own or without. */
async function send(
  { client, election, pictures }: Sending,
  { officer, token, place }: { officer: Person; token: string; place: number },
  how: { photo: boolean; overVoted: boolean },
): Promise<void> {
  let { fileId } = officer;
  if (how.photo) {
    const { status, text } = await client.send(photoCall(token, pictures.photo()));
    if (status !== 201) throw new Error(`A photo was refused: ${status} ${text}`);
    fileId = (JSON.parse(text) as { data: { id: string } }).data.id;
  }
  const call = submission(election, { ...officer, fileId }, token, place, how.photo);
  const sheet = JSON.parse(String(call.body)) as { accreditedVoters: number };
  const accreditedVoters = how.overVoted ? Math.floor(sheet.accreditedVoters * 0.9) : sheet.accreditedVoters;
  const body = JSON.stringify({ ...sheet, accreditedVoters });
  const reply = await client.send({ ...call, body, idempotencyKey: `night-${place}` });
  if (reply.status !== 201) throw new Error(`A sheet was refused: ${reply.status} ${reply.text}`);
}

/** Sends the sheets that people decide on, and the ones that raise alerts. */
export async function sendFirstSheets(
  database: Database,
  origin: string,
  stored: Pick<Night, 'election' | 'ward'>,
): Promise<Night> {
  const { election, ward } = stored;
  const officers = await officersOfWard(database, stored);
  const good = officers.slice(0, WARD_SHEETS);
  const apart = await pickOfficers(database, election, 500, 'over-voted');
  // The largest ones first.
  const large = apart
    .filter(({ area }) => ancestorOf(area, 'ward') !== ward)
    .toSorted((a, b) => b.registered - a.registered);
  const overVoted = large.slice(0, OVER_VOTED);
  const all = [...good, ...overVoted];
  const ids: UserId[] = all.map(({ userId }) => userId);
  const tokens = await signIn(database, ids);
  const sending: Sending = { client: openClient(origin, 1), election, pictures: await drawPictures() };
  try {
    for (const [place, officer] of all.entries()) {
      const beyond = place >= good.length;
      const photo = place < good.length + WITH_PHOTO;
      await send(sending, { officer, token: tokens[place] ?? '', place }, { photo, overVoted: beyond });
    }
  } finally {
    await sending.client.close();
  }
  return { election, ward, officers: large.slice(OVER_VOTED, OVER_VOTED + SPARED).map(({ area }) => area) };
}
