import { TextInput } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { renderElement } from '../../../test/render.tsx';
import { ApiError } from '../../lib/http/api-error.ts';
import { Page } from '../page/Page.tsx';
import { StepForm } from './StepForm.tsx';
import { useListAddress } from '../../lib/hooks/use-list-address.ts';
import { type Request, useServerForm } from './use-server-form.ts';

interface Values {
  name: string;
  nickname: string;
  town: string;
}

interface SteppedProps {
  start?: Values;
  edits?: boolean;
  refusal?: Error;
  onSent: (values: Values) => void;
}

const EMPTY: Values = { name: '', nickname: '', town: '' };

function Stepped({ start = EMPTY, edits = false, refusal, onSent }: SteppedProps) {
  const request: Request<Values, null> = {
    isPending: false,
    reset: () => undefined,
    mutate: (body, then) => {
      if (refusal) then.onError(refusal);
      else onSent(body);
      then.onSettled();
    },
  };
  const form = useServerForm({
    id: 'person',
    start,
    check: ({ name, town }) => ({
      ...(name === '' && { name: 'Name is required' }),
      ...(town === '' && { town: 'Town is required' }),
    }),
    body: (values) => values,
    request,
    failed: 'Failed to save',
    onDone: () => undefined,
  });
  return (
    <Page title="Person">
      <StepForm
        label="Person"
        form={form}
        steps={[
          {
            key: 'names',
            title: 'Names',
            fields: ['name', 'nickname'],
            facts: ({ name, nickname }) => [
              ['Name', name],
              ['Nickname', nickname],
              ['Length', name === '' ? undefined : String(name.length)],
            ],
            content: (
              <>
                <TextInput label="Name" {...form.field('name')} />
                <TextInput label="Nickname" {...form.field('nickname')} />
              </>
            ),
          },
          {
            key: 'home',
            title: 'Home',
            fields: ['town'],
            facts: ({ town }) => [['Town', town]],
            content: <TextInput label="Town" {...form.field('town')} />,
          },
        ]}
        edits={edits}
        submit="Save Changes"
        list={useListAddress('/people')}
        about="the new person"
      />
    </Page>
  );
}

function open(props: Omit<SteppedProps, 'onSent'> = {}, at = '/people/new') {
  const onSent = vi.fn();
  const link = (
    <Link to="/people/new" state={{ list: '?q=ade' }}>
      New
    </Link>
  );
  const element = (
    <Routes>
      <Route path="/people" element={link} />
      <Route path="/people/new" element={<Stepped {...props} onSent={onSent} />} />
    </Routes>
  );
  const opened = renderElement(element, at);
  const press = (name: string) => opened.user.click(screen.getByRole('button', { name }));
  return { ...opened, onSent, press };
}

const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const field = (name: string) => screen.getByRole('textbox', { name });
const stepButton = (name: RegExp) =>
  within(screen.getByRole('navigation', { name: 'Steps' })).getByRole('button', { name });

const FULL: Values = { name: 'Ada', nickname: '', town: 'Ikeja' };

describe('a form in steps', () => {
  it('goes on with Enter once the fields of the step are right, and sends only from the last one', async () => {
    const { user, onSent, press } = open();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
    expect(stepButton(/Home/)).toBeDisabled();
    await press('Next');
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveFocus();
    expect(summary).toHaveTextContent(/^Check the following Name is required$/);
    expect(stepButton(/Names/)).toHaveTextContent('1 error');
    await user.type(field('Name'), 'Ada{Enter}');
    expect(await heading('Home')).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(stepButton(/Home/)).toHaveAttribute('aria-current', 'step');
    expect(stepButton(/Names/)).not.toHaveAttribute('aria-current');
    expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();
    await user.type(field('Town'), 'Ikeja{Enter}');
    expect(await heading('Check and save')).toHaveFocus();
    expect(onSent).not.toHaveBeenCalled();
    await press('Save Changes');
    expect(onSent).toHaveBeenCalledWith(FULL);
  });

  it('goes back by its button and by the browser, and loses nothing', async () => {
    const { user, router, press } = open({ start: { ...FULL, town: '' } });
    await press('Next');
    await heading('Home');
    expect(router.state.location.search).toBe('?step=home');
    await user.type(field('Town'), 'Epe');
    await press('Back');
    expect(await heading('Names')).toHaveFocus();
    await user.click(stepButton(/Home/));
    await heading('Home');
    expect(field('Town')).toHaveValue('Epe');
    await act(() => router.navigate(-1));
    expect(await heading('Names')).toHaveFocus();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('opens no step of the address that was not reached', async () => {
    open({}, '/people/new?step=check');
    expect(await heading('Names')).toBeVisible();
  });

  it('shows everything at the end, and leads from there to the first field of a step', async () => {
    const { press } = open({ start: FULL });
    await press('Next');
    await heading('Home');
    await press('Next');
    await heading('Check and save');
    const names = screen.getByRole('region', { name: 'Names' });
    expect(
      within(names)
        .getAllByRole('definition')
        .map((each) => each.textContent),
    ).toEqual(['Ada', 'None', '3']);
    await press('Edit Home');
    await heading('Home');
    expect(field('Town')).toHaveFocus();
  });

  it('opens each step of a stored record, and marks what changes', async () => {
    const { user, press } = open({ start: FULL, edits: true }, '/people/new?step=check');
    await heading('Check and save');
    expect(screen.getByText('Nothing has been changed yet.')).toBeVisible();
    await press('Edit Names');
    await heading('Names');
    await user.type(field('Name'), 'eze');
    await user.click(stepButton(/Check and save/));
    await heading('Check and save');
    expect(screen.queryByText('Nothing has been changed yet.')).not.toBeInTheDocument();
    const [name, nickname] = within(screen.getByRole('region', { name: 'Names' })).getAllByRole('definition');
    expect(within(name as HTMLElement).getByRole('deletion')).toHaveTextContent('Ada');
    expect(within(name as HTMLElement).getByRole('img', { name: 'changes to' })).toBeInTheDocument();
    expect(name).toHaveTextContent(/Adaeze$/);
    expect(nickname).toHaveTextContent(/^None$/);
  });

  it('leads from a refusal of the server to the field on its step', async () => {
    const fields = [{ path: 'nickname', message: 'This nickname is taken' }];
    const refusal = new ApiError({ code: 'VALIDATION_FAILED', status: 400, message: 'Invalid', fields });
    const { user, press } = open({ start: FULL, edits: true, refusal }, '/people/new?step=check');
    await heading('Check and save');
    await press('Save Changes');
    expect(await screen.findByRole('alert')).toHaveFocus();
    expect(stepButton(/Names/)).toHaveTextContent('1 error');
    await user.click(screen.getByRole('link', { name: 'This nickname is taken' }));
    await heading('Names');
    expect(field('Nickname')).toHaveFocus();
    expect(field('Nickname')).toHaveAccessibleDescription('This nickname is taken');
  });

  it('asks before the page is left with something typed, and leads back to the list as it was narrowed', async () => {
    const { user, router, press } = open({}, '/people');
    await user.click(screen.getByRole('link', { name: 'New' }));
    await heading('Names');
    await user.type(field('Name'), 'Ada');
    await press('Next');
    await heading('Home');
    await press('Back');
    await heading('Names');
    await press('Cancel');
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(question).toHaveTextContent('What you typed for the new person is lost.');
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(field('Name')).toHaveValue('Ada');
    await press('Cancel');
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/people'));
    expect(router.state.location.search).toBe('?q=ade');
  });
});
