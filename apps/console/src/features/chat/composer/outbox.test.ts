import type { ChatMessage } from '@ec/contract/chat/schemas';
import { describe, expect, it, vi } from 'vitest';
import { IKEJA, LAGOS, ME, messageOf } from '../../../../test/chats.ts';
import { freshId } from '../../../../test/results.ts';
import { keep } from '../../../lib/device/device-store.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { createChatOutbox, type ChatTransport, type NewMessage, type Outgoing } from './outbox.ts';

type Answer = (message: Outgoing) => Promise<ChatMessage>;
const stored: Answer = () => Promise.resolve(messageOf(1));
const offline: Answer = () => Promise.reject(ApiError.client('NETWORK'));
const refused: Answer = () =>
  Promise.reject(new ApiError({ code: 'NOT_FOUND', status: 404, message: 'It lies outside your area.' }));

/** An outbox whose attempts are answered one after the other, and what left it. */
function boxOf(answers: Answer[], change: Partial<ChatTransport> = {}, person = freshId()) {
  const posted: Outgoing[] = [];
  const box = createChatOutbox({
    person: () => person,
    upload: () => Promise.resolve(freshId()),
    post: (message) => {
      posted.push(message);
      return (answers.shift() ?? stored)(message);
    },
    ...change,
  });
  const write = (content: string, more: Partial<NewMessage> = {}) =>
    box.post({
      userId: person,
      channelId: IKEJA,
      content,
      mentions: [],
      link: null,
      linkLabel: null,
      photo: null,
      ...more,
    });
  const states = () => box.list().map(({ content, state }) => `${content} ${state}`);
  return { box, posted, person, write, states };
}

const until = (check: () => void) => vi.waitFor(check, 5000);

