import { ApprovalDetail } from '@ec/contract/approvals/schemas';
import { FileId } from '@ec/contract/base/common';
import { StoredFile } from '@ec/contract/files/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { approvalOf, entryOf, ownOf, serveApprovals } from '../../../../test/approvals.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { freshId } from '../../../../test/results.ts';
import { ok, refuse } from '../../../../test/server.ts';
import { imageFile, stubUploads } from '../../../../test/uploads.ts';

const MINE = ownOf({
  requiredInfo: ['A letter'],
  infoComment: 'Where is her letter?',
  can: { decide: false, requestInfo: false, answer: true, cancel: true, refusal: null },
});
const FILES = [freshId(), freshId(), freshId(), freshId()].map((id) => FileId.parse(id));
const answered = entryOf('answered', { comment: 'Here it is', attachments: FILES.slice(0, 2) });
const DONE = ownOf({ ...MINE, requiredInfo: null, can: { ...MINE.can, answer: false }, history: [answered] });

beforeAll(async () => void (await import('../QueuePage.tsx')));
beforeEach(() => stubUploads());

/** The details of an own request that is asked about; `answer` says what the server makes of each attempt. */
async function open(answer: (attempt: number) => Response, upload?: () => Response) {
  let [attempts, uploads] = [0, 0];
  let now = MINE;
  const stored = () => {
    const id = FILES[uploads++] ?? freshId();
    return ok(StoredFile, { id, sha256: 'a'.repeat(64), size: 9, type: 'image/jpeg', width: 9, height: 9 }, 201);
  };
  const more = {
    'POST /approvals/files': upload ?? stored,
    [`POST /approvals/${MINE.id}/answer`]: () => {
      const reply = answer(attempts++);
      if (reply.ok) now = DONE;
      return reply;
    },
  };
  const calls = serveApprovals(() => [now], more, 'lga_admin');
  const { user } = renderConsole(`/approvals?request=${MINE.id}`);
  const dialog = await screen.findByRole('dialog', { name: 'User registration of Chidi Okoro' });
  const form = within(dialog);
  await user.type(await form.findByLabelText(/Your answer/), 'Here it is');
  const attach = async (name = 'letter.jpg') =>
    await user.upload(
      form.getByLabelText('Attach a picture: file'),
      new File([imageFile()], name, { type: 'image/jpeg' }),
    );
  const send = async () => await user.click(form.getByRole('button', { name: 'Send answer' }));
  const sent = () => calls.filter(({ method, path }) => method === 'POST' && path.startsWith('/approvals/'));
  return { form, dialog, user, attach, send, sent };
}

const taken = () => ok(ApprovalDetail, DONE);

it('sends the pictures of an answer before it, and shows them in the history', async () => {
  const { form, attach, send, sent } = await open(taken);
  await attach('page 1.jpg');
  await attach('page 2.jpg');
  expect(await form.findByAltText('Picture 2 that you attached')).toBeVisible();
  expect(form.getByText(/^page 2\.jpg, /)).toBeVisible();
  await send();
  const history = within(await form.findByRole('list', { name: 'History' }));
  expect(await history.findByRole('button', { name: 'Open picture 1 attached by Bola Ade' })).toBeVisible();
  expect(history.getByRole('button', { name: 'Open picture 2 attached by Bola Ade' })).toBeVisible();
  expect(sent().map(({ path }) => path)).toEqual([
    '/approvals/files',
    '/approvals/files',
    `/approvals/${MINE.id}/answer`,
  ]);
  expect(sent()[2]?.body).toEqual({ answer: 'Here it is', attachments: FILES.slice(0, 2) });
});

