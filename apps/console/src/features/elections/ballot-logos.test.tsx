import { Me } from '@ec/contract/auth/schemas';
import { Ballot } from '@ec/contract/elections/ballot';
import { Election } from '@ec/contract/elections/schemas';
import { StoredFile } from '@ec/contract/files/schemas';
import { NotificationList } from '@ec/contract/notifications/schemas';
import { SubmissionDesk } from '@ec/contract/results/desk';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { electionOf } from '../../../test/elections.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { deskElection, deskOf, freshId } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { stubUploads } from '../../../test/uploads.ts';

const [LOGO, OTHER] = [freshId(), freshId()];
const STORED = { id: OTHER, sha256: 'a'.repeat(64), size: 900, type: 'image/png', width: 96, height: 96 } as const;

/** Reports all that is observed as in view. */
class InView {
  private readonly seen: IntersectionObserverCallback;
  constructor(seen: IntersectionObserverCallback) {
    this.seen = seen;
  }
  observe(target: Element) {
    this.seen([{ isIntersecting: true, target } as IntersectionObserverEntry], this as never);
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
  vi.stubGlobal('IntersectionObserver', InView);
  stubUploads();
});

const image = () =>
  new Response(new Blob(['png'], { type: 'image/png' }), { headers: { 'content-type': 'image/png' } });
const looks = [
  { code: 'APC', name: 'All Progressives Congress', colour: '#2563eb', logoFileId: LOGO },
  { code: 'LP', name: 'Labour Party', colour: '#be123c' },
];

async function openBallot(upload: () => Response = () => ok(StoredFile, STORED, 201)) {
  const election = electionOf({ parties: ['APC', 'LP', 'Others'] });
  const ballot = {
    electionId: election.id,
    version: 1,
    parties: looks.map((look) => ({ ...look, candidates: [] })),
    reason: null,
    savedBy: null,
    savedAt: null,
    affected: { results: 0, list: '' },
    nearColours: [],
    can: { edit: true, parties: true },
  };
  const calls: Call[] = serve({
    'GET /auth/me': () => ok(Me, meOf('national_admin')),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    [`GET /elections/${election.id}`]: () => ok(Election, election),
    [`GET /elections/${election.id}/ballot`]: () => ok(Ballot, ballot),
    [`PUT /elections/${election.id}/ballot`]: () => ok(Ballot, { ...ballot, version: 2 }),
    'POST /elections/logos': upload,
    [`GET /files/${LOGO}`]: image,
    [`GET /files/${OTHER}`]: image,
  });
  const { user } = renderConsole(`/elections/${election.id}/ballot`);
  const apc = await screen.findByRole('group', { name: 'Logo of APC' });
  const saved = () => calls.find(({ method }) => method === 'PUT')?.body as { parties: object[] } | undefined;
  return { user, calls, apc, saved, lp: screen.getByRole('group', { name: 'Logo of LP' }) };
}

const picture = (bytes = 10) => new File(['x'.repeat(bytes)], 'logo.svg', { type: 'image/svg+xml' });

describe('the logo of a party on the ballot', () => {
  it('is sent when it is chosen, shown, and named in the ballot; one that stays is not named', async () => {
    const { user, calls, apc, lp, saved } = await openBallot();
    await waitFor(() => expect(apc.querySelector('img')).toHaveAttribute('width', '44'));
    await user.upload(within(lp).getByLabelText('File of the logo of LP'), picture());
    await waitFor(() => expect(lp.querySelector('img')).not.toBeNull());
    const form = calls.find(({ path }) => path === '/elections/logos')?.body as FormData;
    expect((form.get('file') as File).name).toBe('logo.svg');
    await user.click(screen.getByRole('button', { name: 'Save ballot' }));
    await waitFor(() => expect(saved()).toBeDefined());
    expect(saved()?.parties[0]).not.toHaveProperty('logoFileId');
    expect(saved()?.parties[1]).toMatchObject({ code: 'LP', logoFileId: OTHER });
  });

  it('is taken off', async () => {
    const { user, apc, saved } = await openBallot();
    await user.click(within(apc).getByRole('button', { name: 'Remove logo of APC' }));
    expect(apc.querySelector('img')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save ballot' }));
    await waitFor(() => expect(saved()?.parties[0]).toMatchObject({ code: 'APC', logoFileId: null }));
  });

  it('that is too large is not sent, and what the server says of another stands beside the party', async () => {
    const { user, calls, lp } = await openBallot(() => refuse('LOGO_NOT_IMAGE'));
    const field = within(lp).getByLabelText('File of the logo of LP');
    await user.upload(field, picture(1024 * 1024 + 1));
    expect(within(lp).getByRole('alert')).toHaveTextContent('The file is larger than 1 MB.');
    expect(calls.some(({ path }) => path === '/elections/logos')).toBe(false);
    await user.upload(field, picture());
    expect(await within(lp).findByText(/not a PNG, JPG or SVG/)).toBeVisible();
  });

  it('that is empty is not sent, and one that cannot be drawn is to be saved in another form', async () => {
    const { user, calls, lp } = await openBallot(() => refuse('FILE_DAMAGED'));
    const field = within(lp).getByLabelText('File of the logo of LP');
    await user.upload(field, picture(0));
    expect(within(lp).getByRole('alert')).toHaveTextContent('The file is empty. Choose another one.');
    expect(calls.some(({ path }) => path === '/elections/logos')).toBe(false);
    await user.upload(field, picture());
    expect(
      await within(lp).findByText(/^This logo cannot be drawn: .* Save it as PNG and choose it again\.$/),
    ).toBeVisible();
  });
});

it('stands beside the party on the sheet, in a place of fixed size that parties without one have too', async () => {
  serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: true })),
    'GET /results/desk': () => ok(SubmissionDesk, deskOf([deskElection({ parties: ['APC', 'LP', 'Others'], looks })])),
    [`GET /files/${LOGO}`]: image,
  });
  renderConsole('/submit-results');
  const votes = await screen.findByRole('region', { name: 'Votes' });
  const field = within(votes).getByRole('textbox', { name: 'APC' });
  expect(field).toHaveAccessibleName('APC');
  await waitFor(() => expect(votes.querySelectorAll('img').length).toBe(1));
  expect(votes.querySelector('img')).toHaveAttribute('height', '24');
  const places = [...votes.querySelectorAll<HTMLElement>('label span[style*="width"]')];
  expect(places.map(({ style }) => style.width)).toEqual(['24px', '24px', '24px']);
});
