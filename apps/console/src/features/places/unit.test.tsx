import { Me } from '@ec/contract/auth/schemas';
import { UnitPage } from '@ec/contract/dashboards/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import * as data from '../../../test/dashboards.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId, MAY_NOTHING, resultOf, versionOf } from '../../../test/results.ts';
import { ok, refuse, serve } from '../../../test/server.ts';

const CODE = '24-11-05-003';
const PHOTO = freshId();
const CHIEF = { id: freshId(), name: 'Chief Ward', role: 'ward_admin' };

const OVER = {
  code: 'OVER_VOTING' as const,
  message: 'Over-voting: total votes exceed accredited voters',
  arithmetic: '150 > 141',
};
const first = versionOf({
  version: 1,
  totalVotes: 150,
  votes: { APC: 41, PDP: 12, LP: 88, NNPP: 2, Others: 3 },
  flags: [OVER],
});
const second = versionOf({ version: 2, sheetFileId: PHOTO as typeof first.sheetFileId });

const result = resultOf(
  {
    status: 'verified',
    can: MAY_NOTHING,
    history: [
      { action: 'submitted', version: 1, by: CHIEF, at: data.AS_OF, reason: null },
      { action: 'returned', version: 1, by: CHIEF, at: data.AS_OF, reason: 'APC does not match the photo.' },
      { action: 'verified', version: 2, by: CHIEF, at: data.AS_OF, reason: null },
    ] as z.input<typeof UnitPage>['results'][number]['result']['history'],
  },
  [first, second],
);

function pageOf(change: Partial<z.input<typeof UnitPage>> = {}): UnitPage {
  return UnitPage.parse({
    unit: data.UNIT_PLACE,
    officers: [
      {
        ...data.contact('Ada Obi', '+2348031234567'),
        role: 'polling_unit_officer',
        status: 'ACTIVE',
        lastLogin: null,
        profilePictureUrl: null,
      },
    ],
    contact: { ...data.contact('Chief Ward', '+2348030000005'), role: 'ward_admin' },
    results: [{ election: data.election(), result }],
    missing: [data.election({ name: 'Governorship 2027' })],
    disputes: [],
    ...change,
  });
}

function open(
  role: Role,
  page: () => Response = () => ok(UnitPage, pageOf()),
  at = `/pu/${CODE}`,
  electionMode = false,
) {
  signedInOnDevice();
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role, { electionMode })),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    [`GET /polling-units/${CODE}`]: page,
    [`GET /files/${PHOTO}`]: () => new Response(new Blob(['photo'], { type: 'image/jpeg' })),
  });
  return { calls, ...renderConsole(at) };
}

const title = () => screen.findByRole('heading', { level: 1, name: 'Seriki Aro' });
const figures = () => within(screen.getByRole('table', { name: 'Figures of the sheet' }));

beforeAll(async () => void (await import('./UnitPage.tsx')));
beforeEach(() => {
  stubEventSource();
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
});

