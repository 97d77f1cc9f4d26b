import { Me } from '@ec/contract/auth/schemas';
import { type LocationId, locationIdOf, locationType, NATION, parentOf } from '@ec/contract/geography/location-id';
import { Location, LocationList } from '@ec/contract/geography/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { flags } from '@ec/contract/permissions/privileges';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { meOf, signedInOnDevice } from '../../../../test/people.ts';
import { renderElement } from '../../../../test/render.tsx';
import { ok, refuse, serve } from '../../../../test/server.ts';
import { PlaceFields } from '../../../domain/places/PlaceFields.tsx';
import { CurrentMe, useMe } from '../../../lib/session/session.ts';
import { narrowest, NO_PLACES, placeReference, type Places, placesOf } from '../../../domain/places/use-places.ts';

const at = (code: string): LocationId => locationIdOf(code) ?? NATION;
const PLACES: Record<string, string> = {
  SW: 'South West',
  NW: 'North West',
  '24': 'Lagos',
  '27': 'Ogun',
  '24-11': 'Ikeja',
  '24-12': 'Ikorodu',
  '24-11-05': 'Ipodo',
};

function location(code: string) {
  const id = at(code);
  return {
    id,
    type: locationType(id),
    name: PLACES[code] ?? code,
    code,
    parentId: parentOf(id),
    chain: ['SW', '24', '24-11']
      .filter((above) => code.startsWith(above) || above === 'SW')
      .map((above) => ({ id: at(above), type: locationType(at(above)), name: PLACES[above] ?? above })),
    units: 1,
  };
}

/** The fields with the state that a form gives them; the deepest place chosen is written out. */
function Harness(props: { start?: Places; compact?: boolean; officeOf?: Role }) {
  const me = useMe();
  const [places, setPlaces] = useState(props.start ?? NO_PLACES);
  const id = narrowest(places);
  if (!me.data) return null;
  return (
    <CurrentMe value={me.data}>
      <PlaceFields
        value={places}
        onChange={setPlaces}
        compact={props.compact ?? false}
        depth={props.officeOf ? 'lga' : 'pollingUnit'}
        officeOf={props.officeOf}
      />
      <output>{id === null ? 'none' : placeReference(id)}</output>
    </CurrentMe>
  );
}

function open(me: Me, more: Parameters<typeof serve>[0] = {}, props: Parameters<typeof Harness>[0] = {}) {
  signedInOnDevice();
  const calls = serve({
    'GET /auth/me': () => ok(Me, me),
    'GET /locations': ({ query }) => {
      const locations = Object.keys(PLACES)
        .map((code) => ({ ...location(code), ...(query.has('officeOf') && { taken: code === '24-11' }) }))
        .filter(({ type, parentId }) => {
          const parent = query.get('parentId');
          return type === query.get('type') && (parent === null || parent === String(parentId));
        });
      return ok(LocationList, { locations, total: locations.length });
    },
    [`GET /locations/${at('24-11')}`]: () => ok(Location, location('24-11')),
    ...more,
  });
  return { calls, ...renderElement(<Harness {...props} />) };
}

const field = (name: string) => screen.findByRole('combobox', { name });
const result = () => screen.getByRole('status', { name: '' }).textContent;

beforeEach(() => localStorage.clear());

describe('places of an office', () => {
  it('say that they could not be validated where the server gives no reason, and are asked for again', async () => {
    let failing = true;
    const list = { locations: [location('24-11')], total: 1 };
    const { user } = open(
      meOf('national_admin'),
      {
        'GET /locations': () =>
          failing
            ? Response.json({ success: false, code: 'INTERNAL', error: '' }, { status: 500 })
            : ok(LocationList, list),
      },
      { start: placesOf(at('24')), officeOf: 'lga_admin' },
    );
    const retry = await screen.findByRole('button', { name: 'Retry loading the LGAs' });
    expect(retry.closest('[role=alert]')).toHaveTextContent('Location validation failed');
    failing = false;
    await user.click(retry);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry loading the LGAs' })).toBeNull());
  });

  it('are marked where it is taken, on its own level alone', async () => {
    const { user, calls } = open(meOf('national_admin'), {}, { start: placesOf(at('24')), officeOf: 'lga_admin' });
    await user.click(await field('LGA'));
    expect(await screen.findByRole('option', { name: 'Ikeja, taken' })).toBeVisible();
    const asked = calls.filter(({ path }) => path === '/locations');
    expect(asked.map(({ query }) => [query.get('type'), query.get('officeOf')])).toContainEqual(['lga', 'lga_admin']);
    expect(asked.filter(({ query }) => query.get('type') !== 'lga').every(({ query }) => !query.has('officeOf'))).toBe(
      true,
    );
  });
});

