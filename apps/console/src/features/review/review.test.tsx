import { PublishedComparison } from '@ec/contract/collations/published';
import { ResultDetail, ReviewList } from '@ec/contract/results/schemas';
import { UnusualOfResult } from '@ec/contract/unusual/schemas';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId, MAY_DECIDE, resultOf, versionOf } from '../../../test/results.ts';
import { COUNTS, serveReview, unitOf, type Unit } from '../../../test/review.ts';
import { type Call, ok, refuse } from '../../../test/server.ts';
import { publish } from '../../lib/stream/stream.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

/** The page of one result; POST handlers by decision. */
async function openResult(result: ResultDetail, handlers: Record<string, (call: Call) => Response> = {}, next?: Unit) {
  const calls = serveReview({
    [`GET /results/${result.id}`]: () => ok(ResultDetail, result),
    'GET /results/review': () =>
      ok(ReviewList, { units: next ? [next] : [], total: next ? 1 : 0, counts: COUNTS, decidable: 2, unexplained: 0 }),
    ...handlers,
  });
  const tools = renderConsole(`/review/${result.id}`);
  await screen.findByRole('heading', { name: 'Review, Seriki Aro' });
  return { ...tools, calls };
}

const main = () => within(screen.getByRole('main'));

describe('the review of a result', () => {
  it('shows figures, checks with their arithmetic and the ward’s turnout', async () => {
    await openResult(resultOf({ can: MAY_DECIDE }));
    const figures = screen.getByRole('table', { name: 'Figures of the sheet' });
    expect(within(figures).getByRole('row', { name: 'LP leads 88' })).toBeVisible();
    expect(within(figures).getByRole('row', { name: 'Total 140' })).toBeVisible();
    expect(screen.getByText(/total within accredited \(total votes 140 ≤ accredited 141\)/)).toBeVisible();
    expect(
      screen.getByText(/Accredited 27.5% of registered. The ward's average so far: 26.1% of 9 units./),
    ).toBeVisible();
  });

  it('stands beside what the portal publishes, with a mark at what differs alone', async () => {
    const result = resultOf({ can: MAY_DECIDE });
    const published = {
      state: 'figures' as const,
      figures: null,
      note: null,
      sheetFileId: null,
      enteredBy: { id: freshId(), name: 'Ada Obi', role: 'lga_admin' as const },
      enteredAt: '2027-01-16T20:00:00.000Z',
    };
    const fields = [
      { name: 'votes.APC', published: 131, own: 31, differs: true },
      { name: 'votes.LP', published: 88, own: 88, differs: false },
    ];
    const unit = { code: result.pollingUnitCode, name: 'Seriki Aro' };
    await openResult(result, {
      'GET /collations/published': () =>
        ok(PublishedComparison, { unit, parties: [], published, earlier: [], own: null, fields, can: { enter: true } }),
    });
    const table = within(await screen.findByRole('table', { name: 'Own and published figures' }));
    expect(table.getByRole('row', { name: /^APC/ })).toHaveTextContent('APC31131Differs');
    expect(table.getByRole('row', { name: /^LP/ })).toHaveTextContent(/LP8888$/);
    expect(screen.getByRole('link', { name: 'Open the published sheet' }).getAttribute('href')).toContain(unit.code);
  });

  it('says in one line that no published sheet of the unit is held', async () => {
    const result = resultOf({ can: MAY_DECIDE });
    const unit = { code: result.pollingUnitCode, name: 'Seriki Aro' };
    await openResult(result, {
      'GET /collations/published': () =>
        ok(PublishedComparison, {
          unit,
          parties: [],
          published: null,
          earlier: [],
          own: null,
          fields: [],
          can: { enter: true },
        }),
    });
    expect(await screen.findByText('No published sheet of this unit is held.')).toBeVisible();
  });

  it('says what is unusual beside the ward, and prints the explanation that closed it', async () => {
    const result = resultOf({ can: MAY_DECIDE });
    const { id, version, pollingUnitId, pollingUnitCode: code, chain, votes } = result;
    const by = { id: freshId(), name: 'Chidi Okoro', role: 'lga_admin' };
    await openResult(result, {
      [`GET /unusual/${id}`]: () =>
        ok(UnusualOfResult, {
          tests: 70,
          units: 10,
          marks: [
            {
              check: 'neighbour_turnout',
              mode: 'explain',
              usual: true,
              earlier: null,
              resultId: id,
              version,
              resultStatus: 'pending',
              pollingUnitId,
              code,
              name: 'Seriki Aro',
              chain,
              photoFileId: null,
              desk: false,
              votes,
              validVotes: 136,
              accreditedVoters: 480,
              registeredVoters: 512,
              twins: [],
              distances: [{ party: null, value: 93.8, median: 26.1, before: null, units: 10 }],
              closed: true,
              steps: [{ change: 'closed', explanation: 'An army barracks', by, at: '2027-01-16T20:00:00.000Z' }],
              can: { close: false, reopen: true },
            },
          ],
        }),
    });
    const mark = await screen.findByRole('article', { name: `Turnout differs from the ward, ${code}` });
    expect(mark).toHaveTextContent('Turnout 93.8%. Accredited 480 of 512 registered.');
    expect(mark).toHaveTextContent('Median of 10 units of the ward: 26.1%.');
    expect(screen.getByText('70 tests made on 10 units of the ward')).toBeVisible();
    expect(within(mark).getByText('An army barracks').closest('[data-print="none"]')).toBeNull();
    // It has its explanation: verification waits for none.
    expect(screen.queryByText(/After that the result can be verified/)).not.toBeInTheDocument();
    const reopen = within(mark).getByRole('button', { name: `Reopen for ${code}` });
    expect(reopen.closest('[data-print="none"]')).not.toBeNull();
  });

  it('asks for the explanation of a marking before the result can be verified', async () => {
    const hint = 'Close with an explanation first: Turnout differs from the ward.';
    const result = resultOf({ can: { ...MAY_DECIDE, verify: false }, hint });
    const { id, version, pollingUnitId, pollingUnitCode: code, chain, votes } = result;
    const mark = {
      check: 'neighbour_turnout',
      mode: 'explain',
      usual: true,
      earlier: null,
      resultId: id,
      version,
      resultStatus: 'pending',
      pollingUnitId,
      code,
      name: 'Seriki Aro',
      chain,
      photoFileId: null,
      desk: false,
      votes,
      validVotes: 136,
      accreditedVoters: 480,
      registeredVoters: 512,
      closed: false,
      can: { close: true, reopen: false },
    } as const;
    const distances = [{ party: null, value: 93.8, median: 26.1, before: null, units: 10 }];
    await openResult(result, {
      [`GET /unusual/${id}`]: () =>
        ok(UnusualOfResult, { tests: 70, units: 10, marks: [{ ...mark, twins: [], steps: [], distances }] }),
    });
    expect(
      await screen.findByText('Close the marking below with an explanation. After that the result can be verified.'),
    ).toBeVisible();
    expect(screen.getByText(new RegExp(hint))).toBeVisible();
    expect(screen.getByRole('button', { name: `Close with explanation for ${code}` })).toBeVisible();
  });

  it('says in one line how many tests found nothing', async () => {
    const result = resultOf({ can: MAY_DECIDE });
    await openResult(result, {
      [`GET /unusual/${result.id}`]: () => ok(UnusualOfResult, { marks: [], tests: 70, units: 10 }),
    });
    expect(
      await screen.findByText('Beside the ward: nothing unusual. 70 tests made on 10 units of the ward.'),
    ).toBeVisible();
  });

  it('says how its second entry stands, and leads to it', async () => {
    const id = freshId();
    const hint = 'This result is verified after its sheet was entered a second time and both entries match.';
    const can = { ...MAY_DECIDE, verify: false };
    await openResult(resultOf({ can, hint, secondEntry: { id, state: 'differs' } }));
    expect(main().getByText('Second entry: differs')).toBeVisible();
    expect(main().getByRole('link', { name: 'Open the second entry' })).toHaveAttribute(
      'href',
      `/second-entries?entry=${id}`,
    );
    expect(main().getByText(new RegExp(hint))).toBeVisible();
  });

  it('waits for the photo before there is a second entry to open, and says nothing where none is needed', async () => {
    await openResult(resultOf({ can: MAY_DECIDE, secondEntry: { id: null, state: null } }));
    expect(main().getByText('Second entry: not begun yet')).toBeVisible();
    expect(main().queryByRole('link', { name: 'Open the second entry' })).not.toBeInTheDocument();
    cleanup();
    await openResult(resultOf({ can: MAY_DECIDE }));
    expect(main().queryByText(/^Second entry/)).not.toBeInTheDocument();
  });

  it('offers only what the person may do, and says why when that is nothing', async () => {
    const hint = 'The ward administrator decides on this result.';
    await openResult(resultOf({ can: { ...MAY_DECIDE, verify: false, return: false }, hint }));
    expect(main().getByRole('button', { name: 'Dispute' })).toBeVisible();
    expect(main().queryByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
    expect(main().queryByRole('button', { name: 'Return' })).not.toBeInTheDocument();
    expect(screen.getByText(new RegExp(hint))).toBeVisible();
  });

  it('shows the decisions as not available to a reader who could have sent it, with the reason and who may decide', async () => {
    const reason = 'You created the account that sent this version within this election.';
    const hint = `${reason} The LGA Admin of Ikeja may decide.`;
    const refusal = { code: 'CONTROLS_SENDER', reason };
    await openResult(resultOf({ can: { ...MAY_DECIDE, verify: false, return: false, refusal }, hint }));
    for (const name of ['Verify', 'Return']) {
      const button = main().getByRole('button', { name });
      expect(button).toBeDisabled();
      expect(button).toHaveAccessibleDescription(hint);
    }
    expect(main().getAllByText(hint)).toHaveLength(1);
    expect(main().getByRole('button', { name: 'Dispute' })).toBeEnabled();
  });

  it('verifies after a confirmation that names unit and total, with the version that was seen', async () => {
    const result = resultOf({ can: MAY_DECIDE }, [versionOf(), versionOf({ version: 2 })]);
    const next = unitOf();
    const { user, calls, router } = await openResult(
      result,
      {
        [`POST /results/${result.id}/verify`]: () =>
          ok(ResultDetail, { ...result, status: 'verified', can: { ...MAY_DECIDE, verify: false, return: false } }),
      },
      next,
    );
    await user.click(main().getByRole('button', { name: 'Verify' }));
    const dialog = await screen.findByRole('dialog', { name: 'Verify this result?' });
    expect(dialog).toHaveTextContent('Version 2 of Seriki Aro (24-11-05-003), total 140 votes, becomes verified');
    await user.click(within(dialog).getByRole('button', { name: 'Verify' }));
    expect(await main().findByText('Verified')).toBeVisible();
    const decision = calls.find(({ path }) => path.endsWith('/verify'));
    expect(decision?.body).toEqual({ version: 2 });
    await user.click(main().getByRole('link', { name: 'Next waiting unit' }));
    expect(router.state.location.pathname).toBe(`/review/${next.resultId}`);
  });

  it('decides on the version that was read, though another arrives while the question stands', async () => {
    const result = resultOf({ can: MAY_DECIDE });
    const corrected = { ...resultOf({ can: MAY_DECIDE }, [versionOf(), versionOf({ version: 2 })]), id: result.id };
    let newest = result;
    const { user, calls } = await openResult(result, {
      [`GET /results/${result.id}`]: () => ok(ResultDetail, newest),
      [`POST /results/${result.id}/verify`]: () => refuse('CONFLICT'),
    });
    await user.click(main().getByRole('button', { name: 'Verify' }));
    const dialog = await screen.findByRole('dialog', { name: 'Verify this result?' });
    newest = corrected;
    act(() => publish({ type: 'results', electionId: result.electionId, source: 'official', count: 1, lgas: null }));
    expect(await screen.findByText(/Sent by .*, version 2/)).toBeInTheDocument();
    expect(dialog).toHaveTextContent('Version 1 of Seriki Aro');
    await user.click(within(dialog).getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText(/the officer sent a new version in the meantime/)).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/verify'))?.body).toEqual({ version: 1 });
  });

  it('returns with a reason, and not without one', async () => {
    const result = resultOf({ can: MAY_DECIDE });
    const { user, calls } = await openResult(result, {
      [`POST /results/${result.id}/return`]: () => ok(ResultDetail, { ...result, status: 'returned' }),
    });
    await user.click(main().getByRole('button', { name: 'Return' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Return' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: /The photo cannot be read/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Return' }));
    expect(await main().findByText('Returned')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/return'))?.body).toEqual({
      version: 1,
      reason: 'The photo cannot be read. Take it again in good light.',
    });
  });

  it('offers to cancel an over-voted result with its ground from the Act', async () => {
    const over = {
      code: 'OVER_VOTING' as const,
      message: 'Over-voting',
      arithmetic: 'total votes 140 > accredited 100',
    };
    const result = resultOf({ can: { ...MAY_DECIDE, verify: false, cancel: true } }, [
      versionOf({ accreditedVoters: 100, flags: [over] }),
    ]);
    const { user } = await openResult(result);
    expect(screen.getByText('total votes 140 > accredited 100')).toBeVisible();
    await user.click(main().getByRole('button', { name: 'Cancel under section 51' }));
    expect(await screen.findByRole('textbox', { name: 'Reason' })).toHaveValue(
      'Over-voting: total votes 140 exceed accredited voters 100. Cancelled under section 51 of the Electoral Act 2022.',
    );
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Keep the result', 'Cancel the result']),
    );
  });

  it('says that another user decided, and reloads', async () => {
    const result = resultOf({ can: MAY_DECIDE });
    let status: 'pending' | 'verified' = 'pending';
    const { user } = await openResult(result, {
      [`GET /results/${result.id}`]: () =>
        ok(ResultDetail, {
          ...result,
          status,
          can: status === 'pending' ? MAY_DECIDE : { ...MAY_DECIDE, verify: false, return: false },
        }),
      [`POST /results/${result.id}/verify`]: () => {
        status = 'verified';
        return refuse('RESULT_TRANSITION', { status: 'verified', action: 'verified' });
      },
    });
    await user.click(main().getByRole('button', { name: 'Verify' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText(/Another user decided/)).toBeVisible();
    expect(screen.getByText('The result is verified now. It cannot be verified.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await main().findByText('Verified')).toBeVisible();
    expect(main().queryByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
  });

  it('leads to no unit that the reader may not decide on', async () => {
    await openResult(resultOf({ can: MAY_DECIDE }), {}, unitOf({ canDecide: false }));
    expect(main().getByRole('button', { name: 'Verify' })).toBeVisible();
    expect(main().queryByRole('link', { name: 'Next waiting unit' })).not.toBeInTheDocument();
  });

  it('takes v, r, d and n from the keyboard, but not while something is typed', async () => {
    const next = unitOf();
    const { user, router } = await openResult(resultOf({ can: MAY_DECIDE }), {}, next);
    await main().findByRole('link', { name: 'Next waiting unit' });
    await user.keyboard('r');
    const dialog = await screen.findByRole('dialog', { name: 'Return this result to its officer?' });
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus());
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'never');
    expect(router.state.location.pathname).not.toContain(next.resultId ?? '');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('v');
    expect(await screen.findByRole('dialog', { name: 'Verify this result?' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('n');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/review/${next.resultId}`));
  });

  it('shows older versions with what differs', async () => {
    const older = versionOf({ votes: { APC: 30, PDP: 12, LP: 88, NNPP: 2, Others: 3 }, totalVotes: 139 });
    const { user } = await openResult(resultOf({ can: MAY_DECIDE }, [older, versionOf({ version: 2 })]));
    expect(screen.getByRole('row', { name: /^APC 31 version 1: 30$/ })).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: /Version/ }), '1');
    expect(screen.getByRole('row', { name: /^APC 30 version 2: 31$/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /^PDP 12$/ })).toBeVisible();
  });
});
