import { Me } from '@ec/contract/auth/schemas';
import { ElectionList } from '@ec/contract/elections/schemas';
import { AuditSheetList, ReviewAudit } from '@ec/contract/review-audits/schemas';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { electionOf } from '../../../test/elections.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { auditOf, auditsAnswer } from '../../../test/review-audits.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { placeOf } from '../../../test/users.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

interface Given {
  audits?: ReviewAudit[];
  transcribers?: number;
  handlers?: Record<string, (call: Call) => Response>;
}

function open({ audits = [], transcribers = 12, handlers = {} }: Given) {
  const election = electionOf({ status: 'live' });
  const sheet = {
    rank: 1,
    entryId: freshId(),
    resultId: freshId(),
    version: 1,
    pollingUnitId: placeOf('24-11-05-003').id,
    code: '24-11-05-003',
    name: 'Seriki Aro',
    chain: placeOf('24-11-05-003').chain,
    outcome: 'wrong' as const,
  };
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('national_admin')),
    'GET /elections': () => ok(ElectionList, { elections: [election], total: 1 }),
    'GET /review-audits': () => auditsAnswer(audits, { transcribers }),
    ...Object.fromEntries(
      audits.map(({ id }) => [
        `GET /review-audits/${id}/sheets`,
        () => ok(AuditSheetList, { sheets: [sheet], total: 1 }),
      ]),
    ),
    ...handlers,
  });
  const sent = () =>
    calls
      .filter(({ method, path }) => method === 'POST' && path.startsWith('/review-audits'))
      .map(({ path, body }) => ({ path, body }));
  return { ...renderConsole('/review-audits'), election, sheet, sent, calls };
}

it('draws sheets by a typed seed, says what they can show, and shows a refusal at its field', async () => {
  const answers = [
    refuse('REVIEW_AUDIT_SIZE', { verified: 90 }),
    ok(ReviewAudit, auditOf({ waiting: 59 }, { sheets: 59, first: 59 }), 201),
  ];
  const { user, election, sent } = open({
    transcribers: 0,
    handlers: { 'POST /review-audits': () => answers.shift() ?? refuse('INTERNAL') },
  });
  expect(await screen.findByText(/no active transcriber/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Draw sheets' }));
  const dialog = await screen.findByRole('dialog', { name: 'Draw verified sheets' });
  expect(within(dialog).getByRole('status')).toHaveTextContent('at most 2.95% of the 4,210 verified sheets are wrong');
  await user.click(within(dialog).getByRole('button', { name: 'Draw' }));
  expect(within(dialog).getByRole('textbox', { name: 'Seed' })).toBeInvalid();
  await user.type(within(dialog).getByRole('textbox', { name: 'Seed' }), '4 4 1 6');
  const field = within(dialog).getByRole('textbox', { name: 'Sheets' });
  await user.clear(field);
  await user.type(field, '59');
  await user.click(within(dialog).getByRole('button', { name: 'Draw' }));
  expect(await within(dialog).findAllByText(/from 90 verified sheets/)).not.toHaveLength(0);
  await user.click(within(dialog).getByRole('radio', { name: /Made by the server/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Draw' }));
  expect(await screen.findByText(/59 sheets drawn/)).toBeVisible();
  const body = { electionId: election.id, sheets: 59 };
  expect(sent()).toEqual([
    { path: '/review-audits', body: { ...body, seed: '4 4 1 6' } },
    { path: '/review-audits', body: { ...body, seed: null } },
  ]);
});

it('shows what an open audit found, no bound before all is settled, and the drawn sheets', async () => {
  const { sheet } = open({ audits: [auditOf({ right: 86, wrong: 1, waiting: 13 })] });
  expect(
    await screen.findByText(/87 of 100 are entered again from their photos: 1 is wrong, 13 not settled/),
  ).toBeVisible();
  expect(screen.getByRole('group', { name: 'At most wrong, at 95%' })).toHaveTextContent('–');
  expect(screen.getByRole('group', { name: 'Not settled' })).toHaveTextContent('13');
  const row = await screen.findByRole('row', { name: /Seriki Aro/ });
  expect(within(row).getByRole('link')).toHaveAttribute('href', `/second-entries?entry=${sheet.entryId}`);
  expect(within(row).getByText('Wrong')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Draw sheets' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Draw more' })).toBeNull();
});

it('names the confidence of all looks where the audit was extended', async () => {
  const audit = auditOf({ right: 93, wrong: 1 });
  open({ audits: [{ ...audit, extensions: [{ to: 94, by: audit.drawnBy, at: audit.drawnAt }] }] });
  expect(await screen.findByRole('group', { name: 'At most wrong, at no less than 90%' })).toBeVisible();
  expect(screen.queryByText(/At 95% confidence/)).toBeNull();
});

it('offers the size that gives the bound asked for after an error, and is closed early with a reason', async () => {
  const audit = auditOf({ right: 99, wrong: 1 }, { needed: 157, can: { extend: true, close: true } });
  const { user, sent } = open({
    audits: [audit],
    handlers: {
      [`POST /review-audits/${audit.id}/extend`]: () => refuse('CONFLICT'),
      [`POST /review-audits/${audit.id}/close`]: () => ok(ReviewAudit, audit),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Draw more' }));
  const extending = await screen.findByRole('dialog', { name: 'Draw more sheets' });
  expect(within(extending).getByText(/157 in all give the 2\.95%/)).toBeVisible();
  await user.click(within(extending).getByRole('button', { name: 'Draw more' }));
  expect(await within(extending).findByText('The audit could not be extended')).toBeVisible();
  await user.click(within(extending).getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Close the audit' }));
  const closing = await screen.findByRole('dialog', { name: 'Close audit no. 1?' });
  expect(within(closing).getByText(/The bound is 4\.66%, above the 2\.95%/)).toBeVisible();
  await user.click(within(closing).getByRole('button', { name: 'Close the audit' }));
  expect(within(closing).getByRole('textbox', { name: 'Reason' })).toBeInvalid();
  await user.type(within(closing).getByRole('textbox', { name: 'Reason' }), 'The count is declared.');
  await user.click(within(closing).getByRole('button', { name: 'Close the audit' }));
  expect(await screen.findByText('Audit no. 1 is closed.')).toBeVisible();
  expect(sent()).toEqual([
    { path: `/review-audits/${audit.id}/extend`, body: { from: 100, to: 157 } },
    { path: `/review-audits/${audit.id}/close`, body: { from: 100, reason: 'The count is declared.' } },
  ]);
});
