/** Begins the ids of the fields. */
export const FORM_ID = 'moderator';

export const fieldId = (field: string) => `${FORM_ID}-${field}`;

/** The field that a path of the API is about: privileges.allowedStates.2 is about allowedStates. */
export function fieldAt(path: string): string {
  const [name = ''] = path.replace(/^privileges\./, '').split('.');
  return name === 'phoneNumber' ? 'phone' : name;
}

/** In the order in which they stand. */
export const PERSON_FIELDS = ['name', 'phone', 'firstName', 'lastName', 'email'] as const;
export const PRIVILEGE_FIELDS = [
  'allowedRegions',
  'allowedStates',
  'allowedLGAs',
  'allowedWards',
  'canManageRoles',
  'validUntil',
] as const;
