import { MAX_PICTURE_BYTES, PictureAnswer } from '@ec/contract/pictures/schemas';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PictureUpload } from '../src/domain/people/PictureUpload.tsx';
import { signedInOnDevice } from './people.ts';
import { renderElement } from './render.tsx';
import { ok, serve } from './server.ts';
import { imageFile, stubUploads } from './uploads.ts';

const URL_OF_PICTURE = '/api/profile-pictures/0190a0b0-0000-7000-8000-00000000000f.jpg';
const OTHER_USER = '0190a0b0-0000-7000-8000-0000000000aa';

beforeEach(() => {
  stubUploads();
  signedInOnDevice();
});
afterEach(() => vi.restoreAllMocks());

/** A device that can decode and draw: each photo is 4000 by 3000, and what is drawn of it has so many bytes. */
function drawingDevice(drawnBytes: number) {
  const drawImage = vi.fn();
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => undefined }));
  const context = { fillRect: () => undefined, drawImage };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as GPUCanvasContext);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob([new Uint8Array(drawnBytes)], { type: 'image/jpeg' })),
  );
  return drawImage;
}

/** The form that leaves once the file is chosen and sent. */
async function sendPicture(file: File, userId?: string): Promise<FormData> {
  const calls = serve({
    'POST /users/upload-profile-picture': () => ok(PictureAnswer, { profilePictureUrl: URL_OF_PICTURE }),
  });
  const onUploaded = vi.fn<(url: string) => void>();
  const { user } = renderElement(
    <PictureUpload name="Ada Obi" src={null} {...(userId && { userId })} onUploaded={onUploaded} />,
  );
  await user.upload(await screen.findByLabelText('Profile picture file'), file);
  await user.click(await screen.findByRole('button', { name: 'Upload picture' }));
  await waitFor(() => expect(onUploaded).toHaveBeenCalledExactlyOnceWith(URL_OF_PICTURE));
  return calls[0]?.body as FormData;
}

const sizeIn = (form: FormData) => (form.get('profilePicture') as File).size;

describe('a large photo', () => {
  it('leaves the phone as its middle square, also where the photo itself is above the limit', async () => {
    const drawImage = drawingDevice(120_000);
    const form = await sendPicture(imageFile('image/jpeg', MAX_PICTURE_BYTES + 2_000_000));
    expect(sizeIn(form)).toBe(120_000);
    expect(drawImage.mock.calls[0]?.slice(1)).toEqual([500, 0, 3000, 3000, 0, 0, 1024, 1024]);
  });

  it('leaves as it is where drawing does not make it smaller', async () => {
    drawingDevice(900_000);
    expect(sizeIn(await sendPicture(imageFile('image/png', 800_000)))).toBe(800_000);
  });
});

it('leaves a small picture as it is', async () => {
  const drawImage = drawingDevice(10);
  expect(sizeIn(await sendPicture(imageFile('image/gif', 5000)))).toBe(5000);
  expect(drawImage).not.toHaveBeenCalled();
});

it('says whose picture it is where it is another user’s', async () => {
  expect((await sendPicture(imageFile(), OTHER_USER)).get('userId')).toBe(OTHER_USER);
});
