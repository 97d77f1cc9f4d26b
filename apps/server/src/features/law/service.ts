import { LAWS, LawProfileId, PROVISIONS, ProvisionKey } from '@ec/contract/law/profiles';
import { LAW_PROVISIONS } from '@ec/contract/law/provisions';
import type { ConfirmSectionRequest, LawProfileAnswer } from '@ec/contract/law/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { type Confirmation, listConfirmations } from './queries.ts';
import { insertConfirmation } from './repository.ts';

function toAnswer(id: LawProfileId, confirmations: readonly Confirmation[]): LawProfileAnswer {
  const { title, inForceFrom } = LAWS[id];
  const provisions = LAW_PROVISIONS[id];
  return {
    id,
    title,
    inForceFrom,
    provisions: ProvisionKey.options.map((key) => {
      const confirmed = confirmations.find((each) => each.profile === id && each.provision === key);
      return {
        key,
        name: PROVISIONS[key],
        ...provisions[key],
        section: confirmed?.section ?? provisions[key].section,
        confirmedBy: confirmed?.by ?? null,
        confirmedAt: confirmed?.at.toISOString() ?? null,
      };
    }),
  };
}

export async function lawProfiles({ db }: Pick<ReadContext, 'db'>): Promise<LawProfileAnswer[]> {
  const confirmations = await listConfirmations(db);
  return LawProfileId.options.map((id) => toAnswer(id, confirmations));
}

/** Writes down that the person looked the section up; a later confirmation of the same provision replaces it on screens. */
export async function confirmSection(
  write: WriteContext,
  actor: Actor,
  id: LawProfileId,
  { provision, section }: ConfirmSectionRequest,
): Promise<LawProfileAnswer> {
  const before = (await listConfirmations(write.tx)).find(
    (each) => each.profile === id && each.provision === provision,
  );
  await insertConfirmation(write.tx, { profile: id, provision, section, by: actor.userId, at: write.now });
  await write.audit({
    event: 'law.section_confirmed',
    resourceId: `${id}/${provision}`,
    previous: { section: before?.section ?? LAW_PROVISIONS[id][provision].section },
    next: { section },
  });
  return toAnswer(id, await listConfirmations(write.tx));
}
