import { Me } from '@ec/contract/auth/schemas';
import { CollationGap } from '@ec/contract/collations/gap';
import { CollationComparison, CollationDetail } from '@ec/contract/collations/schemas';
import { LocationList } from '@ec/contract/geography/schemas';
import { ResultDetail } from '@ec/contract/results/schemas';
import { ORIGIN_WORDS } from '@ec/contract/second-entry/desk-words';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { comparisonOf, formOf, gapAnswer } from '../../../test/collations.ts';
import { deskVersions } from '../../../test/desk-versions.ts';
import { electionOf, electionsAnswer } from '../../../test/elections.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId, resultOf } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

function openForm(
  form: ReturnType<typeof formOf>,
  rows: Parameters<typeof comparisonOf>[0] = [],
  handlers: Record<string, (call: Call) => Response> = {},
) {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('lga_admin')),
    [`GET /collations/${form.id}`]: () => ok(CollationDetail, form),
    [`GET /collations/${form.id}/comparison`]: () => ok(CollationComparison, comparisonOf(rows)),
    ...handlers,
  });
  return { ...renderConsole(`/collations/${form.id}`), calls };
}

describe('a form in review', () => {
  const result = resultOf();
  const differing = {
    code: 'ROW_DIFFERS' as const,
    fields: [{ name: 'votes.APC', form: 120, own: 100 }],
    resultId: result.id,
  };
  const equal = { childCode: '24-11-05-002', name: 'Polling Unit 2' };

  it('shows what differs first, with both figures and both photos one click away', async () => {
    const { user } = openForm(formOf(), [differing, equal], {
      [`GET /results/${result.id}`]: () => ok(ResultDetail, result),
    });
    const table = await screen.findByRole('table', { name: 'Rows compared' });
    const row = await within(table).findByRole('row', { name: /Polling Unit 1/ });
    expect(row).toHaveTextContent('Differs');
    expect(row).toHaveTextContent('APC: form 120, our figure 100 (+20)');
    expect(row).toHaveTextContent('Provisional');
    expect(within(table).queryByText('Polling Unit 2')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'All rows 2' }));
    expect(within(screen.getByRole('table', { name: 'Rows compared' })).getByText('Polling Unit 2')).toBeVisible();
    await user.click(within(row).getByRole('button', { name: /^Both photos/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Look at APC.')).toBeVisible();
    expect(await dialog.findByRole('region', { name: 'Our own sheet' })).toBeVisible();
  });

  it('marks our figure that was entered at the desk, also beside both photos', async () => {
    const { desk } = deskVersions();
    const rows = [
      { ...differing, desk: true },
      { ...differing, ...equal },
    ];
    const { user } = openForm(formOf(), rows, {
      [`GET /results/${result.id}`]: () => ok(ResultDetail, resultOf({ id: result.id, desk })),
    });
    const table = within(await screen.findByRole('table', { name: 'Rows compared' }));
    const row = await table.findByRole('row', { name: /Polling Unit 1/ });
    expect(row).toHaveTextContent(ORIGIN_WORDS.desk);
    expect(table.getByRole('row', { name: /Polling Unit 2/ })).not.toHaveTextContent(ORIGIN_WORDS.desk);
    await user.click(within(row).getByRole('button', { name: /^Both photos/ }));
    const own = within(await screen.findByRole('region', { name: 'Our own sheet' }));
    expect(await own.findByText(`${ORIGIN_WORDS.desk}: entered by ${desk.typedBy.name}`)).toBeVisible();
  });

  it('shows of many figures those of parties with the largest distance, and the others on demand', async () => {
    const field = (name: string, form: number, own: number) => ({ name, form, own });
    const many = ['A', 'B', 'C', 'D', 'E', 'F'].map((party, index) => field(`votes.${party}`, 10 + index, 10));
    const fields = [field('registered', 900, 100), ...many.slice(1), field('votes.APC', 400, 100)];
    const { user } = openForm(formOf(), [{ code: 'ROW_DIFFERS', fields, coverage: { units: 4, held: 3 } }]);
    const table = await screen.findByRole('table', { name: 'Rows compared' });
    const row = await within(table).findByRole('row', { name: /Polling Unit 1/ });
    // The sum of our sheets is compared before all are in: no finding yet.
    expect(row).toHaveTextContent('Sheets missing');
    expect(within(row).getAllByRole('listitem')[0]).toHaveTextContent('APC: form 400, our figure 100 (+300)');
    expect(within(row).getByText(/^Registered/)).not.toBeVisible();
    await user.click(within(row).getByText('2 more figures'));
    expect(within(row).getByText(/^Registered/)).toBeVisible();
  });

  it('is disputed with a reason, on the version that was looked at', async () => {
    const form = formOf();
    const { user, calls } = openForm(form, [differing], {
      [`POST /collations/${form.id}/dispute`]: () => ok(CollationDetail, formOf({ ...form, status: 'disputed' })),
    });
    await user.click(await screen.findByRole('button', { name: 'Dispute' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Row 1 was raised by 20');
    await user.click(dialog.getByRole('button', { name: 'Dispute' }));
    expect(await screen.findByText('Disputed')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/dispute'))?.body).toEqual({
      version: 1,
      reason: 'Row 1 was raised by 20',
    });
  });

  it('says that a newer version came, and asks to reload', async () => {
    const form = formOf({ photos: [{ fileId: freshId(), sha256: 'a'.repeat(64), added: null }] });
    const { user } = openForm(form, [], { [`POST /collations/${form.id}/verify`]: () => refuse('CONFLICT') });
    await user.click(await screen.findByRole('button', { name: 'Verify' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText(/new version came in the meantime/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  });

  it('is not verified unseen without words', async () => {
    const { user } = openForm(formOf());
    await user.click(await screen.findByRole('button', { name: 'Verify' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Write what you verified the figures by.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Verify' })).toBeDisabled();
  });
});

describe('where it changed', () => {
  const election = electionOf({ parties: ['APC', 'LP', 'Others'] });
  const serveGap = (gap: ReturnType<typeof gapAnswer>) =>
    serve({
      'GET /auth/me': () => ok(Me, meOf('lga_admin')),
      'GET /elections': () => electionsAnswer([election]),
      'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
      'GET /collations/gap': () => ok(CollationGap, gap),
    });

  it('leads from our own count to the form by the rows that changed', async () => {
    const [term, ...others] = gapAnswer().terms;
    serveGap(gapAnswer({ terms: term ? [{ ...term, desk: true }, ...others] : [] }));
    renderConsole('/collations/gap');
    const table = await screen.findByRole('table', { name: 'Steps from our own count of APC to the form' });
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain('Our own count');
    expect(rows[1]).toMatch(/EC8B, Ipodo · Polling Unit 1.*From the photo, at the desk.*\+20/);
    expect(rows[2]).toMatch(/Stated on the form.*320/);
    expect(screen.getByText(/^1 step; together they are exactly the difference\./)).toBeVisible();
  });

  it('says that no form is held rather than a gap of nothing', async () => {
    serveGap(gapAnswer({ declared: null, terms: [], form: null }));
    renderConsole('/collations/gap');
    expect(await screen.findByText('No form of this area is held yet.')).toBeVisible();
  });
});
