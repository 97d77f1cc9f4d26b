import { NATION } from '@ec/contract/geography/location-id';
import { describe, expect, it } from 'vitest';
import { at, placeOf } from '../../../test/users.ts';
import { personHint } from './person-text.ts';

const { chain } = placeOf('24-11-05');

describe('what tells people of one name apart', () => {
  it.each([
    [{ role: 'ward_admin', chain, phone: '+2348031110001' }, 'Ward Admin · Ipodo, Ikeja, Lagos · …0001'],
    [{ role: 'ward_admin', chain, phone: null }, 'Ward Admin · Ipodo, Ikeja, Lagos'],
    [{ role: 'regional_admin', chain: placeOf('SW').chain, phone: null }, 'Regional Admin · South West'],
    [
      { role: 'national_admin', chain: [{ id: NATION, type: 'national', name: 'Nigeria' }], phone: null },
      'National Admin · Nigeria',
    ],
    [{ role: 'moderator', chain: [], phone: '+2348031110001' }, 'Moderator · …0001'],
  ] as const)('of %j is %s', (person, hint) => expect(personHint(person)).toBe(hint));

  it('names the unit with all that holds it', () => {
    const unit = placeOf('24-11-05-004');
    expect(unit.id).toBe(at('24-11-05-004'));
    expect(personHint({ role: 'polling_unit_officer', chain: unit.chain, phone: null })).toBe(
      'Polling Unit Officer · 24-11-05-004, Ipodo, Ikeja, Lagos',
    );
  });
});
