import { ResultDetail, ReviewList } from '@ec/contract/results/schemas';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '../../../test/dashboards.ts';
import { DESK_REASON, deskVersions } from '../../../test/desk-versions.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { MAY_DECIDE, resultOf } from '../../../test/results.ts';
import { serveReview, unitOf } from '../../../test/review.ts';
import { ok } from '../../../test/server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const ORIGIN = 'From the photo, at the desk';

describe('a version that was entered at the desk', () => {
  it('says on its page who entered it, who decided that and why; an earlier version does not', async () => {
    const { versions, desk } = deskVersions();
    const result = resultOf({ can: MAY_DECIDE }, versions);
    serveReview({ [`GET /results/${result.id}`]: () => ok(ResultDetail, result) });
    const { user } = renderConsole(`/review/${result.id}`);
    expect(await screen.findByText(`${ORIGIN}: entered by Tola Bello`)).toBeVisible();
    expect(
      screen.getByText(`Decided by Chidi Okoro: ${desk.officer.name} cannot be reached (${DESK_REASON})`, {
        exact: false,
      }),
    ).toHaveTextContent('Only another person may verify it.');
    expect(screen.getByText(/^Entered from the photo at the desk by Tola Bello,/)).toBeVisible();
    const choice = screen.getByRole('combobox', { name: 'Version' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['2, the newest, from the photo', '1']);
    await user.click(await screen.findByRole('button', { name: /^Return/ }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(`goes back to ${desk.officer.name}`);
    await user.keyboard('{Escape}');
    await user.selectOptions(choice, '1');
    expect(screen.queryByText(`${ORIGIN}: entered by Tola Bello`)).not.toBeInTheDocument();
  });

  it('is marked in the list', async () => {
    const counts = { pending: 0, submitted: 2, approved: 0, disputed: 0, cancelled: 0 };
    const units = [
      unitOf({ desk: true, name: 'Desk unit' }),
      unitOf({ pollingUnitId: idOf('24-11-05-004'), name: 'Officer unit' }),
    ];
    serveReview({
      'GET /results/review': () => ok(ReviewList, { units, total: 2, counts, decidable: 2, unexplained: 0 }),
    });
    renderConsole('/review');
    const row = async (name: string) => (await screen.findByRole('link', { name })).closest('li');
    expect(await row('Desk unit')).toHaveTextContent(ORIGIN);
    expect(await row('Officer unit')).not.toHaveTextContent(ORIGIN);
  });
});
