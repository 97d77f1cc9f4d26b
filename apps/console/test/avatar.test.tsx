import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Avatar } from '../src/domain/people/Avatar.tsx';
import { signedInOnDevice } from './people.ts';
import { renderElement } from './render.tsx';
import { refuse, serve } from './server.ts';
import { stubUploads } from './uploads.ts';

const BASE = '/profile-pictures/0190a0b0-0000-7000-8000-00000000000f';
const SPELLINGS = ['.jpg', '.jpeg', '.png', '.JPG', '.JPEG', '.PNG'];

const picture = () =>
  new Response(new Blob(['x'], { type: 'image/jpeg' }), { headers: { 'content-type': 'image/jpeg' } });

/** Shows and hides, as pages do that are left and come back to. */
function Coming({ src }: { src: string | null }) {
  const [shown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>
        Toggle
      </button>
      {shown && <Avatar name="Ada Ngozi Obi" src={src} />}
    </>
  );
}

beforeEach(() => {
  stubUploads();
  signedInOnDevice();
});

const shownImage = () => document.querySelector('img');

describe('an avatar', () => {
  it('shows the picture, small where it is small', async () => {
    const calls = serve({ [`GET ${BASE}.jpg`]: picture });
    renderElement(<Coming src={`/api${BASE}.jpg`} />);
    await waitFor(() => expect(shownImage()).toHaveAttribute('src', expect.stringMatching(/^blob:/)));
    expect(calls.map((call) => [call.path, call.query.get('variant')])).toEqual([[`${BASE}.jpg`, 'thumbnail']]);
  });

  it('stops at the first spelling that loads', async () => {
    const calls = serve({ [`GET ${BASE}.png`]: picture });
    renderElement(<Coming src={`/api${BASE}.jpg`} />);
    await waitFor(() => expect(shownImage()).toBeInTheDocument());
    expect(calls.map((call) => call.path)).toEqual(['.jpg', '.jpeg', '.png'].map((ending) => BASE + ending));
  });

  it('shows the initials where none loads, and does not ask again', async () => {
    const calls = serve({});
    const { user } = renderElement(<Coming src={`/api${BASE}.jpg`} />);
    expect(await screen.findByText('AO')).toBeVisible();
    await waitFor(() => expect(calls.map((call) => call.path)).toEqual(SPELLINGS.map((ending) => BASE + ending)));
    for (let visit = 0; visit < 3; visit++) {
      await user.click(screen.getByRole('button', { name: 'Toggle' }));
      await user.click(screen.getByRole('button', { name: 'Toggle' }));
    }
    expect(screen.getByText('AO')).toBeVisible();
    expect(calls).toHaveLength(SPELLINGS.length);
  });

  it('passes over an answer that is no image, and shows the initials for an image that does not show', async () => {
    const calls = serve({
      [`GET ${BASE}.jpg`]: () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      [`GET ${BASE}.jpeg`]: picture,
    });
    renderElement(<Coming src={`/api${BASE}.jpg`} />);
    await waitFor(() => expect(shownImage()).toBeInTheDocument());
    const image = shownImage();
    if (image) fireEvent.error(image);
    expect(await screen.findByText('AO')).toBeVisible();
    expect(calls).toHaveLength(2);
  });

  it('does not take a server that is down for a picture that is missing', async () => {
    const calls = serve({ [`GET ${BASE}.jpg`]: () => refuse('UNAVAILABLE') });
    renderElement(<Coming src={`/api${BASE}.jpg`} />);
    expect(await screen.findByText('AO')).toBeVisible();
    await waitFor(() => expect(calls.map((call) => call.path)).toEqual([`${BASE}.jpg`]));
  });

  it('asks for nothing where there is no picture', async () => {
    const calls = serve({});
    renderElement(<Coming src={null} />);
    expect(await screen.findByText('AO')).toBeVisible();
    expect(calls).toEqual([]);
  });
});
