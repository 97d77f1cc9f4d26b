import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ConflictNote } from '../src/components/form/ConflictNote.tsx';
import { Form, FormButtons } from '../src/components/form/Form.tsx';
import { FormDialog } from '../src/components/form/FormDialog.tsx';
import { useServerForm } from '../src/components/form/use-server-form.ts';
import { api } from '../src/lib/http/api.ts';
import { renderElement } from './render.tsx';
import { refuse, serve } from './server.ts';
import { refuseAt } from './users-page.tsx';

const Place = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1, 'Name is required')),
  code: z.string(),
  version: z.number(),
});
const STORED = { name: 'Ikeja', code: '24-11', version: 1 };

/** A small form over a record, with a button by which another person changes what is stored. */
function Example({ theirs, onClose }: { theirs?: Partial<typeof STORED>; onClose: () => void }) {
  const [stored, setStored] = useState(STORED);
  const { version, ...start } = stored;
  const form = useServerForm({
    id: 'place',
    start,
    version,
    schema: Place,
    body: (values, base) => ({ ...values, version: base.version }),
    codes: { LOCATION_EXISTS: 'name' },
    request: useMutation({
      mutationFn: (body: z.infer<typeof Place>) => api.call('PUT /settings', { body: body as never }),
    }),
    failed: 'The place could not be saved',
    onDone: onClose,
  });
  return (
    <FormDialog title="Edit place" about="the place" onClose={onClose}>
      <Form label="Place" form={form}>
        <ConflictNote conflict={form.conflict} who="Bola Ade" did="changed it" mine="Keep mine" theirs="Take theirs" />
        <TextInput label="Name" {...form.field('name')} />
        <TextInput label="Code" {...form.field('code')} />
        <Button onClick={() => setStored({ ...stored, ...theirs, version: stored.version + 1 })}>Change it</Button>
        <FormButtons form={form} submit="Save" />
      </Form>
    </FormDialog>
  );
}

function open(put: Parameters<typeof serve>[0][string], theirs: Partial<typeof STORED> = {}) {
  const calls = serve({ 'PUT /settings': put });
  let closed = 0;
  const { user } = renderElement(<Example theirs={theirs} onClose={() => (closed += 1)} />);
  const name = () => screen.findByRole('textbox', { name: 'Name' });
  const code = () => screen.getByRole('textbox', { name: 'Code' });
  const press = async (label: string) => user.click(await screen.findByRole('button', { name: label }));
  return { user, calls, name, code, press, closed: () => closed };
}

const stored = () => new Response('{}');

describe('a form', () => {
  it('says what its schema finds, beside the field and at the top, which takes the focus at each attempt', async () => {
    const { user, calls, name, press } = open(stored);
    await user.clear(await name());
    await press('Save');
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveFocus();
    expect(await name()).toHaveAccessibleDescription('Name is required');
    await user.click(within(summary).getByRole('link', { name: 'Name is required' }));
    expect(await name()).toHaveFocus();
    await press('Save');
    expect(screen.getByRole('alert')).toHaveFocus();
    await user.type(await name(), 'I');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it('puts what the server refused at its fields, by path and by code', async () => {
    let answer = refuseAt('VALIDATION_FAILED', [{ path: 'code', message: 'No such code' }]);
    const { name, code, press } = open(() => answer());
    await press('Save');
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent('The place could not be saved No such code');
    expect(code()).toHaveAccessibleDescription('No such code');
    expect(summary).toHaveFocus();
    answer = async () => refuse('LOCATION_EXISTS', { name: 'Ikeja' });
    await press('Save');
    await waitFor(async () => expect(await name()).toHaveAccessibleDescription('Ikeja already exists there.'));
    expect(code()).toBeValid();
  });

  it('says at the top what is about no field', async () => {
    const { press } = open(() => refuse('INTERNAL'));
    await press('Save');
    expect(await screen.findByRole('alert')).toHaveTextContent('The place could not be saved');
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
  });

  it('is sent once, however often it is submitted, and cannot be closed meanwhile', async () => {
    const gate: { open?: () => void } = {};
    const answered = new Promise<Response>((resolve) => {
      gate.open = () => resolve(stored());
    });
    const { user, calls, name, closed } = open(() => answered);
    await user.type(await name(), '{Enter}{Enter}');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(calls).toHaveLength(1);
    expect(closed()).toBe(0);
    act(() => gate.open?.());
    await waitFor(() => expect(closed()).toBe(1));
    expect(calls).toHaveLength(1);
  });

  it('asks before what is typed is lost, and not where nothing is', async () => {
    const { user, name, press, closed } = open(stored);
    await user.type(await name(), '!');
    await press('Cancel');
    const question = await screen.findByRole('dialog', { name: 'Close without saving?' });
    expect(closed()).toBe(0);
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    await user.type(await name(), '{Backspace}');
    await press('Cancel');
    expect(closed()).toBe(1);
  });
});

describe('a record that another person changes meanwhile', () => {
  it('is followed where nothing is typed', async () => {
    const { name, press } = open(stored, { name: 'Oregun' });
    await press('Change it');
    expect(await name()).toHaveValue('Oregun');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is shown where something is typed, and offers to continue with both', async () => {
    const { user, calls, name, code, press } = open(stored, { code: '24-12' });
    await user.type(await name(), '!');
    await press('Change it');
    expect(await screen.findByRole('alert')).toHaveTextContent('Bola Ade changed it in the meantime.');
    expect(code()).toHaveValue('24-11');
    await press('Keep mine');
    expect(await name()).toHaveValue('Ikeja!');
    expect(await name()).toHaveFocus();
    expect(code()).toHaveValue('24-12');
    await press('Save');
    await waitFor(() => expect(calls[0]?.body).toEqual({ name: 'Ikeja!', code: '24-12', version: 2 }));
  });

  it('can be taken as it is now', async () => {
    const { user, name, press } = open(stored, { name: 'Oregun' });
    await user.type(await name(), '!');
    await press('Change it');
    await press('Take theirs');
    expect(await name()).toHaveValue('Oregun');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('refuses a save with who was faster', async () => {
    const { user, name, press } = open(() => refuse('SETTINGS_CHANGED', { name: 'Bola Ade' }));
    await user.type(await name(), '!');
    await press('Save');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Bola Ade changed this meanwhile, and nothing was saved.',
    );
  });
});
