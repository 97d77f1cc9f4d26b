import { statfs } from 'node:fs/promises';
import type { ElectionId } from '@ec/contract/base/common';
import { type ConstituencyKind, KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { OFFICER_ROLES } from '@ec/contract/permissions/roles';
import type { Readiness, ReadinessCheckId } from '@ec/contract/readiness/schemas';
import { policyOf } from '@ec/contract/second-entry/policy';
import type { Db } from '../../platform/database/database.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { Platform, ReadContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { LOG_GATEWAY } from '../../platform/messages/gateways.ts';
import { staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { measureSkewMs } from '../../platform/database/database-watch.ts';
import { findElectionRow } from '../elections/queries.ts';
import { countTranscribers, listAudits } from '../second-entry/review-audit-queries.ts';
import { within } from '../security/status-queries.ts';
import { judgeDisk } from '../security/status-rules.ts';
import {
  countNotTakenUp,
  countPlaceholders,
  countUnitsWithoutVoters,
  countWardsWithoutUnits,
  countWithoutConstituency,
  countWithoutHolder,
  type PlaceCount,
} from './queries.ts';
import {
  commonAreas,
  type CountedCheck,
  type Finding,
  judgeClocks,
  judgeCount,
  judgeGateway,
  judgeParties,
  judgeTranscribers,
  judgeUnknown,
} from './rules.ts';

/** A check that takes longer is answered as unknown. */
const LIMIT_MS = 5000;
/** The counts go through all units and people: readers of the same areas share them for this time. */
const KEPT = { renewMs: 10_000, serveMs: 30_000 } as const;

/** The offices without which results are not sent or reviewed. */
const OFFICES = [
  { id: 'units_without_officer', type: 'polling_unit', role: 'polling_unit_officer' },
  { id: 'states_without_admin', type: 'state', role: 'state_admin' },
  { id: 'lgas_without_admin', type: 'lga', role: 'lga_admin' },
  { id: 'wards_without_admin', type: 'ward', role: 'ward_admin' },
] as const;

/** One or several checks of one measurement; all are unknown where it fails. */
async function checked(ids: readonly ReadinessCheckId[], measure: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await measure();
  } catch {
    return ids.map(judgeUnknown);
  }
}

function countedPlaces(db: Db, id: CountedCheck, count: (db: Db) => Promise<PlaceCount>): Promise<Finding[]> {
  return checked([id], async () => {
    const { count: found, places } = await within(db, LIMIT_MS, count);
    return [judgeCount(id, found, places)];
  });
}

/** The checks of people and places, inside the areas; `kind` is what the election returns one winner in. */
async function inAreas(db: Db, areas: readonly LocationId[], kind: ConstituencyKind | undefined): Promise<Finding[]> {
  const found = await Promise.all([
    ...OFFICES.map(({ id, ...office }) => countedPlaces(db, id, (tx) => countWithoutHolder(tx, areas, office))),
    countedPlaces(db, 'units_without_voters', (tx) => countUnitsWithoutVoters(tx, areas)),
    countedPlaces(db, 'wards_without_units', (tx) => countWardsWithoutUnits(tx, areas)),
    countedPlaces(db, 'placeholders', (tx) => countPlaceholders(tx, areas)),
    ...(kind
      ? [countedPlaces(db, 'wards_without_constituency', (tx) => countWithoutConstituency(tx, areas, kind))]
      : []),
    checked(['officers_never_signed_in', 'phones_not_confirmed'], async () => {
      const people = await within(db, LIMIT_MS, (tx) => countNotTakenUp(tx, areas, OFFICER_ROLES));
      return [
        judgeCount('officers_never_signed_in', people.neverSignedIn),
        judgeCount('phones_not_confirmed', people.notConfirmed),
      ];
    }),
  ]);
  return found.flat();
}

/** The checks of the servers, the same for every reader. */
async function ofServers({ database, messages, config }: Platform): Promise<Finding[]> {
  const { sms, email } = messages.gateways();
  const found = await Promise.all([
    checked(['clocks'], async () => [judgeClocks(await within(database.db, LIMIT_MS, measureSkewMs))]),
    checked(['disk'], async () => {
      const { bavail, blocks, bsize } = await statfs(config.dataDir);
      const { state, text } = judgeDisk({ freeBytes: bavail * bsize, totalBytes: blocks * bsize });
      return [{ id: 'disk', state: state === 'ok' ? 'ok' : 'not_ready', count: null, text: `${text}.`, places: [] }];
    }),
  ]);
  return [
    judgeGateway('sms_gateway', { configured: sms.name !== LOG_GATEWAY, paused: sms.paused }),
    judgeGateway('email_gateway', { configured: email.name !== LOG_GATEWAY, paused: email.paused }),
    ...found.flat(),
  ];
}

async function named(db: Db, findings: readonly Finding[]): Promise<Readiness['checks']> {
  const names = await loadNames(
    db,
    findings.flatMap(({ places }) => places),
  );
  return findings.map((finding) => ({
    ...finding,
    places: finding.places.map((id) => ({
      id,
      code: codeOf(id),
      name: names.get(id) ?? codeOf(id),
      within: chainLinks(id, names)
        .slice(2, -1)
        .map(({ name }) => name)
        .join(', '),
    })),
  }));
}

/** What is left to do before an election. Throws ELECTION_NOT_FOUND outside the reader's areas. */
export function createReadiness(platform: Platform) {
  const kept = staleWhileRevalidate<{ findings: Finding[]; asOf: string }>(KEPT);
  return async ({ db }: ReadContext, actor: Actor, id: ElectionId): Promise<Readiness> => {
    const election = await findElectionRow(db, id, areasOf(actor));
    if (!election) throw new AppError('ELECTION_NOT_FOUND');
    const areas = commonAreas(
      election.areas.map((area) => area.id),
      areasOf(actor),
    );
    const kind = KIND_OF_ELECTION[election.type];
    const { findings, asOf } = await kept.get(JSON.stringify([kind, areas]), async () => {
      const found = await Promise.all([inAreas(platform.database.db, areas, kind), ofServers(platform)]);
      return { findings: found.flat(), asOf: new Date().toISOString() };
    });
    const drawn =
      policyOf(election.configuration).rule !== 'none' ||
      (await listAudits(db, id)).some(({ state }) => state === 'open');
    const entries = drawn
      ? await checked(['transcribers'], async () => [judgeTranscribers(await countTranscribers(db))])
      : [];
    const checks = await named(db, [...findings, ...entries, judgeParties(election.parties)]);
    return { election: { id, name: election.name }, asOf, checks };
  };
}
