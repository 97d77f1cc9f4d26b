import type { BlankForm, CollationDesk } from '@ec/contract/collations/schemas';
import { ballotOf } from '@ec/contract/elections/parties';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/errors.ts';
import { childrenOf, findForm, type FormReference, levelsAt } from './form-service.ts';
import {
  type CollatedElection,
  isAgentOf,
  listCentresOf,
  listConstituenciesOf,
  listOpenElections,
  listOwnForms,
} from './queries.ts';
import { entryRefusal, type FormPlace } from './rules.ts';

interface DeskForm {
  election: CollatedElection;
  place: FormPlace;
  constituency: { id: string; name: string } | null;
}

/** The forms of one centre in one election that the election is held for. */
async function formsAt(db: Db, election: CollatedElection, areaId: LocationId): Promise<DeskForm[]> {
  const constituencies = KIND_OF_ELECTION[election.type] ? await listConstituenciesOf(db, election, areaId) : [null];
  const all = levelsAt(election, areaId).flatMap((level) =>
    constituencies.map((constituency) => ({
      election,
      place: { level, areaId, constituencyId: constituency?.id ?? null },
      constituency,
    })),
  );
  const held = await Promise.all(
    all.map(({ place }) =>
      childrenOf(db, election, place).then(
        () => true,
        () => false,
      ),
    ),
  );
  return all.filter((_, index) => held[index]);
}

/** The forms that the person enters, with what became of each. No figure of ours stands in it. */
export async function collationDesk(db: Db, actor: Actor): Promise<CollationDesk> {
  const [elections, centres] = await Promise.all([listOpenElections(db), listCentresOf(db, actor.userId)]);
  const asked = elections.flatMap((election) => {
    const assigned = centres.filter(({ electionId }) => electionId === election.id).map(({ areaId }) => areaId);
    return [...new Set([...assigned, ...(actor.area === null ? [] : [actor.area])])].map((areaId) => ({
      election,
      areaId,
      isAgent: assigned.includes(areaId),
    }));
  });
  const forms = await Promise.all(
    asked.map(async ({ election, areaId, isAgent }) =>
      (await formsAt(db, election, areaId)).filter(({ place }) => entryRefusal(actor, place, isAgent) === null),
    ),
  );
  const all = forms.flat();
  const [own, names] = await Promise.all([
    listOwnForms(
      db,
      asked.map(({ election, areaId }) => ({ electionId: election.id, areaId })),
    ),
    loadNames(
      db,
      all.map(({ place }) => place.areaId),
    ),
  ]);
  return {
    forms: all.map(({ election, place, constituency }) => {
      const sent = own.find(
        (form) =>
          form.electionId === election.id &&
          form.level === place.level &&
          form.areaId === place.areaId &&
          form.constituencyId === place.constituencyId,
      );
      return {
        electionId: election.id,
        electionName: election.name,
        level: place.level,
        formCode: election.codes[place.level] ?? '',
        area: { code: codeOf(place.areaId), name: names.get(place.areaId) ?? '' },
        constituency,
        status: sent?.status ?? null,
        collationId: sent?.id ?? null,
        reason: sent?.reason ?? null,
      };
    }),
  };
}

/** The rows of a form before it is entered: names alone. */
export async function blankForm(db: Db, actor: Actor, reference: FormReference): Promise<BlankForm> {
  const { election, place, constituency, formCode, children } = await findForm(db, reference);
  const refusal = entryRefusal(actor, place, await isAgentOf(db, actor.userId, election.id, place.areaId));
  if (refusal) throw new AppError(refusal.code);
  const names = await loadNames(db, [place.areaId]);
  return {
    electionId: election.id,
    level: place.level,
    formCode,
    area: { code: codeOf(place.areaId), name: names.get(place.areaId) ?? '' },
    constituency,
    parties: ballotOf(election.parties),
    children: children.map(({ code, name }) => ({ code, name })),
  };
}