describe('messages on their way', () => {
  it('leave in the order in which they were written, one after the other', async () => {
    const first = Promise.withResolvers<ChatMessage>();
    const { write, posted } = boxOf([() => first.promise]);
    await write('one');
    await write('two');
    await write('three');
    await until(() => expect(posted.map(({ content }) => content)).toEqual(['one']));
    first.resolve(messageOf(1));
    await until(() => expect(posted.map(({ content }) => content)).toEqual(['one', 'two', 'three']));
  });

  it('wait without network, and go out once it is back with the same key', async () => {
    const { box, write, posted, states, person } = boxOf([offline]);
    await write('one');
    await write('two');
    await until(() => expect(box.list()[0]).toMatchObject({ state: 'waiting', attempts: 1, sending: false }));
    expect(states()).toEqual(['one waiting', 'two waiting']);
    await box.start(person);
    await until(() => expect(states()).toEqual(['one received', 'two received']));
    expect(posted.map(({ content }) => content)).toEqual(['one', 'one', 'two']);
    expect(posted[0]?.key).toBe(posted[1]?.key);
    expect(posted[1]?.key).not.toBe(posted[2]?.key);
  });

  it('are found again when the console is opened anew', async () => {
    const before = boxOf([offline]);
    await before.write('kept');
    await until(() => expect(before.posted).toHaveLength(1));
    const after = boxOf([], {}, before.person);
    await after.box.start(before.person);
    await until(() => expect(after.states()).toEqual(['kept received']));
    expect(after.posted[0]?.key).toBe(before.posted[0]?.key);
    const again = boxOf([], {}, before.person);
    await again.box.start(before.person);
    expect(again.posted).toEqual([]);
  });

  it('are found again as an earlier version of the console kept them', async () => {
    const { box, states, person, posted } = boxOf([]);
    const words = { userId: person, channelId: IKEJA, mentions: [], link: null, linkLabel: null, photo: null };
    const before = { ...words, fileId: null, attempts: 1 };
    const waiting = { ...before, key: 'k1', content: 'one', madeAt: 1, state: 'waiting', problem: null };
    const failed = { ...before, key: 'k2', content: 'two', madeAt: 2, state: 'failed', problem: 'Not your area.' };
    for (const message of [failed, waiting]) await keep(`chat-out:${person}/${message.key}`, message);
    await box.start(person);
    expect(states()).toEqual(['one received', 'two refused']);
    expect(box.list()[1]?.problem?.message).toBe('Not your area.');
    await box.retry('k2');
    expect(posted.map(({ key }) => key)).toEqual(['k1', 'k2']);
  });

  it("are never sent in another person's name", async () => {
    let signedIn: string | null = ME;
    const { box, write, posted } = boxOf([], { person: () => signedIn });
    signedIn = freshId();
    await write('mine', { userId: ME });
    await box.start(signedIn);
    expect(posted).toEqual([]);
    await box.discard(box.list()[0]?.key ?? '');
  });

  it('say why they were refused, let the next ones go, and go again when asked to', async () => {
    const { box, write, states, posted } = boxOf([refused]);
    await write('first');
    await write('second');
    await until(() => expect(states()).toEqual(['first refused', 'second received']));
    expect(box.list()[0]?.problem?.message).toBe('It lies outside your area.');
    await box.retry(box.list()[0]?.key ?? '');
    await until(() => expect(states()).toEqual(['first received', 'second received']));
    expect(posted[2]?.key).toBe(posted[0]?.key);
  });

  it('are thrown away for good', async () => {
    const { box, write, person } = boxOf([refused]);
    await write('never mind');
    await until(() => expect(box.list()[0]?.state).toBe('refused'));
    await box.discard(box.list()[0]?.key ?? '');
    const again = boxOf([], {}, person);
    await again.box.start(person);
    expect(again.box.list()).toEqual([]);
  });

  it('stay away when they are thrown away while an attempt is on its way', async () => {
    const answer = Promise.withResolvers<ChatMessage>();
    const upload = Promise.withResolvers<string>();
    const { box, write, states, person, posted } = boxOf([() => answer.promise], { upload: () => upload.promise });
    await write('never mind');
    await until(() => expect(posted).toHaveLength(1));
    await box.discard(box.list()[0]?.key ?? '');
    answer.reject(ApiError.client('NETWORK'));
    await write('look', { photo: { blob: new Blob(['x']), name: 'sheet.jpg' } });
    await until(() => expect(states()).toEqual(['look waiting']));
    await box.discard(box.list()[0]?.key ?? '');
    upload.resolve(freshId());
    await write('after');
    await until(() => expect(states()).toEqual(['after received']));
    expect(posted.map(({ content }) => content)).toEqual(['never mind', 'after']);
    const again = boxOf([], {}, person);
    await again.box.start(person);
    expect(again.box.list()).toEqual([]);
  });

  it('in one chat do not wait for those in another', async () => {
    const never = () => new Promise<ChatMessage>(() => undefined);
    const { write, states } = boxOf([never]);
    await write('slow');
    await write('quick', { channelId: LAGOS });
    await until(() => expect(states()).toEqual(['slow waiting', 'quick received']));
  });

  it('send their picture first, once, and anew where the server has it no more', async () => {
    const lost: Answer = () =>
      Promise.reject(new ApiError({ code: 'ATTACHMENT_NOT_FOUND', status: 400, message: 'Attach it again.' }));
    const upload = vi.fn<ChatTransport['upload']>((_, onProgress) => {
      onProgress(0.5);
      return Promise.resolve(freshId());
    });
    const { box, write, posted, person } = boxOf([offline, lost], { upload });
    await write('look', { photo: { blob: new Blob(['x']), name: 'sheet.jpg' } });
    await until(() => expect(box.list()[0]?.attempts).toBe(1));
    await box.start(person);
    await until(() => expect(box.list()[0]?.attempts).toBe(2));
    expect(upload).toHaveBeenCalledTimes(1);
    expect(posted[1]?.fileId).toBe(posted[0]?.fileId);
    await box.start(person);
    await until(() => expect(box.list()[0]?.state).toBe('received'));
    expect(upload).toHaveBeenCalledTimes(2);
    expect(posted[2]?.fileId).not.toBe(posted[0]?.fileId);
  });

  it('wait as long as the server says after too many', async () => {
    vi.useFakeTimers();
    const tooMany: Answer = () =>
      Promise.reject(
        new ApiError({ code: 'TOO_MANY_REQUESTS', status: 429, message: 'Wait.', details: { seconds: 20 } }),
      );
    const { write, posted } = boxOf([tooMany]);
    await write('one');
    await vi.advanceTimersByTimeAsync(19_000);
    expect(posted).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1500);
    expect(posted).toHaveLength(2);
    vi.useRealTimers();
  });
});
