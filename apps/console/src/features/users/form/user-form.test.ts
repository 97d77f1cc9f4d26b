import { UpdateUserRequest, UserDetail } from '@ec/contract/users/schemas';
import { describe, expect, it } from 'vitest';
import { at, placeOf, userOf } from '../../../../test/users.ts';
import { atFields } from '../../../components/form/form-problems.ts';
import { rebased } from '../../../components/form/use-server-form.ts';
import { NO_PLACES, placesOf } from '../../../domain/places/use-places.ts';
import {
  changesOf,
  checkValues,
  emptyValues,
  FIELD_ORDER,
  fieldAt,
  newPersonOf,
  officeLevels,
  valuesOf,
} from './user-form.ts';

const detail = (change: Parameters<typeof userOf>[0] = {}) => UserDetail.parse(userOf(change));

describe('the rules of the form', () => {
  const empty = emptyValues('ward_admin', NO_PLACES);
  const whole = { ...empty, name: 'Bola Ade', phone: '0803 111 0001', office: placesOf(at('24-11-05')) };

  it.each([
    ['a name', { ...whole, name: ' ' }, { name: 'Name is required' }],
    [
      'the whole name beside its parts',
      { ...whole, name: '', firstName: 'Bola', lastName: 'Ade' },
      { name: 'Name is required' },
    ],
    ['a phone', { ...whole, phone: '' }, { phone: 'Phone number is required' }],
    [
      'an e-mail of that shape',
      { ...whole, email: 'bola' },
      { email: 'Enter an e-mail address, like name@example.org' },
    ],
    [
      'the office as deep as the role',
      { ...whole, office: placesOf(at('24-11')) },
      { assignedWard: 'Choose the Ward of the Ward Admin.' },
    ],
    ['a place to live in, if elsewhere', { ...whole, elsewhere: true }, { region: 'Choose where they live' }],
    ['nothing more', whole, {}],
    ['no office for the nation', { ...whole, role: 'national_admin' as const, office: NO_PLACES }, {}],
  ])('want %s', (_, values, problems) => {
    expect(checkValues(values, false)).toEqual(problems);
  });

  it.each([
    ['', 'Justification is required'],
    [' short ', 'Justification must be at least 10 characters long'],
    ['x'.repeat(1001), 'Justification must be no more than 1000 characters long'],
  ])('want a reason for a request (%#)', (justification, message) => {
    expect(checkValues({ ...whole, justification }, true)).toEqual({ justification: message });
    expect(checkValues({ ...whole, justification }, false)).toEqual({});
  });

  it('take the office as deep as the role goes, and the personal location only if it is another', () => {
    expect(officeLevels('national_admin')).toEqual([]);
    expect(newPersonOf({ ...whole, role: 'lga_admin' })).toEqual({
      name: 'Bola Ade',
      firstName: null,
      lastName: null,
      phone: '0803 111 0001',
      email: null,
      role: 'lga_admin',
      status: 'ACTIVE',
      assignedRegion: String(at('SW')),
      assignedState: String(at('24')),
      assignedLga: String(at('24-11')),
    });
    expect(newPersonOf({ ...whole, elsewhere: true, personal: placesOf(at('27')) })).toMatchObject({
      region: String(at('SW')),
      state: String(at('27')),
      lga: null,
    });
  });

  it('send of a change what differs, and clear what was emptied', () => {
    const start = valuesOf(detail({ personalLocation: placeOf('27') }), NO_PLACES);
    expect(changesOf(start, start)).toEqual({});
    const office = {
      assignedRegion: String(at('SW')),
      assignedState: String(at('24')),
      assignedLga: String(at('24-11')),
    };
    expect(changesOf({ ...start, firstName: '', elsewhere: false }, start)).toEqual({
      firstName: null,
      ...office,
      assignedWard: String(at('24-11-05')),
      region: null,
      state: null,
      lga: null,
      ward: null,
      pollingUnit: null,
    });
    const change = changesOf({ ...start, role: 'lga_admin' }, start);
    expect(UpdateUserRequest.parse(change)).toMatchObject({ role: 'lga_admin', assignedLga: String(at('24-11')) });
  });

  it('find the fields of refusals, under any of their names', () => {
    const fields = [
      { path: 'phoneNumber', message: 'a' },
      { path: 'userData.assignedWard', message: 'b' },
      { path: 'unheard', message: 'c' },
    ];
    expect(atFields(fields, { fields: FIELD_ORDER, at: fieldAt })).toEqual({
      fields: { phone: 'a', assignedWard: 'b' },
      others: ['c'],
    });
  });

  it('lay what was typed over the changes of another user', () => {
    const start = valuesOf(detail(), NO_PLACES);
    const fresh = valuesOf(detail({ email: 'new@example.org', phone: '+2348031110009' }), NO_PLACES);
    expect(rebased({ ...start, phone: '0803 999' }, start, fresh)).toMatchObject({
      phone: '0803 999',
      email: 'new@example.org',
    });
  });
});
