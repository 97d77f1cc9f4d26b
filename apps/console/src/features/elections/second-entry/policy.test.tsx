import { Me } from '@ec/contract/auth/schemas';
import { ContestDayList } from '@ec/contract/contest-days/schemas';
import { CreateElectionRequest, Election } from '@ec/contract/elections/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { LocationList } from '@ec/contract/geography/schemas';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { electionOf, electionsAnswer } from '../../../../test/elections.ts';
import { stubEventSource } from '../../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../../test/people.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { ok, serve } from '../../../../test/server.ts';
import { changesOf, type ElectionValues, toRequest, valuesOf } from '../form/form-model.ts';

const POLICY = { rule: 'flagged', percent: 5, seed: 'a1b2c3d4e5f6', outsideLga: true, deskMinutes: 60 } as const;
const held = (configuration: Record<string, unknown>) =>
  electionOf({ areas: [NATION], parties: ['APC', 'PDP'], configuration });

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

type Draft = ReturnType<typeof held>;

function open(elections: Draft[], at = '/elections') {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('national_admin')),
    'GET /contest-days': () => ok(ContestDayList, { contestDays: [], total: 0 }),
    'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
    'GET /elections': () => electionsAnswer(elections),
    'POST /elections': () => ok(Election, held({}), 201),
    ...Object.fromEntries(elections.map((each) => [`GET /elections/${each.id}`, () => ok(Election, each)])),
  });
  const created = () => calls.find(({ method, path }) => method === 'POST' && path === '/elections')?.body;
  return { ...renderConsole(at), created };
}

/** The form of a new election, filled up to the second entry. */
async function openForm() {
  const opened = open([], '/elections/new');
  const { user } = opened;
  const form = within(await screen.findByRole('form', { name: 'New election' }));
  const next = async (title: string) => {
    await user.click(form.getByRole('button', { name: 'Next' }));
    await form.findByRole('heading', { name: title });
  };
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'Lagos 2027');
  await user.click(form.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'Presidential' }));
  await user.type(form.getByLabelText(/Date/), '2027-03-06');
  for (const title of ['Ballot', 'Coverage', 'Second entry']) await next(title);
  return { ...opened, form, next };
}

describe('the form of a new election', () => {
  it('offers a second entry with a seed of its own, and sends what is chosen', async () => {
    const { form, next, user, created } = await openForm();
    const seed = form.getByRole<HTMLInputElement>('textbox', { name: 'Seed of the draw' });
    const first = seed.value;
    expect(first).toMatch(/^[0-9a-f]{12}$/);
    expect(form.getByText('Published once the election is archived, so that others can repeat the draw')).toBeVisible();
    const percent = form.getByRole('textbox', { name: 'Drawn at random' });
    expect(percent).toHaveValue('5%');
    await user.click(form.getByRole('button', { name: 'New seed' }));
    expect(seed.value).toMatch(/^[0-9a-f]{12}$/);
    expect(seed.value).not.toBe(first);
    const chosen = seed.value;
    await user.clear(percent);
    await user.click(form.getByRole('button', { name: 'Next' }));
    expect((await form.findAllByText('Enter a percentage from 0 to 100')).length).toBeGreaterThan(0);
    await user.type(percent, '2.5');
    await next('Check and save');
    const facts = within(form.getByRole('region', { name: 'Second entry' })).getAllByRole('definition');
    expect(facts.map((each) => each.textContent)).toEqual([
      'Failed checks and a random part',
      '2.5%',
      chosen,
      'Yes',
      '60',
    ]);
    await user.click(form.getByRole('button', { name: 'Create Election' }));
    await screen.findByRole('heading', { name: 'Election Management' });
    expect(created()).toMatchObject({
      configuration: {
        secondEntry: { rule: 'flagged', percent: 2.5, seed: chosen, outsideLga: true, deskMinutes: 60 },
      },
    });
  });

  it('has no draw where all or no results are entered a second time', async () => {
    const { form, user } = await openForm();
    const choose = async (name: string) => {
      await user.click(form.getByRole('combobox', { name: 'Entered a second time' }));
      await user.click(await screen.findByRole('option', { name }));
    };
    const outside = () => form.queryByRole('checkbox', { name: /from outside their LGA first/ });
    await choose('All results');
    expect(form.queryByRole('textbox', { name: 'Seed of the draw' })).not.toBeInTheDocument();
    expect(outside()).toBeChecked();
    await choose('No result');
    expect(outside()).not.toBeInTheDocument();
  });
});

describe('the policy of an election', () => {
  function changed(configuration: Record<string, unknown>, change: Partial<ElectionValues>) {
    const before = Election.parse(held(configuration));
    const values = { ...valuesOf(before), ...change };
    return changesOf(before, CreateElectionRequest.parse(toRequest(values, 'Africa/Lagos', before)));
  }

  it('is none where there is no policy, which stays unwritten', () => {
    expect(valuesOf(Election.parse(held({}))).entryRule).toBe('none');
    expect(changed({ note: 'kept' }, {})).toEqual({});
    expect(changed({ note: 'kept' }, { fullEc8a: true }).configuration).toEqual({
      fullEc8a: true,
      allPartiesListed: false,
      note: 'kept',
    });
  });

  it('keeps the other options when it changes, and is kept when they do', () => {
    // As the database gives it back: with its keys in another order.
    const { rule, percent, seed, outsideLga } = POLICY;
    const stored = { note: 'kept', secondEntry: { seed, rule, outsideLga, percent } };
    const others = { fullEc8a: false, allPartiesListed: false, note: 'kept' };
    expect(changed(stored, {})).toEqual({});
    expect(changed(stored, { fullEc8a: true }).configuration).toEqual({
      ...others,
      fullEc8a: true,
      secondEntry: POLICY,
    });
    for (const entryRule of ['all', 'none'] as const) {
      expect(changed(stored, { entryRule }).configuration).toEqual({
        ...others,
        secondEntry: { ...POLICY, rule: entryRule },
      });
    }
  });

  it('stands with the election, with the seed that repeats the draw', async () => {
    const { user } = open([held({ secondEntry: POLICY })]);
    await user.click(await screen.findByRole('button', { name: 'View Presidential election' }));
    const view = await screen.findByRole('dialog', { name: 'Presidential election' });
    expect(view).toHaveTextContent('Second entry of results with a failed check and of 5% of the others');
    expect(view).toHaveTextContent('Seed of the draw: a1b2c3d4e5f6');
  });

  it('stands without a seed where the reader may not know it', async () => {
    const { seed: _seed, ...shown } = POLICY;
    const { user } = open([held({ secondEntry: shown })]);
    await user.click(await screen.findByRole('button', { name: 'View Presidential election' }));
    const view = await screen.findByRole('dialog', { name: 'Presidential election' });
    expect(view).toHaveTextContent('Second entry of results with a failed check and of 5% of the others');
    expect(view).toHaveTextContent('60 minutes for an officer to correct a result');
    expect(view).not.toHaveTextContent('Seed of the draw');
  });
});