describe('place fields', () => {
  it('open one level after the other, each with the list of the one above', async () => {
    const { user, calls } = open(meOf('national_admin'));
    expect(await field('State')).toBeDisabled();
    expect(await field('LGA')).toBeDisabled();
    expect(await field('State')).toHaveAttribute('placeholder', 'Choose a region first');
    await user.click(await field('Region'));
    await user.click(await screen.findByRole('option', { name: 'South West' }));
    await waitFor(async () => expect(await field('State')).toBeEnabled());
    expect(await field('LGA')).toBeDisabled();
    await user.click(await field('State'));
    await user.click(await screen.findByRole('option', { name: 'Lagos' }));
    await waitFor(async () => expect(await field('LGA')).toBeEnabled());
    const lists = calls.filter(({ path }) => path === '/locations').map(({ query }) => query);
    expect(lists.map((query) => [query.get('type'), query.get('parentId')])).toEqual([
      ['region', null],
      ['state', String(at('SW'))],
      ['lga', String(at('24'))],
    ]);
    expect(result()).toBe('24');
  });

  it('are searched and chosen by keyboard alone', async () => {
    const { user } = open(meOf('national_admin'), {}, { start: placesOf(at('24')) });
    const lga = await field('LGA');
    await waitFor(() => expect(lga).toHaveAttribute('placeholder', 'Search LGAs'));
    lga.focus();
    await user.keyboard('koro');
    expect(await screen.findAllByRole('option')).toHaveLength(1);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(lga).toHaveValue('Ikorodu');
    expect(result()).toBe('24-12');
  });

  it('clear what no longer fits when a level above changes', async () => {
    const { user } = open(meOf('national_admin'), {}, { start: placesOf(at('24-11-05')) });
    const state = await field('State');
    await waitFor(() => expect(state).toHaveValue('Lagos'));
    await user.click(state);
    await user.click(await screen.findByRole('option', { name: 'Ogun' }));
    expect(result()).toBe('27');
    expect(await field('LGA')).toHaveValue('');
    expect(await field('Ward')).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Clear Region' }));
    expect(result()).toBe('none');
    expect(state).toBeDisabled();
  });

  it('show what the own area fixes, and ask only below it', async () => {
    const { calls } = open(meOf('lga_admin'));
    expect(await screen.findByRole('group', { name: 'LGA' })).toHaveTextContent('Ikeja');
    expect(screen.getByRole('group', { name: 'State' })).toHaveTextContent('Lagos');
    expect(screen.queryByRole('combobox', { name: 'State' })).not.toBeInTheDocument();
    await waitFor(async () => expect(await field('Ward')).toBeEnabled());
    expect(calls.filter(({ path }) => path === '/locations').map(({ query }) => query.get('parentId'))).toEqual([
      String(at('24-11')),
    ]);
  });

  it('as filters leave out what the own area fixes', async () => {
    open(meOf('lga_admin'), {}, { compact: true });
    await waitFor(async () => expect(await field('Ward')).toHaveAttribute('placeholder', 'All wards'));
    expect(screen.queryByText('Ikeja')).not.toBeInTheDocument();
  });

  it('ask a moderator who is narrowed to several areas which one', async () => {
    const area = (code: string) => ({ id: at(code), type: locationType(at(code)), name: PLACES[code] ?? '', code });
    const privileges = {
      granted: flags(() => true),
      lapse: null,
      canManageRoles: [],
      areas: [area('24-11'), area('27')],
      validUntil: null,
    };
    const { user } = open(meOf('global_moderator', { privileges }));
    const choice = await field('Area');
    expect(await field('Region')).toBeDisabled();
    await user.click(choice);
    await user.click(await screen.findByRole('option', { name: 'Ikeja (LGA)' }));
    expect(await screen.findByRole('group', { name: 'LGA' })).toHaveTextContent('Ikeja');
    await waitFor(() => expect(screen.getByRole('group', { name: 'State' })).toHaveTextContent('Lagos'));
    expect(await field('Ward')).toBeEnabled();
    expect(result()).toBe('24-11');
  });

  it('say when a list could not be loaded, and try again', async () => {
    let up = false;
    const { user } = open(meOf('ward_admin'), {
      'GET /locations': () => (up ? ok(LocationList, { locations: [], total: 0 }) : refuse('UNAVAILABLE')),
    });
    const retry = await screen.findByRole('button', { name: 'Retry loading the polling units' });
    up = true;
    await user.click(retry);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(await field('Polling Unit')).toHaveAttribute('placeholder', 'Search polling units');
  });
});
