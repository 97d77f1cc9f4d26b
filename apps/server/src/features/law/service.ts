import { LAWS, LawProfileId, PROVISIONS, ProvisionKey } from '@ec/contract/law/profiles';
import { LAW_PROVISIONS } from '@ec/contract/law/provisions';
import type { ConfirmSectionRequest, LawProfileAnswer, ProvisionAnswer } from '@ec/contract/law/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { type Confirmation, listConfirmations } from './queries.ts';
import { insertConfirmation } from './repository.ts';

function toAnswer(id: LawProfileId, confirmations: readonly Confirmation[]): LawProfileAnswer {
  const { title, inForceFrom } = LAWS[id];
  const provisionOf = (key: ProvisionKey): ProvisionAnswer => {
    const known = LAW_PROVISIONS[id][key];
    const entry = confirmations.find((each) => each.profile === id && each.provision === key);
    const confirmed = entry?.confirmed ?? false;
    return {
      name: PROVISIONS[key],
      ...known,
      section: entry?.section ?? known.section,
      confirmed: entry ? confirmed : known.certainty === 'read',
      confirmedBy: entry && confirmed ? entry.by : null,
      confirmedAt: entry && confirmed ? entry.at.toISOString() : null,
    };
  };
  const provisions = Object.fromEntries(ProvisionKey.options.map((key) => [key, provisionOf(key)]));
  return { id, title, inForceFrom, provisions: provisions as LawProfileAnswer['provisions'] };
}

export async function lawProfiles({ db }: Pick<ReadContext, 'db'>): Promise<LawProfileAnswer[]> {
  const confirmations = await listConfirmations(db);
  return LawProfileId.options.map((id) => toAnswer(id, confirmations));
}

/** Stores that the person looked the section up, or takes that back; a later entry of the same provision replaces it on screens. */
export async function confirmSection(
  write: WriteContext,
  actor: Actor,
  { law: id, key: provision }: { law: LawProfileId; key: ProvisionKey },
  { section, confirmed }: ConfirmSectionRequest,
): Promise<LawProfileAnswer> {
  const before = (await listConfirmations(write.tx)).find(
    (each) => each.profile === id && each.provision === provision,
  );
  await insertConfirmation(write.tx, { profile: id, provision, section, confirmed, by: actor.userId, at: write.now });
  await write.audit({
    event: 'law.section_confirmed',
    resourceId: `${id}/${provision}`,
    previous: {
      section: before?.section ?? LAW_PROVISIONS[id][provision].section,
      ...(before && { confirmed: before.confirmed }),
    },
    next: { section, confirmed },
  });
  return toAnswer(id, await listConfirmations(write.tx));
}
