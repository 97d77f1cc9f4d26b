import { Me } from '@ec/contract/auth/schemas';
import { CollationGains, CollationGap } from '@ec/contract/collations/gap';
import {
  BlankForm,
  CollationComparison,
  CollationDesk,
  CollationDetail,
  CollationList,
  CollationReceipt,
} from '@ec/contract/collations/schemas';
import { ConstituencyList } from '@ec/contract/constituencies/schemas';
import { LocationList } from '@ec/contract/geography/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { blankOf, comparisonOf, formOf, gapAnswer } from '../../../test/collations.ts';
import { DISTRICT, electionOf, electionsAnswer } from '../../../test/elections.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { type Call, ok, serve } from '../../../test/server.ts';
import { at } from '../../../test/users.ts';
import { useDownloads } from '../../lib/http/downloads.ts';

const senate = electionOf({ name: 'Senate', type: 'senatorial', areas: [at('24')], parties: ['APC', 'LP', 'Others'] });
const LGAS = [{ id: at('24-11'), name: 'Ikeja', part: true }];
const EAST = { ...DISTRICT, id: 'senatorial-241', name: 'Lagos East', lgas: LGAS };
const WEST = { ...DISTRICT, name: 'Lagos/West', lgas: LGAS };
const KANO = {
  ...DISTRICT,
  id: 'senatorial-200',
  name: 'Kano North',
  state: { id: at('19'), name: 'Kano' },
  lgas: [{ id: at('19-02'), name: 'Albasu', part: false }],
};
const east = { id: EAST.id, name: EAST.name };
const west = { id: WEST.id, name: WEST.name };

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
  useDownloads.setState({ list: [] });
});

const open = (path: string, handlers: Record<string, (call: Call) => Response>) => {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('lga_admin')),
    'GET /elections': () => electionsAnswer([senate]),
    'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
    'GET /constituencies': () => ok(ConstituencyList, { constituencies: [EAST, WEST, KANO], total: 3, unassigned: 0 }),
    ...handlers,
  });
  return { ...renderConsole(path), calls: (asked: string) => calls.filter((call) => call.path === asked) };
};

const AREA = { code: '24-11', name: 'Ikeja' };
const FORM = { level: 'lga' as const, formCode: 'EC8C(I)', electionName: 'Senate' };

