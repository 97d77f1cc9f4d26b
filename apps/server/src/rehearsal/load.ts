import { inDigits } from '@ec/contract/base/wording';
import type { UserId } from '@ec/contract/base/common';
import { ballotOf } from '@ec/contract/elections/parties';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { ensureReferenceData } from '../features/geography/reference-data.ts';
import { rebuildTallies } from '../features/results/tally-repository.ts';
import { saveAudit, SYSTEM_ORIGIN } from '../platform/audit/audit.ts';
import { type Bulk, bulkTransaction } from '../platform/database/bulk.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { createFileStore } from '../platform/files/file-stores.ts';
import type { Config } from '../platform/runtime/config.ts';
import { StartError } from '../platform/runtime/lifecycle.ts';
import { type Account, planAccounts, readAccounts, writeAccounts } from './accounts.ts';
import { contestResults, storeContestDay } from './contest-day.ts';
import {
  findRehearsedElection,
  PAST_AREA,
  type RehearsedElection,
  renewVotingHours,
  storeElections,
} from './elections.ts';
import { giveFaces } from './faces.ts';
import { faultLines, storeForms } from './collations.ts';
import { BALLOT_2023 } from './facts-2023.ts';
import { type Fate, fateOf } from './fates.ts';
import { hasPeople, isLoaded, listLgas, storePlaces, storeSettings } from './organisation.ts';
import { type Credentials, makeCredentials, type Offices, storePeople, toAccount } from './people.ts';
import { DEMO, type PlannedState, planStates } from './plan.ts';
import { seeded } from './random.ts';
import { storeRequests } from './requests.ts';
import { type LoadedElection, type LoadedResult, storeResults } from './results.ts';
import { moved, type PlannedSheet, planSheets } from './sheets.ts';

/** Share of observers' sheets that differ from the officer's. */
const DIFFERING = 0.15;

/** Observers' counts of units that also have an official one: mostly equal, some clearly different. */
function* withGrassroots(
  official: readonly LoadedResult[],
  observers: ReadonlyMap<LocationId, UserId>,
): Generator<LoadedResult> {
  for (const { sheet, fate } of official) {
    const officer = observers.get(sheet.unit);
    if (!officer || sheet.totalVotes > sheet.accredited) continue;
    const random = seeded(`grassroots ${sheet.code}`);
    const votes = random() < DIFFERING ? moved(sheet.votes, 0.1 + random() * 0.3) : sheet.votes;
    const verified = random() < 0.8;
    const own: Fate = {
      status: verified ? 'verified' : 'pending',
      sentAt: fate.sentAt,
      decidedAt: verified ? fate.sentAt + 0.12 : null,
      reason: null,
      contested: false,
    };
    yield { sheet: { ...sheet, votes }, fate: own, officer };
  }
}

interface Dependencies {
  database: Database;
  config: Pick<Config, 'dataDir' | 'bucket' | 'rehearsalScale' | 'rehearsalContests'>;
  log: (line: string) => void;
}

/** Advisory lock: two processes that start on one store must not both load it. */
const LOAD_LOCK = 7_301_002;

function* loadedResults(sheets: readonly PlannedSheet[], officers: Offices['officers']): Generator<LoadedResult> {
  for (const sheet of sheets) {
    const fate = fateOf(sheet);
    const officer = officers.get(sheet.unit);
    if (fate && officer) yield { sheet, fate, officer };
  }
}

/** A past council election: every sheet decided, with the short list of parties. */
function* councilResults(
  sheets: readonly PlannedSheet[],
  parties: readonly string[],
  offices: Offices,
): Generator<LoadedResult> {
  const places = ballotOf(parties).map((party) => BALLOT_2023.findIndex((name) => name === party));
  for (const sheet of sheets) {
    const officer = offices.officers.get(sheet.unit);
    if (!officer || !isInside(sheet.unit, PAST_AREA)) continue;
    const votes = places.map((place) => sheet.votes[place] ?? 0);
    const totalVotes = votes.reduce((total, value) => total + value, 0) + sheet.voidVotes;
    const past = { ...sheet, votes, totalVotes };
    const status = totalVotes > past.accredited ? 'cancelled' : 'verified';
    const reason = status === 'cancelled' ? 'More votes than accredited voters.' : null;
    yield {
      sheet: past,
      officer,
      fate: { status, sentAt: sheet.fate * 0.8, decidedAt: sheet.fate * 0.8 + 0.15, reason, contested: false },
    };
  }
}

