import { AppError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/http/context.ts';
import type { PhoneReader } from '../../platform/identity/phones.ts';
import { hiddenPhones, type HiddenPhones } from '../users/hidden-phones.ts';

/** The limit of disclosed numbers for one import is below that for a day. */
export const HIDDEN_PHONES_PER_IMPORT = 100;

/** The numbers of one import; throws USER_IMPORT_PHONES_TAKEN where too many belong to people whose phone the importer is not shown. */
export function importedPhones(platform: Platform, reader: PhoneReader): HiddenPhones {
  const phones = hiddenPhones(platform, reader, 'USER_IMPORT_PHONES_TAKEN');
  let hidden = 0;
  return {
    taken: async (db, numbers) => await phones.taken(db, numbers),
    async count(more) {
      hidden += more;
      await phones.count(Math.min(more, HIDDEN_PHONES_PER_IMPORT));
      if (hidden > HIDDEN_PHONES_PER_IMPORT) throw new AppError('USER_IMPORT_PHONES_TAKEN');
    },
  };
}
