import type { Me } from '@ec/contract/auth/schemas';
import { OFFICER_ROLES, type Role } from '@ec/contract/permissions/roles';
import type { QueryFunctionContext } from '@tanstack/react-query';
import { forget, keep, kept } from '../device/device-store.ts';
import { ApiError } from '../http/api-error.ts';
import { api } from '../http/api.ts';
import { onSessionChange, readUserId } from './session-store.ts';

export interface KnownMe extends Me {
  /** When this device last heard it, where the server has not answered yet. */
  rememberedFrom?: string;
}

/** The roles that work without a network: their console opens offline. */
const OFFLINE_ROLES: ReadonlySet<Role> = new Set<Role>([...OFFICER_ROLES, 'ward_admin']);
export const worksOffline = (role: Role): boolean => OFFLINE_ROLES.has(role);

/** From then on a start without an answer shows the person as remembered; the answer may still come. */
const PATIENCE_MS = 3000;

const keyOf = (userId: string) => `me:${userId}`;

/** Without phone number and e-mail address, which no page needs that opens without a network. */
function remember(me: Me): void {
  const { id, role } = me.user;
  if (readUserId() !== id) return;
  if (!worksOffline(role) || me.mustChangePassword) {
    void forget(keyOf(id));
    return;
  }
  const user = { ...me.user, phone: '', email: null };
  void keep(keyOf(id), { ...me, user, rememberedFrom: new Date().toISOString() } satisfies KnownMe);
}

/** The signed-in person; at a start without an answer the one this device remembers. A person who is known already stays. */
export async function loadMe({ client, queryKey, signal }: QueryFunctionContext): Promise<KnownMe> {
  const asked = api.call('GET /auth/me', { signal }).then((me) => {
    remember(me);
    return me;
  });
  const userId = readUserId();
  if (userId === null || client.getQueryData(queryKey) !== undefined) return await asked;
  const silence = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const answer = await Promise.race([asked, silence]).catch((error: unknown) => {
    if (error instanceof ApiError && error.unreached) return null;
    throw error;
  });
  if (answer) return answer;
  const remembered = await kept<KnownMe>(keyOf(userId));
  if (!remembered) return await asked;
  asked.then(
    (me) => readUserId() === userId && client.setQueryData<KnownMe>(queryKey, me),
    () => undefined,
  );
  return remembered;
}

/** The device forgets the person whose session ended, in whichever tab. Returns the way to stop. */
export function forgetAtSignOut(): () => void {
  let person = readUserId();
  return onSessionChange(() => {
    const next = readUserId();
    if (person !== null && next !== person) void forget(keyOf(person));
    person = next;
  });
}
