import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { SettableStatus } from '@ec/contract/users/schemas';

/** What is stored of a person's data and office; a request keeps it as it is to be, and as it was. */
export interface PersonData {
  name: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string;
  role: Role;
  status: SettableStatus;
  area: LocationId | null;
  personalArea: LocationId | null;
}
