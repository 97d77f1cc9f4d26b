import type { Receipt, SubmitResultRequest } from '@ec/contract/results/schemas';
import { createOutbox, type Transport } from '../../lib/device/outbox.ts';
import { makeKey, type OutboxItem } from '../../lib/device/outbox-item.ts';
import type { PreparedPhoto } from '../../lib/device/prepare-photo.ts';

/** The request; the id of a photo that is still to be sent takes the place of `sheetFileId`. */
export type ResultBody = Omit<SubmitResultRequest, 'sheetFileId' | 'electionId' | 'pollingUnitId'> & {
  electionId: string;
  pollingUnitId: string;
  sheetFileId: string | null;
};

/** One sheet on its way: the slot is its officer, election and unit. It stays with its receipt until that was read. */
export interface SheetItem<Body = ResultBody> extends OutboxItem {
  slot: string;
  body: Body;
  /** The photo that the body declares, until the receipt is there: it goes its own way (photo-outbox.ts). */
  prepared?: PreparedPhoto | null;
  /** True where the original is kept, to be sent later. */
  keepOriginal?: boolean;
  receipt: Receipt | null;
  madeAt: string;
}

export type NewSheet<Body = ResultBody> = Pick<
  SheetItem<Body>,
  'slot' | 'userId' | 'body' | 'photo' | 'prepared' | 'keepOriginal'
>;

/** The name under which earlier versions of the console kept sheets too. */
const keptAs = (slot: string) => `parcel:${slot}`;

/** Sheets of all elections and units. A slot holds one sheet: a newer one replaces it. */
export function createSheetOutbox<Body = ResultBody>(transport: Transport<SheetItem<Body>, Receipt>) {
  const { item, hold, sendNow, remove, ...box } = createOutbox<SheetItem<Body>, Receipt>({
    ...transport,
    storeKey: ({ slot }) => keptAs(slot),
    prefix: (person) => keptAs(`${person}/`),
    lane: ({ slot }) => `ec.parcel.${slot}`,
    receipt: (receipt) => ({ receipt, prepared: null }),
  });
  const inSlot = (slot: string) => item(keptAs(slot));
  return {
    ...box,
    item: inSlot,
    hold: (slot: string) => hold(keptAs(slot)),
    sendNow: (slot: string) => sendNow(keptAs(slot)),
    remove: (slot: string, first?: () => Promise<void>) => remove(keptAs(slot), first),
    /** Keeps a sheet, then sends it. The same sheet again keeps its key, so that the server stores it once; a changed one gets its own. */
    post: (sheet: NewSheet<Body>): Promise<void> => {
      const old = inSlot(sheet.slot);
      const same =
        old !== null &&
        old.state !== 'received' &&
        JSON.stringify(old.body) === JSON.stringify(sheet.body) &&
        old.photo?.blob.size === sheet.photo?.blob.size &&
        old.photo?.name === sheet.photo?.name;
      return box.put({
        ...sheet,
        key: same ? old.key : makeKey(),
        fileId: same ? old.fileId : null,
        state: 'waiting',
        problem: null,
        receipt: null,
        madeAt: new Date().toISOString(),
        attempts: 0,
      });
    },
  };
}