it('takes three pictures, and another once one is removed', async () => {
  const { form, attach, user, send, sent } = await open(taken);
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']) await attach(name);
  expect(await form.findByText(/^c\.jpg/)).toBeVisible();
  expect(form.queryByText(/^d\.jpg/)).not.toBeInTheDocument();
  expect(form.getByRole('button', { name: 'Attach another picture' })).toBeDisabled();
  await user.click(form.getByRole('button', { name: 'Remove picture 2' }));
  expect(form.queryByText(/^b\.jpg/)).not.toBeInTheDocument();
  await attach('d.jpg');
  expect(await form.findByText(/^d\.jpg/)).toBeVisible();
  await send();
  await waitFor(() => expect(sent()).toHaveLength(4));
  expect(sent()[3]?.body).toEqual({ answer: 'Here it is', attachments: FILES.slice(0, 3) });
});

it('refuses what is no picture, and says so', async () => {
  const { form, user, send, sent } = await open(taken);
  await user.upload(form.getByLabelText('Attach a picture: file'), new File(['text'], 'a.jpg', { type: 'image/jpeg' }));
  expect(await form.findByText('The file is not a PNG or JPG image.')).toBeVisible();
  await send();
  await waitFor(() => expect(sent().map(({ path }) => path)).toEqual([`/approvals/${MINE.id}/answer`]));
  expect(sent()[0]?.body).toEqual({ answer: 'Here it is' });
});

it('keeps words and pictures when the answer is refused, and sends the pictures only once', async () => {
  const { form, attach, send, sent } = await open((attempt) => (attempt === 0 ? refuse('UNAVAILABLE') : taken()));
  await attach();
  await form.findByText(/^letter\.jpg/);
  await send();
  expect(await form.findByText('Failed to send the answer')).toBeVisible();
  expect(form.getByLabelText(/Your answer/)).toHaveValue('Here it is');
  expect(form.getByText(/^letter\.jpg/)).toBeVisible();
  await send();
  await waitFor(() => expect(form.queryByLabelText(/Your answer/)).not.toBeInTheDocument());
  expect(sent().filter(({ path }) => path === '/approvals/files')).toHaveLength(1);
});

it('keeps words and pictures when a picture could not be sent', async () => {
  const { form, attach, send, sent } = await open(taken, () => refuse('FILE_HARMFUL'));
  await attach();
  await form.findByText(/^letter\.jpg/);
  await send();
  expect(await form.findByText(/Something harmful was found in the file/)).toBeVisible();
  expect(form.getByLabelText(/Your answer/)).toHaveValue('Here it is');
  expect(form.getByText(/^letter\.jpg/)).toBeVisible();
  expect(sent().map(({ path }) => path)).toEqual(['/approvals/files']);
});

it('sends a picture again that the server no longer has', async () => {
  const message = 'Attach the pictures again';
  const body = { success: false, code: 'ATTACHMENT_NOT_FOUND', error: 'x', fields: [{ path: 'attachments', message }] };
  const gone = () => new Response(JSON.stringify(body), { status: 400 });
  const { form, attach, send, sent } = await open((attempt) => (attempt === 0 ? gone() : taken()));
  await attach();
  await form.findByText(/^letter\.jpg/);
  await send();
  expect(await form.findByRole('link', { name: message })).toHaveAttribute('href', '#answer-pictures');
  await send();
  await waitFor(() => expect(form.queryByLabelText(/Your answer/)).not.toBeInTheDocument());
  expect(sent()[3]?.body).toMatchObject({ attachments: [FILES[1]] });
});

it.each<[string, Role, typeof ownOf]>([
  ['the requester', 'lga_admin', ownOf],
  ['the decider', 'national_admin', approvalOf],
])('shows %s a picture over the details, which Escape closes alone', async (_, role, make) => {
  const request = make({ history: [answered] });
  serveApprovals(() => [request], {}, role);
  const { user } = renderConsole(`/approvals?request=${request.id}`);
  await user.click(await screen.findByRole('button', { name: 'Open picture 2 attached by Bola Ade' }));
  expect(await screen.findByRole('dialog', { name: 'Picture 2 attached by Bola Ade' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Picture 2 attached by Bola Ade' })).not.toBeInTheDocument(),
  );
  expect(screen.getByRole('dialog', { name: 'User registration of Chidi Okoro' })).toBeVisible();
});