describe('a form of a place that constituencies share', () => {
  it('is told from the others in the lists, by sight and by its spoken name', async () => {
    const forms = [east, west].map((constituency) =>
      formOf({ ...FORM, area: { id: at('24-11'), type: 'lga', name: 'Ikeja' }, areaCode: '24-11', constituency }),
    );
    open('/collations', {
      'GET /collations/desk': () =>
        ok(CollationDesk, {
          forms: [east, west].map((constituency) => ({
            ...FORM,
            electionId: senate.id,
            area: AREA,
            constituency,
            status: null,
            collationId: null,
            reason: null,
          })),
        }),
      'GET /collations': () => ok(CollationList, { collations: forms, total: 2 }),
    });
    const desk = within(await screen.findByRole('list', { name: 'Your forms' }));
    expect(desk.getByText('EC8C(I), Ikeja (Lagos East)')).toBeVisible();
    const enter = desk.getByRole('link', { name: /^Enter ?EC8C\(I\), Ikeja \(Lagos\/West\), Senate$/ });
    expect(enter.getAttribute('href')).toContain(`constituency=${WEST.id}`);
    const table = within(await screen.findByRole('table', { name: 'Forms' }));
    expect(table.getByRole('link', { name: 'EC8C(I), Ikeja (Lagos East)' })).toBeVisible();
    expect(table.getByRole('link', { name: 'EC8C(I), Ikeja (Lagos/West)' })).toBeVisible();
  });

  it('is named with it where it is entered, and on its receipt', async () => {
    const blank = blankOf({ ...FORM, electionId: senate.id, area: AREA, constituency: west });
    const { user, calls } = open(
      `/collations/enter?election=${senate.id}&area=24-11&form=EC8C(I)&constituency=${WEST.id}`,
      {
        'GET /collations/desk': () => ok(CollationDesk, { forms: [] }),
        'GET /collations/blank': () => ok(BlankForm, blank),
        'POST /collations': () =>
          ok(
            CollationReceipt,
            {
              id: freshId(),
              submissionId: '24-11-EC8C(I)-A1-9F03AB',
              version: 1,
              status: 'pending',
              flags: [],
              submittedAt: '2027-01-16T18:00:00.000Z',
              photoSha256: [],
              digest: 'a'.repeat(64),
            },
            201,
          ),
      },
    );
    expect(await screen.findByRole('heading', { name: 'EC8C(I), Ikeja (Lagos/West)' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'APC, Polling Unit 1: blank' }));
    await user.keyboard('12');
    const send = screen.getByRole('button', { name: 'Send the form' });
    await waitFor(() => expect(send).toBeEnabled());
    await user.click(send);
    expect(await screen.findByText('24-11-EC8C(I)-A1-9F03AB')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'EC8C(I), Ikeja (Lagos/West)' })).toBeVisible();
    expect(screen.getByText('EC8C(I), Ikeja (Lagos/West)', { selector: 'dd' })).toBeVisible();
    const [sent] = calls('/collations').filter(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ constituency: WEST.id });
  });

  it('is decided on and saved under the name with it', async () => {
    const form = formOf({
      ...FORM,
      area: { id: at('24-11'), type: 'lga', name: 'Ikeja' },
      areaCode: '24-11',
      constituency: west,
    });
    const { user } = open(`/collations/${form.id}`, {
      [`GET /collations/${form.id}`]: () => ok(CollationDetail, form),
      [`GET /collations/${form.id}/comparison`]: () => ok(CollationComparison, comparisonOf([{}])),
      [`GET /collations/${form.id}/export`]: () => new Response('Code,Name\n'),
      [`POST /collations/${form.id}/return`]: () => ok(CollationDetail, { ...form, status: 'returned' }),
    });
    expect(await screen.findByRole('heading', { name: 'EC8C(I), Ikeja (Lagos/West)' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await waitFor(() =>
      expect(useDownloads.getState().list[0]).toMatchObject({
        title: 'EC8C(I), Ikeja (Lagos/West), with our own figures',
        fileName: 'EC8C(I)-24-11-Lagos-West.csv',
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Return' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^Version 1 of EC8C\(I\), Ikeja \(Lagos\/West\), goes back to/)).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Row 2');
    await user.click(dialog.getByRole('button', { name: 'Return' }));
    expect(await screen.findByText('EC8C(I) of Ikeja (Lagos/West) is returned.')).toBeVisible();
  });
});

describe('the gap of a contest in constituencies', () => {
  const gapOf = ({ query }: Call) => {
    const constituency = [east, west].find((each) => each.id === query.get('constituency')) ?? null;
    return ok(CollationGap, gapAnswer({ constituency }));
  };

  it('waits until one is chosen, stays with it in the address, and names it', async () => {
    const { user, calls, router } = open('/collations/gap?area=24-11', { 'GET /collations/gap': gapOf });
    expect(await screen.findByText('Choose a senatorial district.')).toBeVisible();
    expect(calls('/collations/gap')).toHaveLength(0);
    const field = screen.getByRole('combobox', { name: 'Senatorial district' });
    // That of another state has no wards here.
    expect(within(field).queryByRole('option', { name: 'Kano North' })).not.toBeInTheDocument();
    await user.selectOptions(field, 'Lagos East');
    expect(await screen.findByText(/ · Lagos East · own figures of 2 of 2 units/)).toBeVisible();
    expect(router.state.location.search).toContain(`constituency=${EAST.id}`);
    expect(calls('/collations/gap').map(({ query }) => query.get('constituency'))).toEqual([EAST.id]);
    expect(screen.getByRole('link', { name: /^EC8B, Ipodo \(Lagos East\)/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'EC8B, Lagos East' })).toBeVisible();
    const all = screen.getByRole('link', { name: 'All parties' });
    expect(all.getAttribute('href')).toContain(`constituency=${EAST.id}`);
  });

  it('is asked for in the state of the constituency where the reader looks at the nation', async () => {
    const { user, calls } = open('/collations/gap', {
      'GET /auth/me': () => ok(Me, meOf('national_admin')),
      'GET /elections': () => electionsAnswer([{ ...senate, areas: [at('NG')] }]),
      'GET /collations/gap': gapOf,
    });
    const field = await screen.findByRole('combobox', { name: 'Senatorial district' });
    expect(within(field).getByRole('group', { name: 'Kano' })).toBeVisible();
    await user.selectOptions(field, 'Lagos/West');
    await screen.findByText(/ · Lagos\/West · own figures/);
    const [call] = calls('/collations/gap');
    expect([call?.query.get('area'), call?.query.get('constituency')]).toEqual(['24', WEST.id]);
  });

  it('says that the constituency of an address has no wards here, and asks for another', async () => {
    const { calls } = open(`/collations/gap?area=24-11&constituency=${KANO.id}`, { 'GET /collations/gap': gapOf });
    expect(await screen.findByText('The senatorial district of this address has no wards here.')).toBeVisible();
    expect(screen.getByText('Choose a senatorial district.')).toBeVisible();
    expect(calls('/collations/gap')).toHaveLength(0);
  });

  it.each([
    ['in a ward, which has one', senate, '24-11-05'],
    ['in an election that is held in none', electionOf({ parties: ['APC', 'LP', 'Others'] }), '24-11'],
  ])('is not asked about %s', async (_, election, area) => {
    const { calls } = open(`/collations/gap?area=${area}&constituency=${EAST.id}`, {
      'GET /elections': () => electionsAnswer([election]),
      'GET /collations/gap': () => ok(CollationGap, gapAnswer()),
    });
    expect(await screen.findByText('From our own count to the form')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Senatorial district' })).not.toBeInTheDocument();
    expect(calls('/collations/gap').map(({ query }) => query.get('constituency'))).toEqual([null]);
  });

  it('is shown and saved of the same one by form and place', async () => {
    const { user, calls } = open(`/collations/gains?area=24-11&constituency=${WEST.id}`, {
      'GET /collations/gains': () =>
        ok(CollationGains, {
          constituency: west,
          parties: ['APC'],
          levels: [],
          areas: [{ code: '24-11-01', name: 'Anifowoshe', changed: { APC: 50 }, unseen: {}, places: 2 }],
          held: [],
          declared: null,
          own: { APC: 1 },
          coverage: { units: 1, held: 1, verified: 0 },
          asOf: '2027-01-16T20:00:00.000Z',
        }),
      'GET /collations/gains/export': () => new Response('Party\n'),
    });
    const place = await screen.findByRole('link', { name: 'Anifowoshe' });
    expect(place.getAttribute('href')).toContain(`constituency=${WEST.id}`);
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'By form (CSV)' }));
    await waitFor(() => expect(calls('/collations/gains/export')).toHaveLength(1));
    expect(calls('/collations/gains/export')[0]?.query.get('constituency')).toBe(WEST.id);
    expect(useDownloads.getState().list[0]?.fileName).toBe('gains-and-losses-24-11-Lagos-West-forms.csv');
  });
});
