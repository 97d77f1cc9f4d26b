import type { ChatMessage, LinkCard, MessageLink } from '@ec/contract/chat/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Db } from '../../platform/database/database.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { resultFacts, type ResultFacts, unitFacts, type UnitFacts } from './queries.ts';
import { type CardReader, resultPath, unitPath } from './rules.ts';

type Names = ReadonlyMap<LocationId, string>;
type Card = NonNullable<ChatMessage['link']>;
/** The card of a message's link as this reader may see it. */
export type Cards = (link: MessageLink) => Card;

const HIDDEN = { type: 'hidden' } as const;

/** Ward, LGA and state of a polling unit, because units' names repeat. */
const placeOf = (unit: LocationId, names: Names): string =>
  chainLinks(unit, names)
    .slice(2, -1)
    .toReversed()
    .map(({ name }) => name)
    .join(', ');

function resultCard(reader: CardReader, facts: ResultFacts | undefined, names: Names): Card {
  const path = facts ? resultPath(reader, facts) : null;
  if (!facts || path === null) return HIDDEN;
  const { id, unitId, unitName, unitCode, election, source, status, totalVotes, leading, desk } = facts;
  const place = `${unitName} (${unitCode}), ${placeOf(unitId, names)}`;
  return { type: 'result', id, title: election, place, status, source, totalVotes, leading, desk, path };
}

function unitCard(reader: CardReader, facts: UnitFacts | undefined, names: Names): Card {
  const path = facts ? unitPath(reader, facts) : null;
  if (!facts || path === null) return HIDDEN;
  const nothing: Pick<LinkCard, 'status' | 'source' | 'totalVotes' | 'leading' | 'desk'> = {
    status: null,
    source: null,
    totalVotes: null,
    leading: null,
    desk: false,
  };
  const title = `${facts.name} (${facts.code})`;
  return { type: 'polling_unit', id: String(facts.id), title, place: placeOf(facts.id, names), ...nothing, path };
}

/** Loads the targets of all links at once, and makes the cards that this reader may see. */
export async function loadCards(db: Db, reader: CardReader, links: readonly MessageLink[]): Promise<Cards> {
  const [results, units] = await Promise.all([
    resultFacts(
      db,
      links.flatMap((link) => (link.type === 'result' ? link.id : [])),
    ),
    unitFacts(
      db,
      links.flatMap((link) => (link.type === 'polling_unit' ? link.id : [])),
    ),
  ]);
  const names = await loadNames(db, [...results.map(({ unitId }) => unitId), ...units.map(({ id }) => id)]);
  const resultOf = new Map(results.map((facts) => [facts.id, facts]));
  const unitOf = new Map(units.map((facts) => [facts.id, facts]));
  return (link) =>
    link.type === 'result'
      ? resultCard(reader, resultOf.get(link.id), names)
      : unitCard(reader, unitOf.get(link.id), names);
}