async function storeAllResults(
  bulk: Bulk,
  states: readonly PlannedState[],
  elections: {
    presidential: RehearsedElection;
    contests: readonly RehearsedElection[];
    completed: RehearsedElection;
    archived: RehearsedElection;
  },
  offices: Offices,
  now: Date,
  log: (line: string) => void,
): Promise<number> {
  const { presidential, contests, completed, archived } = elections;
  const live: LoadedElection = { ...presidential, until: now };
  let count = 0;
  for (const state of states) {
    const sheets = planSheets(state);
    const official = [...loadedResults(sheets, offices.officers)];
    count += await storeResults(bulk, live, 'official', official, offices);
    const observed = withGrassroots(official, offices.observers);
    count += await storeResults(bulk, live, 'grassroots', observed, offices);
    if (state.fact.id !== DEMO.state) continue;
    for (const contest of contests) {
      const results = contestResults(sheets, contest, offices.officers);
      count += await storeResults(bulk, { ...contest, until: now }, 'official', results, offices);
    }
    for (const past of [completed, archived]) {
      const until = new Date(past.closesAt.getTime() + 6 * 3_600_000);
      const results = councilResults(sheets, past.parties, offices);
      count += await storeResults(bulk, { ...past, until }, 'official', results, offices);
    }
  }
  log(`Rehearsal: ${inDigits(count)} results stored`);
  for (const table of ['results', 'result_versions', 'result_decisions', 'disputes', 'dispute_entries']) {
    await sql`analyze ${sql.table(table)}`.execute(bulk.tx);
  }
  for (const election of [presidential, ...contests, completed, archived]) await rebuildTallies(bulk.tx, election.id);
  return count;
}

async function load(bulk: Bulk, { config, log }: Dependencies, credentials: readonly Credentials[]): Promise<void> {
  const now = new Date();
  const states = planStates(config.rehearsalScale);
  const units = states.reduce((sum, { wards }) => sum + wards.reduce((inner, ward) => inner + ward.units.length, 0), 0);
  log(`Rehearsal: making ${inDigits(units)} polling units and their officers`);
  await storePlaces(bulk, states);
  const lgas: LocationId[] = await listLgas(bulk.tx);
  const offices = await storePeople(bulk, credentials, states, lgas);
  await giveFaces(bulk.tx, createFileStore(config), planAccounts(), now);
  await storeRequests(bulk.tx, now);
  await sql`analyze users`.execute(bulk.tx);
  const createdBy: UserId = offices.nationalAdmin;
  await storeSettings(bulk.tx, now, createdBy);
  const stored = await storeElections(bulk.tx, createdBy, now);
  const { presidential } = stored;
  const state = states.find(({ fact }) => fact.id === DEMO.state);
  const isDay = config.rehearsalContests === 'three' && state !== undefined;
  const contests = isDay ? await storeContestDay(bulk.tx, { presidential, state, createdBy, now }) : [];
  const elections = { ...stored, contests };
  const results = await storeAllResults(bulk, states, elections, offices, now, log);
  const chain = states.find(({ fact }) => fact.id === DEMO.state);
  if (chain) {
    const faults = await storeForms(bulk, elections.presidential, chain, { fallback: offices.nationalAdmin, now });
    log(`Rehearsal: the collation forms of ${chain.fact.name}, with ${faults.length} changes to be found:`);
    for (const line of faultLines(faults)) log(`  ${line}`);
  }
  await saveAudit(bulk.tx, SYSTEM_ORIGIN, {
    event: 'system.rehearsal_loaded',
    next: { scale: config.rehearsalScale, units, results },
  });
}

/** A later start: the same accounts, with pictures where missing, and new passwords if their file is missing. */
async function resume(deps: Dependencies): Promise<Account[]> {
  const { database, config, log } = deps;
  const election = await findRehearsedElection(database.db);
  if (election) await inTransaction(database.db, (tx) => renewVotingHours(tx, election, new Date()));
  await inTransaction(database.db, (tx) => giveFaces(tx, createFileStore(config), planAccounts(), new Date()));
  const known = await readAccounts(config.dataDir);
  if (known) return known;
  log('Rehearsal: accounts.json is missing, so its accounts get new passwords');
  const credentials = await makeCredentials();
  await inTransaction(database.db, async (tx) => {
    for (const { plan, passwordHash } of credentials) {
      await tx
        .updateTable('users')
        .set({ password_hash: passwordHash, updated_at: new Date() })
        .where('phone', '=', plan.phone)
        .execute();
    }
    const next = { reason: 'the rehearsal’s list of accounts was lost', accounts: credentials.length };
    await saveAudit(tx, SYSTEM_ORIGIN, { event: 'auth.password_reset', next });
    await writeAccounts(config.dataDir, credentials.map(toAccount));
  });
  return credentials.map(toAccount);
}

/**
 * Fills an empty store with the rehearsal's organisation once, in one transaction; returns the accounts for signing in. Throws for a store that holds
 * a real organisation.
 */
export async function prepareRehearsal(deps: Dependencies): Promise<{ accounts: Account[] }> {
  const { database, config } = deps;
  await ensureReferenceData(database);
  if (await isLoaded(database.db)) return { accounts: await resume(deps) };
  const credentials = await makeCredentials();
  const loaded = await bulkTransaction(database, async (bulk) => {
    await sql`select pg_advisory_xact_lock(${LOAD_LOCK})`.execute(bulk.tx);
    if (await isLoaded(bulk.tx)) return false;
    if (await hasPeople(bulk.tx)) {
      throw new StartError(
        'This store holds an organisation that is not a rehearsal. Set DATA_DIR to another folder (or DATABASE_URL to another database).',
      );
    }
    await load(bulk, deps, credentials);
    // Before the commit: without this file no account could sign in, while a file without the commit is written again.
    await writeAccounts(config.dataDir, credentials.map(toAccount));
    return true;
  });
  return { accounts: loaded ? credentials.map(toAccount) : await resume(deps) };
}
