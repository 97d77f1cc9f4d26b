import { Me } from '@ec/contract/auth/schemas';
import { Assignees, DisputeDetail } from '@ec/contract/disputes/schemas';
import { StoredFile } from '@ec/contract/files/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  disputeOf,
  entryOf,
  HOLDER,
  MAY_ALL,
  MAY_NOTHING,
  ME,
  OFFICER,
  RAISED,
  RAISER,
  resolvedOf,
} from '../../../test/disputes.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId, versionOf } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { imageFile, stubUploads } from '../../../test/uploads.ts';
import { publish } from '../../lib/stream/stream.ts';

type Answer = Response | Promise<Response>;

beforeEach(() => {
  stubEventSource();
  stubUploads();
  signedInOnDevice();
});

/** The page of a dispute; what `current` holds is what the server answers, so that it can change. */
async function openDispute(
  dispute: DisputeDetail,
  handlers: Record<string, (call: Call) => Answer> = {},
  role: 'lga_admin' | 'ward_admin' = 'lga_admin',
) {
  const current = { dispute };
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    [`GET /disputes/${dispute.id}`]: () => ok(DisputeDetail, current.dispute),
    ...Object.fromEntries(
      Object.entries(handlers).map(([key, handler]) => [key.replace(' ', ` /disputes/${dispute.id}/`), handler]),
    ),
    'POST /disputes/files': () =>
      ok(StoredFile, { id: FILE, sha256: 'a'.repeat(64), size: 2000, type: 'image/jpeg', width: 10, height: 10 }, 201),
  });
  const tools = renderConsole(`/disputes/${dispute.id}`);
  await screen.findByRole('heading', { name: 'Dispute, Seriki Aro' });
  return { ...tools, calls, current };
}

const FILE = freshId();
const main = () => within(screen.getByRole('main'));
const thread = () => within(screen.getByRole('list', { name: 'Course of the dispute' })).getAllByRole('listitem');
const mine = { id: ME, name: 'Ada Obi', role: 'lga_admin' };

