import { afterEach, expect, it } from 'vitest';
import { draftKeeper, draftSlot, dropDraft, loadDraft } from '../src/lib/device/drafts.ts';

afterEach(() => localStorage.clear());

it('has what was typed in the moment in which the page is left', async () => {
  const slot = draftSlot('ada', 'left', 1);
  draftKeeper(slot).saveWords({ text: 'Not finished yet' }, {});
  // Read as a page does that is opened now, before the device has written anything.
  expect((await loadDraft(slot))?.values).toEqual({ text: 'Not finished yet' });
});

it('has the newest words, however fast they were typed', async () => {
  const slot = draftSlot('ada', 'fast', 1);
  const keeper = draftKeeper(slot);
  for (const text of ['N', 'No', 'Not']) keeper.saveWords({ text }, {});
  expect((await loadDraft(slot))?.values).toEqual({ text: 'Not' });
});

it('keeps nothing of a draft that was dropped', async () => {
  const slot = draftSlot('ada', 'dropped', 1);
  draftKeeper(slot).saveWords({ text: 'Sent' }, {});
  await dropDraft(slot);
  expect(localStorage.getItem(`draft:${slot}`)).toBeNull();
});

it('belongs to one user', async () => {
  draftKeeper(draftSlot('ada', 'own', 1)).saveWords({ text: 'Mine' }, {});
  expect(await loadDraft(draftSlot('bola', 'own', 1))).toBeNull();
});
