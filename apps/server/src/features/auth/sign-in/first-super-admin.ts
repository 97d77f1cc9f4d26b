import { randomInt } from 'node:crypto';
import type { UserId } from '@ec/contract/base/common';
import { NATION } from '@ec/contract/geography/location-id';
import type { Settings } from '@ec/contract/settings/schemas';
import { saveAudit, SYSTEM_ORIGIN } from '../../../platform/audit/audit.ts';
import type { Config } from '../../../platform/runtime/config.ts';
import { type Database, inTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { readOrganisation } from '../../../platform/runtime/organisation.ts';
import { requireGoodPassword } from '../../../platform/identity/password-choice.ts';
import { hashPassword } from '../../../platform/identity/passwords.ts';
import { parsePhone } from '../../../platform/identity/phones.ts';
import { StartError } from '../../../platform/runtime/lifecycle.ts';
import { createFirstSuperAdmin, hasSuperAdmin } from '../repository.ts';

const DEFAULT_PHONE = '+2348030000000';
/** Without characters that look alike on a screen. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GENERATED_LENGTH = 16;

function oneTimePassword(): string {
  return Array.from({ length: GENERATED_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The password rules, with errors in the words of a failing start. */
function requireChosen(password: string, settings: Settings, phone: string): void {
  try {
    requireGoodPassword(password, { settings, owner: { phone } });
  } catch (error) {
    throw new StartError(`SUPER_ADMIN_PASSWORD cannot be used. ${(error as Error).message}`);
  }
}

interface Dependencies {
  database: Database;
  config: Pick<Config, 'superAdminPhone' | 'superAdminPassword'>;
  log?: (line: string) => void;
}

/** The first super admin's credentials; a generated password must be changed at the first sign-in. */
export interface FirstSuperAdmin {
  phone: string;
  password: string;
}

/** Creates the first super admin if the organisation has none, and returns the credentials; null if it has one. */
export async function ensureFirstSuperAdmin({ database, config, log }: Dependencies): Promise<FirstSuperAdmin | null> {
  if (await hasSuperAdmin(database.db)) return null;
  const phone = parsePhone(config.superAdminPhone ?? DEFAULT_PHONE);
  if (!phone) throw new StartError('SUPER_ADMIN_PHONE is not a Nigerian mobile number. Write it like 08031234567.');
  const { settings } = await readOrganisation(database.db);
  const chosen = config.superAdminPassword;
  if (chosen !== undefined) requireChosen(chosen, settings, phone);
  const password = chosen ?? oneTimePassword();
  const passwordHash = await hashPassword(password);
  const id = newId<UserId>();
  const created = await inTransaction(database.db, async (tx) => {
    const mustChangePassword = chosen === undefined;
    const person = { id, phone, name: 'Super Admin', passwordHash, mustChangePassword, area: NATION };
    if (!(await createFirstSuperAdmin(tx, person))) return false;
    await saveAudit(tx, SYSTEM_ORIGIN, {
      event: 'user.created',
      resourceId: id,
      areaId: NATION,
      next: { phone, role: 'super_admin' },
    });
    return true;
  });
  if (!created) return null;
  log?.(`First super admin created: ${phone}`);
  return { phone, password };
}