describe('a dispute', () => {
  it('says where the unit lies, what is contested, and shows the figures in dispute with what speaks against them', async () => {
    const over = {
      code: 'OVER_VOTING' as const,
      message: 'Over-voting',
      arithmetic: 'total votes 140 > accredited 100',
    };
    const dispute = disputeOf({ figures: versionOf({ accreditedVoters: 100, flags: [over] }) });
    await openDispute(dispute);
    const shown = `election=${dispute.electionId}&source=official`;
    const hrefOf = (name: string) => main().getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Seriki Aro (24-11-05-003)')).toBe(`/pu/24-11-05-003?${shown}`);
    // Ikeja is the reader's own LGA; the state above it is not theirs to open.
    expect(hrefOf('Ikeja')).toBe(`/lga/24-11?${shown}`);
    expect(main().queryByRole('link', { name: 'Lagos' })).not.toBeInTheDocument();
    expect(main().getByText('Presidential election · Official count')).toBeVisible();
    expect(main().getByText('Open')).toBeVisible();
    expect(main().getByText('total votes 140 > accredited 100')).toBeVisible();
    const figures = screen.getByRole('table', { name: 'Figures of the sheet' });
    expect(within(figures).getByRole('row', { name: 'LP leads 88' })).toBeVisible();
    expect(main().getByRole('link', { name: 'All versions and decisions' })).toBeVisible();
  });

  it('shows its history from the oldest step on, in whatever order it came', async () => {
    const entries = [
      entryOf(3, { by: mine, text: 'I have called the officer.', fileId: FILE }),
      RAISED,
      entryOf(2, { kind: 'assigned', by: RAISER, assignee: mine }),
    ];
    await openDispute(disputeOf({ entries, comments: 1 }));
    const steps = thread();
    expect(steps).toHaveLength(3);
    expect(steps[0]).toHaveTextContent('Ward Wale (Ward Admin) disputed version 1');
    expect(steps[0]).toHaveTextContent('Party agents contest the figures.');
    expect(steps[1]).toHaveTextContent('Ward Wale (Ward Admin) assigned it to Ada Obi (LGA Admin)');
    expect(steps[2]).toHaveTextContent('Ada Obi (LGA Admin) commented');
    expect(steps[2]).toHaveTextContent('I have called the officer.');
    expect(screen.getByRole('button', { name: 'Open the picture attached by Ada Obi' })).toBeVisible();
  });

  it('shows what was typed as text, never as markup, with its addresses as links', async () => {
    const text = '<img src=x onerror=alert(1)> see https://inec.gov.ng/form.';
    await openDispute(disputeOf({ entries: [RAISED, entryOf(2, { text })] }));
    expect(thread()[1]).toHaveTextContent('<img src=x onerror=alert(1)> see https://inec.gov.ng/form');
    const link = screen.getByRole('link', { name: /^https:\/\/inec\.gov\.ng\/form/ });
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it('shows at once what others do, when the server announces it', async () => {
    const dispute = disputeOf();
    const { current } = await openDispute(dispute);
    current.dispute = disputeOf({ ...dispute, entries: [RAISED, entryOf(2, { text: 'Look at box 6.' })] });
    act(() => publish({ type: 'disputes' }));
    expect(await screen.findByText('Look at box 6.')).toBeVisible();
  });

  it('says so when it does not exist or lies outside the area', async () => {
    serve({ 'GET /auth/me': () => ok(Me, meOf('ward_admin')) });
    renderConsole(`/disputes/${freshId()}`);
    expect(await screen.findByText('The dispute could not be loaded')).toBeVisible();
    expect(screen.getByText('This does not exist, or it is outside your area.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All disputes' })).toHaveAttribute('href', '/disputes');
  });
});

describe('a comment', () => {
  const box = () => screen.findByRole('textbox', { name: 'Comment' });
  const may = { ...MAY_NOTHING, comment: true };

  it('is sent by Ctrl+Enter, with its picture sent before it', async () => {
    const dispute = disputeOf({ can: may });
    const { user, calls } = await openDispute(dispute, {
      'POST comments': () =>
        ok(DisputeDetail, disputeOf({ ...dispute, entries: [RAISED, entryOf(2, { by: mine, text: 'Agreed' })] })),
    });
    await waitFor(async () => expect(await box()).toBeEnabled());
    expect(screen.getByRole('button', { name: 'Send comment' })).toBeDisabled();
    await user.upload(screen.getByLabelText('Attach a picture: file'), imageFile());
    await screen.findByAltText('What you attached');
    await user.type(await box(), 'Agreed');
    expect(screen.getByText('6 of 1,000 characters')).toBeVisible();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText(/commented/)).toBeVisible();
    expect(await box()).toHaveValue('');
    expect(screen.queryByAltText('What you attached')).not.toBeInTheDocument();
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/disputes/files', `/disputes/${dispute.id}/comments`]),
    );
    expect(calls.find(({ path }) => path.endsWith('/comments'))?.body).toEqual({ text: 'Agreed', fileId: FILE });
  });

  it('stays as typed when it could not be sent', async () => {
    const { user } = await openDispute(disputeOf({ can: may }), { 'POST comments': () => refuse('UNAVAILABLE') });
    await waitFor(async () => expect(await box()).toBeEnabled());
    await user.type(await box(), 'Box 6 is wrong');
    await user.click(screen.getByRole('button', { name: 'Send comment' }));
    expect(await screen.findByText('Your comment was not sent. It is kept here.')).toBeVisible();
    expect(await box()).toHaveValue('Box 6 is wrong');
    expect(screen.getByRole('button', { name: 'Send comment' })).toBeEnabled();
  });

  it('is still there after the page was left', async () => {
    const dispute = disputeOf({ can: may });
    const { user, router } = await openDispute(dispute);
    await waitFor(async () => expect(await box()).toBeEnabled());
    await user.type(await box(), 'Half a thought');
    await act(async () => await router.navigate('/account'));
    await act(async () => await router.navigate(`/disputes/${dispute.id}`));
    await waitFor(async () => expect(await box()).toHaveValue('Half a thought'));
  });

  it('counts as sent when only the answer was lost', async () => {
    const dispute = disputeOf({ can: may });
    const { user, current } = await openDispute(dispute, {
      'POST comments': () => {
        current.dispute = disputeOf({ ...dispute, entries: [RAISED, entryOf(2, { by: mine, text: 'Agreed' })] });
        return Promise.reject(new TypeError('network'));
      },
    });
    await waitFor(async () => expect(await box()).toBeEnabled());
    await user.type(await box(), 'Agreed');
    await user.click(screen.getByRole('button', { name: 'Send comment' }));
    await waitFor(() => expect(thread()).toHaveLength(2));
    await waitFor(async () => expect(await box()).toHaveValue(''));
    expect(screen.queryByText(/was not sent/)).not.toBeInTheDocument();
  });

  it('that comes too late is kept, and the page says what happened', async () => {
    const dispute = disputeOf({ can: may });
    const { user, current } = await openDispute(dispute, { 'POST comments': () => refuse('DISPUTE_RESOLVED') });
    await waitFor(async () => expect(await box()).toBeEnabled());
    await user.type(await box(), 'One more thing');
    await user.click(screen.getByRole('button', { name: 'Send comment' }));
    expect(await screen.findByText('This dispute is resolved already. Reload to see how.')).toBeVisible();
    current.dispute = resolvedOf(dispute, 'verified');
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('The result was verified')).toBeVisible();
    expect(await box()).toHaveValue('One more thing');
    expect(await box()).toHaveAttribute('readonly');
    expect(screen.queryByRole('button', { name: 'Send comment' })).not.toBeInTheDocument();
  });

  it('is not offered to a user who may only read', async () => {
    await openDispute(disputeOf());
    expect(screen.queryByRole('textbox', { name: 'Comment' })).not.toBeInTheDocument();
    expect(screen.getByText('You may read this dispute, but not write in it.')).toBeVisible();
  });
});

