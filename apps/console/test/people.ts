import type { Me, SessionUser } from '@ec/contract/auth/schemas';
import { Me as MeSchema, SessionUser as SessionUserSchema } from '@ec/contract/auth/schemas';
import { locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { DEFAULT_LEVELS } from '@ec/contract/permissions/default-levels';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY, USER_KEY } from '../src/lib/session/stored-session.ts';

const ID = '0190a0b0-0000-7000-8000-000000000001';

/** A person of the role, assigned in Lagos, Ikeja, ward 05, unit 003 as deep as the role goes. */
export function person(role: Role, change: Partial<SessionUser> = {}): SessionUser {
  const depth = ['national', 'region', 'state', 'lga', 'ward', 'polling_unit'].indexOf(ROLES[role].assignment);
  const at = (level: number, name: string) => (depth >= level ? name : null);
  const scopes = ['NG', 'SW', '24', '24-11', '24-11-05', '24-11-05-003'];
  const code = scopes[depth] ?? 'NG';
  return SessionUserSchema.parse({
    id: ID,
    name: 'Ada Obi',
    phone: '+2348031234567',
    email: null,
    role,
    status: 'ACTIVE',
    assignedRegion: at(1, 'South West'),
    assignedState: at(2, 'Lagos'),
    assignedLga: at(3, 'Ikeja'),
    assignedWard: at(4, 'Ipodo'),
    assignedPollingUnit: at(5, 'Seriki Aro'),
    scope: { type: ROLES[role].assignment, locationId: locationIdOf(code) ?? NATION, name: 'Here', code },
    profilePictureUrl: null,
    lastLogin: null,
    ...change,
  });
}

export function meOf(role: Role, change: Partial<Me> = {}): Me {
  return MeSchema.parse({
    user: person(role),
    mustChangePassword: false,
    levels: DEFAULT_LEVELS[role],
    privileges: null,
    transcriber: false,
    electionMode: false,
    preferences: { theme: null },
    system: {
      name: 'Election Console',
      rehearsal: false,
      timezone: 'Africa/Lagos',
      dateFormat: 'DD/MM/YYYY',
      language: 'en',
      sessionTimeoutMinutes: 30,
      passwordMinLength: 8,
      sms: true,
      version: '0.1.0',
    },
    ...change,
  });
}

/** Puts the session of a signed-in person on the device. */
export function signedInOnDevice(accessToken = 'access-1', refreshToken = 'refresh-1'): void {
  localStorage.setItem(USER_KEY, JSON.stringify({ id: ID }));
  localStorage.setItem(REFRESH_TOKEN_KEY, refreshToken);
  localStorage.setItem(ACCESS_TOKEN_KEY, accessToken);
}
