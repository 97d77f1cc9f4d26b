import { ApprovalDetail } from '@ec/contract/approvals/schemas';
import type { ErrorCode } from '@ec/contract/base/errors';
import { notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import type * as z from 'zod/mini';
import { person, signedInOnDevice } from './people.ts';
import { renderConsole } from './render.tsx';
import { ok, refuse, serve } from './server.ts';
import { peopleServer, REQUEST_ID, summaryOf, USER_ID, userOf } from './users.ts';

type Role = Parameters<typeof peopleServer>[0];
type Handlers = Parameters<typeof serve>[0];

/** Notices outlive a page, so what one test left would hide those of the next. */
export function cleanNotices(): void {
  notifications.clean();
  notifications.cleanQueue();
}

/** A refusal with the fields that it is about, as the server gives them. */
export function refuseAt(code: ErrorCode, fields: { path: string; message: string }[], details = {}) {
  return async () => {
    const answer = refuse(code, details);
    const body: unknown = await answer.json();
    return new Response(JSON.stringify({ ...(body as object), fields }), { status: answer.status });
  };
}

/** The answer to a request that waits now. */
export const requested = (requestType: z.infer<typeof ApprovalDetail>['requestType']) => () => {
  const asked = {
    name: 'Bola Ade',
    firstName: null,
    lastName: null,
    email: null,
    phone: '+2348031110001',
    role: 'ward_admin' as const,
    status: 'ACTIVE',
    region: null,
    state: null,
    lga: null,
    ward: null,
    pollingUnit: null,
    assignment: 'Ipodo, Ikeja, Lagos',
  };
  return ok(
    ApprovalDetail,
    {
      id: REQUEST_ID,
      requestType,
      status: 'PENDING',
      priority: 'HIGH',
      createdAt: '2026-02-03T10:00:00.000Z',
      approvedAt: null,
      rejectionReason: null,
      requiredInfo: null,
      infoComment: null,
      requestingUser: { id: person('lga_admin').id, name: 'Ada Obi', role: 'lga_admin' },
      requestingUserName: 'Ada Obi',
      requestingUserRole: 'lga_admin',
      targetUserId: USER_ID,
      targetUserName: 'Bola Ade',
      userData: asked,
      previousData: null,
      justification: 'They have left the ward',
      approvedBy: null,
      approvedByUser: null,
      secondPerson: false,
      standing: 'own',
      can: { decide: false, requestInfo: false, answer: false, cancel: true, refusal: null },
      history: [],
    },
    201,
  );
};

/** The page of users, and what was sent from it. */
export function openUsers(role: Role, options: Parameters<typeof peopleServer>[1] = {}, more: Handlers = {}) {
  signedInOnDevice();
  const calls = serve({ ...peopleServer(role, options), ...more });
  const opened = renderConsole('/users');
  const sent = (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
  return { calls, sent, ...opened };
}

/** The form on its page, and the ways through its steps. */
async function stepsOf(opened: ReturnType<typeof openUsers>, name: string) {
  const { user } = opened;
  const form = await screen.findByRole('form', { name });
  const press = (button: string) => user.click(within(form).getByRole('button', { name: button }));
  const titleNow = () => within(form).getAllByRole('heading', { level: 2 })[0]?.textContent;
  /** Goes on to the step of that name. */
  const next = async (title: string) => {
    for (let former; titleNow() !== title && titleNow() !== former; await press('Next')) former = titleNow();
    await within(form).findByRole('heading', { level: 2, name: title });
  };
  /** Opens the last look and sends from there. */
  const submit = async (button: string) => {
    await next('Check and save');
    await press(button);
  };
  return { ...opened, form, press, next, submit };
}

/** The form for a new person. */
export async function openCreate(role: Role, more: Handlers = {}, summary = summaryOf()) {
  const opened = openUsers(role, { summary }, more);
  await opened.user.click(await screen.findByRole('link', { name: 'Create User' }));
  return await stepsOf(opened, 'New user');
}

async function choose(role: Role, item: string, change: Parameters<typeof userOf>[0], more: Handlers) {
  const opened = openUsers(role, { users: [userOf(change)] }, more);
  await opened.user.click(await screen.findByRole('button', { name: 'Actions for Bola Ade' }));
  await opened.user.click(await screen.findByRole('menuitem', { name: item }));
  return opened;
}

/** The dialog of one item of a person's menu. */
export async function openAction(role: Role, item: string, change: Parameters<typeof userOf>[0], more: Handlers = {}) {
  return { ...(await choose(role, item, change, more)), dialog: await screen.findByRole('dialog') };
}

/** The form that one item of a person's menu leads to. */
export async function openEdit(role: Role, item: string, change: Parameters<typeof userOf>[0], more: Handlers = {}) {
  return await stepsOf(await choose(role, item, change, more), 'Edit Bola Ade');
}