describe('resolving', () => {
  const named = 'Officer Ojo, Ward Wale, and all who commented are notified.';
  it.each([
    [
      'verify',
      'Verify',
      'Verify the disputed result?',
      'becomes verified and counts in the verified totals',
      'verified',
    ],
    ['return', 'Return', 'Return the result to its officer?', 'goes back to Officer Ojo', 'returned'],
    ['cancel', 'Cancel the result', 'Cancel the result of this unit?', 'the unit counts zero votes', 'cancelled'],
  ] as const)(
    'by %s names what will happen to whom and wants a reason',
    async (resolution, label, title, effect, as) => {
      const figures = { ...versionOf(), submittedBy: OFFICER };
      const dispute = disputeOf({ can: MAY_ALL, figures });
      const { user, calls } = await openDispute(dispute, {
        'POST resolve': () => ok(DisputeDetail, resolvedOf(dispute, as)),
      });
      await user.click(main().getByRole('button', { name: label }));
      const dialog = await screen.findByRole('dialog', { name: title });
      expect(dialog).toHaveTextContent('Version 1 of Seriki Aro (24-11-05-003), total 140 votes,');
      expect(dialog).toHaveTextContent(effect);
      expect(dialog).toHaveTextContent(named);
      const confirm = within(dialog).getByRole('button', { name: label });
      expect(confirm).toBeDisabled();
      await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'The paper says so.');
      await user.click(confirm);
      expect(await main().findByText(`The result was ${as}`)).toBeVisible();
      expect(calls.find(({ path }) => path.endsWith('/resolve'))?.body).toEqual({
        resolution,
        reason: 'The paper says so.',
        version: 1,
      });
      expect(main().queryByRole('group', { name: 'Resolve the dispute' })).not.toBeInTheDocument();
    },
  );

  it('offers no verification of an over-voted result, says why, and gives the ground of a cancellation', async () => {
    const over = {
      code: 'OVER_VOTING' as const,
      message: 'Over-voting',
      arithmetic: 'total votes 140 > accredited 100',
    };
    const figures = versionOf({ accreditedVoters: 100, flags: [over] });
    const { user } = await openDispute(disputeOf({ can: { ...MAY_ALL, verify: false }, figures }));
    expect(main().queryByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
    expect(main().getByText(/Verify is not offered: more votes than accredited voters/)).toBeVisible();
    await user.click(main().getByRole('button', { name: 'Cancel the result' }));
    expect(await screen.findByRole('textbox', { name: 'Reason' })).toHaveValue(
      'Over-voting: total votes 140 exceed accredited voters 100. Cancelled under section 51 of the Electoral Act 2022.',
    );
  });

  it('is not offered to a user without the right, with the reason', async () => {
    const hint =
      'A dispute is resolved by an administrator above the person who raised it, within whose area the unit lies.';
    await openDispute(disputeOf({ can: { ...MAY_NOTHING, comment: true }, hint }), {}, 'ward_admin');
    expect(screen.getByText(hint)).toBeVisible();
    for (const name of ['Verify', 'Return', 'Cancel the result', 'Assign', 'Take it myself']) {
      expect(main().queryByRole('button', { name })).not.toBeInTheDocument();
    }
  });

  it('is shown as not available to a reader who could have sent the version', async () => {
    const reason = 'This version was sent from the device that you are using.';
    const refusal = { code: 'SENT_FROM_YOUR_DEVICE', reason };
    await openDispute(disputeOf({ can: { ...MAY_NOTHING, comment: true, refusal }, hint: reason }));
    for (const name of ['Verify', 'Return', 'Cancel the result']) {
      const button = main().getByRole('button', { name });
      expect(button).toBeDisabled();
      expect(button).toHaveAccessibleDescription(reason);
    }
  });

  it.each(['DISPUTE_RESOLVED', 'CONFLICT'] as const)(
    'that was overtaken (%s) says so, keeps the reason and reloads',
    async (code) => {
      const dispute = disputeOf({ can: MAY_ALL });
      const { user, current } = await openDispute(dispute, { 'POST resolve': () => refuse(code) });
      await user.click(main().getByRole('button', { name: 'Return' }));
      const dialog = await screen.findByRole('dialog');
      await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Wrong sheet');
      current.dispute = resolvedOf(dispute, 'cancelled');
      await user.click(within(dialog).getByRole('button', { name: 'Return' }));
      expect(await screen.findByText(/Another user changed this in the meantime/)).toBeVisible();
      expect(screen.getByText('Wrong sheet')).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Reload' }));
      expect(await main().findByText('The result was cancelled')).toBeVisible();
      expect(screen.queryByText(/in the meantime/)).not.toBeInTheDocument();
    },
  );

  it('that failed for another reason leaves the dialog as it was', async () => {
    const { user } = await openDispute(disputeOf({ can: MAY_ALL }), { 'POST resolve': () => refuse('UNAVAILABLE') });
    await user.click(main().getByRole('button', { name: 'Return' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Wrong sheet');
    await user.click(within(dialog).getByRole('button', { name: 'Return' }));
    expect(await within(dialog).findByText(/not available for the moment/)).toBeVisible();
    expect(within(dialog).getByRole('textbox', { name: 'Reason' })).toHaveValue('Wrong sheet');
  });
});

describe('the assignee', () => {
  const people = () =>
    ok(Assignees, {
      people: [
        { ...HOLDER, phone: '+2348031234567', area: 'Ikeja' },
        { id: freshId(), name: 'State Sade', role: 'state_admin', phone: null, area: 'Lagos' },
      ],
    });

  it('is found by name or phone and given the dispute', async () => {
    const dispute = disputeOf({ can: MAY_ALL });
    const { user, calls } = await openDispute(dispute, {
      'GET assignees': people,
      'POST assign': () => ok(DisputeDetail, disputeOf({ ...dispute, assignee: HOLDER })),
    });
    await user.click(main().getByRole('button', { name: 'Assign' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign the dispute' }));
    const [nearest, next] = within(
      await dialog.findByRole('list', { name: 'People who could resolve it' }),
    ).getAllByRole('listitem');
    expect(nearest).toHaveTextContent('Chidi OkoroLGA Admin, Ikeja');
    expect(dialog.getByRole('link', { name: 'Call Chidi Okoro, 0803 123 4567' })).toHaveAttribute(
      'href',
      'tel:+2348031234567',
    );
    expect(next).toHaveTextContent('State SadeState Admin, Lagos');
    await user.type(dialog.getByRole('searchbox', { name: 'Search' }), 'chi');
    await waitFor(() => expect(calls.findLast(({ path }) => path.endsWith('/assignees'))?.query.get('q')).toBe('chi'));
    await user.click(await dialog.findByRole('button', { name: 'Assign to Chidi Okoro' }));
    expect(await main().findByText('Chidi Okoro (LGA Admin)')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/assign'))?.body).toEqual({ userId: HOLDER.id });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('who no longer fits is refused in the dialog', async () => {
    const { user } = await openDispute(disputeOf({ can: MAY_ALL }), {
      'GET assignees': people,
      'POST assign': () => refuse('ASSIGNEE_UNFIT', { name: 'Chidi Okoro' }),
    });
    await user.click(main().getByRole('button', { name: 'Assign' }));
    await user.click(await screen.findByRole('button', { name: 'Assign to Chidi Okoro' }));
    expect(await screen.findByText(/Chidi Okoro could not resolve this dispute/)).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Assign the dispute' })).toBeVisible();
  });

  it('can be oneself, at once', async () => {
    const dispute = disputeOf({ can: MAY_ALL });
    const { user, calls } = await openDispute(dispute, {
      'POST assign': () => ok(DisputeDetail, disputeOf({ ...dispute, assignee: mine })),
    });
    await user.click(main().getByRole('button', { name: 'Take it myself' }));
    expect(await main().findByText('Ada Obi (LGA Admin)')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/assign'))?.body).toEqual({ userId: ME });
    expect(main().queryByRole('button', { name: 'Take it myself' })).not.toBeInTheDocument();
  });

  it('is named before the dispute is taken back', async () => {
    const dispute = disputeOf({ can: MAY_ALL, assignee: HOLDER });
    const { user, calls } = await openDispute(dispute, {
      'POST assign': () => ok(DisputeDetail, disputeOf({ ...dispute, assignee: null })),
    });
    await user.click(main().getByRole('button', { name: 'Unassign' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unassign this dispute?' });
    expect(dialog).toHaveTextContent('Chidi Okoro (LGA Admin) is no longer assigned to the dispute');
    await user.click(within(dialog).getByRole('button', { name: 'Unassign' }));
    expect(await main().findByText('Not assigned')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/assign'))?.body).toEqual({ userId: null });
  });

  it('is not taken by a raiser who could not resolve it, who may still give it away', async () => {
    await openDispute(disputeOf({ can: { ...MAY_NOTHING, comment: true, assign: true } }), {}, 'ward_admin');
    expect(main().getByRole('button', { name: 'Assign' })).toBeVisible();
    expect(main().queryByRole('button', { name: 'Take it myself' })).not.toBeInTheDocument();
  });
});