describe('the page of a polling unit', () => {
  it('has the register, the officer and the ward admin with their numbers, and the way up', async () => {
    open('ward_admin');
    await title();
    expect(screen.getByText('512', { selector: 'dd' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Call Ada Obi, 0803 123 4567' })).toHaveAttribute(
      'href',
      'tel:+2348031234567',
    );
    expect(screen.getByRole('link', { name: 'Call Chief Ward, 0803 000 0005' })).toBeVisible();
    expect(screen.getByText(/has never signed in/)).toBeVisible();
    const trail = within(screen.getByRole('navigation', { name: 'Area' }));
    expect(trail.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Ipodo', '/lga/24-11?ward=24-11-05'],
    ]);
    expect(screen.getByText('Governorship 2027')).toBeVisible();
  });

  it('shows the newest version against the one before, with what differs, and who decided what and why', async () => {
    open('ward_admin');
    await title();
    expect(screen.getByRole('heading', { name: 'Presidential 2027, official count' })).toBeVisible();
    expect(figures().getByRole('row', { name: /^Total/ })).toHaveTextContent('140version 1: 150');
    expect(figures().getByRole('row', { name: /^APC/ })).toHaveTextContent('31version 1: 41');
    expect(figures().getByRole('row', { name: /^PDP/ })).not.toHaveTextContent('version');
    expect(screen.getByText('Reason: APC does not match the photo.')).toBeVisible();
    expect(screen.queryByText(OVER.message)).not.toBeInTheDocument();
  });

  it('shows an older version with its own failed checks and its own sheet', async () => {
    const { user } = open('ward_admin');
    await title();
    expect(await screen.findByRole('img', { name: 'Result sheet, Presidential 2027, version 2' })).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Version' }), '1');
    expect(screen.getByText(OVER.message)).toBeVisible();
    expect(figures().getByRole('row', { name: /^Total/ })).toHaveTextContent('150version 2: 140');
    expect(screen.getByText('No photo of the sheet was sent with this version.')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'compared with' }), 'nothing');
    expect(figures().getByRole('row', { name: /^Total/ })).not.toHaveTextContent('version');
  });

  it('opens the sheet to be looked at closely', async () => {
    const { user, calls } = open('ward_admin');
    await title();
    await user.click(await screen.findByRole('button', { name: /^Look closer: Result sheet/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Zoom in' })).toBeVisible();
    const variants = calls.filter(({ path }) => path === `/files/${PHOTO}`).map(({ query }) => query.get('variant'));
    expect(variants).toEqual(['thumbnail', 'view']);
  });

  it('leads to the review of what the reader may decide', async () => {
    const waiting = { ...result, status: 'pending' as const, can: { ...MAY_NOTHING, verify: true } };
    open('ward_admin', () => ok(UnitPage, pageOf({ results: [{ election: data.election(), result: waiting }] })));
    await title();
    expect(screen.getByRole('link', { name: 'Review this result' })).toHaveAttribute('href', `/review/${result.id}`);
  });

  it('shows an officer the own unit without links to pages that are closed to officers', async () => {
    open('polling_unit_officer');
    await title();
    expect(screen.queryByRole('link', { name: /review/i })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Ada Obi' })).not.toBeInTheDocument();
    expect(within(screen.getByRole('navigation', { name: 'Area' })).queryByRole('link')).not.toBeInTheDocument();
  });

  it('leads to the live results of its ward, of the election, count and basis that the address names', async () => {
    const page = () => ok(UnitPage, pageOf());
    open('national_admin', page, `/pu/${CODE}?election=${data.ELECTION}&source=grassroots&basis=verified`, true);
    await title();
    expect(screen.getByRole('link', { name: 'Votes by party: live results of Ipodo' })).toHaveAttribute(
      'href',
      `/live-results?area=24-11-05&election=${data.ELECTION}&view=grassroots&basis=verified`,
    );
  });

  it('leads to no live results while election mode is off', async () => {
    open('national_admin');
    await title();
    expect(screen.queryByRole('link', { name: /live results/ })).not.toBeInTheDocument();
  });

  it('lists disputes with the way to each', async () => {
    const id = freshId();
    const dispute = {
      id,
      resultId: result.id,
      electionId: data.ELECTION,
      electionName: 'Presidential 2027',
      pollingUnitId: data.UNIT_PLACE.id,
      pollingUnitCode: CODE,
      chain: data.UNIT_PLACE.chain,
      source: 'official' as const,
      version: 2,
      status: 'open' as const,
      reason: 'Party agents contest the figures.',
      raisedBy: CHIEF,
      raisedAt: data.AS_OF,
      assignee: null,
      resolvedAs: null,
      resolvedBy: null,
      resolvedAt: null,
      comments: 3,
      updatedAt: data.AS_OF,
      can: { comment: true, assign: false, verify: false, return: false, cancel: false, refusal: null },
    };
    open('ward_admin', () => ok(UnitPage, pageOf({ disputes: [dispute] })));
    await title();
    const list = within(screen.getByRole('list', { name: 'Disputes' }));
    expect(list.getByRole('link', { name: dispute.reason })).toHaveAttribute('href', `/disputes/${id}`);
    expect(list.getByRole('listitem')).toHaveTextContent('unassigned · 3 comments');
  });

  it('says so where no election has covered the unit', async () => {
    open('ward_admin', () => ok(UnitPage, pageOf({ results: [], missing: [], officers: [], contact: null })));
    await title();
    expect(screen.getByText('No election has covered this polling unit yet.')).toBeVisible();
    expect(screen.getByText('No officer is known to you here.')).toBeVisible();
  });

  it('says that a unit was not found or lies outside the area', async () => {
    open('ward_admin', () => refuse('NOT_FOUND'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Not found or outside your area');
  });
});
