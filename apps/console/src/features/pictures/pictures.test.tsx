import { Me, MessageAnswer } from '@ec/contract/auth/schemas';
import { MAX_PICTURE_BYTES, PictureAnswer, PictureStatus } from '@ec/contract/pictures/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { imageFile, stubUploads } from '../../../test/uploads.ts';

const URL_OF_PICTURE = '/api/profile-pictures/0190a0b0-0000-7000-8000-00000000000f.jpg';
const TITLE = 'Profile Picture Required';

beforeEach(() => {
  stubEventSource();
  stubUploads();
  signedInOnDevice();
});

interface World {
  role: Role;
  picture: string | null;
  required: boolean;
  electionMode: boolean;
  /** Answers to uploads, one after the other; then success. */
  answers: (() => Response | Promise<Response>)[];
}

/** A person who owes a picture, and a server that takes it. */
function open(change: Partial<World> = {}, at = '/security') {
  const world: World = {
    role: 'national_admin',
    picture: null,
    required: true,
    electionMode: false,
    answers: [],
    ...change,
  };
  const calls = serve({
    'GET /auth/me': () => {
      const { role, picture, electionMode } = world;
      return ok(Me, meOf(role, { electionMode, user: person(role, { profilePictureUrl: picture }) }));
    },
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'POST /auth/logout': () => ok(MessageAnswer, { message: 'bye' }),
    'GET /users/profile-picture-status': () =>
      ok(PictureStatus, { requiresProfilePicture: world.required && !world.picture }),
    'POST /users/upload-profile-picture': () => {
      const answer = world.answers.shift();
      if (answer) return answer();
      world.picture = URL_OF_PICTURE;
      return ok(PictureAnswer, { profilePictureUrl: URL_OF_PICTURE });
    },
  });
  const asked = () => calls.filter((call) => call.path === '/users/profile-picture-status').length;
  const uploads = () => calls.filter((call) => call.path === '/users/upload-profile-picture');
  return { world, calls, asked, uploads, ...renderConsole(at) };
}

const formOf = (call: Call | undefined) => (call ? (call.body as FormData) : new FormData());
const sentFile = (call: Call | undefined) => formOf(call).get('profilePicture') as File;
const modal = () => screen.findByRole('dialog', { name: TITLE });
const choose = (dialog: HTMLElement) => within(dialog).getByLabelText('Profile picture file');

describe('a user who must add a picture', () => {
  it('is held until it is uploaded, and then goes on', async () => {
    const { user, uploads, asked } = open();
    const dialog = await modal();
    expect(within(dialog).queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: TITLE })).toBeVisible();
    expect(within(dialog).getByText(/PNG, JPG or GIF up to 5MB/)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Upload picture' })).not.toBeInTheDocument();

    const file = imageFile('image/png');
    await user.upload(choose(dialog), file);
    expect(await within(dialog).findByRole('img', { name: 'What you chose, as it will be shown' })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Upload picture' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).not.toBeInTheDocument());
    expect(await screen.findByText('Profile picture updated')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Security' })).toBeInTheDocument();
    expect(uploads()).toHaveLength(1);
    expect(sentFile(uploads()[0]).size).toBe(file.size);
    expect(formOf(uploads()[0]).has('userId')).toBe(false);
    expect(asked()).toBe(1);
  });

  it('may drop the file', async () => {
    const { user, uploads } = open();
    const dialog = await modal();
    const field = within(dialog).getByRole('group', { name: 'Profile picture' });
    fireEvent.drop(field, { dataTransfer: { files: [imageFile('image/gif')] } });
    await user.click(await within(dialog).findByRole('button', { name: 'Upload picture' }));
    await waitFor(() => expect(uploads()).toHaveLength(1));
  });

  it('may log out', async () => {
    const { user } = open();
    await user.click(within(await modal()).getByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  it('reads that a file is no image or too large before it is sent', async () => {
    const { user, uploads } = open();
    const dialog = await modal();
    await user.upload(choose(dialog), new File(['no image at all'], 'me.png', { type: 'image/png' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Please select an image file');
    await user.upload(choose(dialog), imageFile('image/jpeg', MAX_PICTURE_BYTES + 1));
    await waitFor(() => expect(within(dialog).getByRole('alert')).toHaveTextContent('The file is larger than 5 MB.'));
    expect(within(dialog).queryByRole('button', { name: 'Upload picture' })).not.toBeInTheDocument();
    await user.upload(choose(dialog), imageFile());
    await waitFor(() => expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument());
    expect(uploads()).toHaveLength(0);
  });

  it.each<[string, () => Response | Promise<Response>, string]>([
    [
      'the server says why',
      () => refuse('FILE_DAMAGED'),
      'The image is damaged or was cut off on the way. Take it again or attach it again.',
    ],
    [
      'there is no network',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Failed to upload profile picture. Please try again.',
    ],
  ])('keeps what was chosen when %s, and sends it again', async (_, answer, text) => {
    const { user, uploads } = open({ answers: [answer] });
    const dialog = await modal();
    const file = imageFile();
    await user.upload(choose(dialog), file);
    await user.click(await within(dialog).findByRole('button', { name: 'Upload picture' }));
    const alert = await within(dialog).findByRole('alert');
    expect(alert).toHaveTextContent('Upload failed');
    expect(alert).toHaveTextContent(text);
    expect(within(dialog).getByRole('img', { name: 'What you chose, as it will be shown' })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Upload picture' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).not.toBeInTheDocument());
    expect(uploads().map((call) => sentFile(call).size)).toEqual([file.size, file.size]);
  });
});

describe('no other user is stopped', () => {
  it.each<[string, Partial<World>, number]>([
    ['the super admin, who is not even asked', { role: 'super_admin' }, 0],
    ['a user with a picture', { picture: URL_OF_PICTURE }, 0],
    ['whom the server does not ask', { required: false }, 1],
  ])('%s', async (_, change, times) => {
    const { asked } = open(change);
    await screen.findByRole('heading', { name: 'Security' });
    await waitFor(() => expect(asked()).toBe(times));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('once the election mode is on, also who was held a moment ago', async () => {
    const { world, asked } = open({ role: 'polling_unit_officer' }, '/announcements');
    await modal();
    await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
    world.electionMode = true;
    world.required = false;
    const stream = TestEventSource.latest();
    act(() => {
      stream.open();
      stream.send({ type: 'election-mode', isElectionMode: true } as { type: string });
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(asked()).toBe(2));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
