import { Me } from '@ec/contract/auth/schemas';
import { CollationDetail } from '@ec/contract/collations/schemas';
import { StoredFile } from '@ec/contract/files/schemas';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { AGENT, formOf } from '../../../test/collations.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { heldFile, imageFile, stubUploads } from '../../../test/uploads.ts';

beforeEach(() => {
  stubEventSource();
  stubUploads();
  signedInOnDevice();
});

const NO_PHOTO = { code: 'NO_PHOTO' as const, message: 'No photo of the form', at: ['photo'] };
const nothing = { verify: false, return: false, dispute: false, enter: true, acknowledge: false, refusal: null };
const unseen = () => formOf({ flags: [NO_PHOTO], can: { ...nothing, addPages: true } });

/** The form as an officer who is the agent of its centre opens it: without our own figures. */
function open(form: CollationDetail, add: (call: Call) => Response) {
  const fileId = freshId();
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer')),
    [`GET /collations/${form.id}`]: () => ok(CollationDetail, form),
    'POST /collations/files': () =>
      ok(
        StoredFile,
        { id: fileId, sha256: 'a'.repeat(64), size: 2000, type: 'image/jpeg', width: 10, height: 10 },
        201,
      ),
    [`POST /collations/${form.id}/pages`]: add,
  });
  return { ...renderConsole(`/collations/${form.id}`), calls, fileId };
}

it('adds the photo that was missing, and shows when it came and by whom', async () => {
  const form = unseen();
  const at = '2027-01-16T19:30:00.000Z';
  const { user, calls, fileId } = open(form, () =>
    ok(CollationDetail, {
      ...form,
      flags: [],
      photos: [{ fileId: freshId(), sha256: 'a'.repeat(64), added: { by: AGENT, at } }],
      history: [
        ...form.history,
        { action: 'pages_added', version: 1, pages: [1], by: AGENT, at, ground: null, reason: null },
      ],
    }),
  );
  expect(await screen.findByText('No photo of the form')).toBeVisible();
  expect(screen.queryByText('Compared with our own figures')).not.toBeInTheDocument();
  await user.upload(await screen.findByLabelText('Photo of a page: file'), imageFile());
  await user.click(await screen.findByRole('button', { name: 'Add 1 page' }));
  expect(await screen.findByText(/^Added by Agent Ade/)).toBeVisible();
  expect(screen.getByText('Version 1 got page 1')).toBeVisible();
  expect(screen.queryByText('No photo of the form')).not.toBeInTheDocument();
  expect(calls.find(({ path }) => path.endsWith('/pages'))?.body).toEqual({ version: 1, sheetFileIds: [fileId] });
});

it('keeps the photo where it could not be sent, and does not upload it a second time', async () => {
  const form = unseen();
  let down = true;
  const { user, calls } = open(form, () => {
    if (down) throw new TypeError('Failed to fetch');
    return refuse('COLLATION_FINAL', { status: 'verified' });
  });
  await user.upload(await screen.findByLabelText('Photo of a page: file'), imageFile());
  await user.click(await screen.findByRole('button', { name: 'Add 1 page' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Page 1' })).toBeVisible();
  down = false;
  await user.click(screen.getByRole('button', { name: 'Add 1 page' }));
  expect(await screen.findByText(/This form is verified/)).toBeVisible();
  expect(calls.filter(({ path }) => path === '/collations/files')).toHaveLength(1);
});

it('takes two photos that are chosen one right after the other', async () => {
  const { user } = open(unseen(), () => refuse('PAGES_NOT_YOURS'));
  const choose = await screen.findByLabelText('Photo of a page: file');
  const [first, second] = [heldFile(), heldFile()];
  await user.upload(choose, first.file);
  await user.upload(choose, second.file);
  first.release();
  second.release();
  expect(await screen.findByRole('button', { name: 'Add 2 pages' })).toBeVisible();
});

it('is not offered where the reader adds none', async () => {
  open(formOf(), () => refuse('PAGES_NOT_YOURS'));
  expect(await screen.findByText('All figures')).toBeVisible();
  expect(screen.queryByLabelText('Photo of a page: file')).not.toBeInTheDocument();
});
