import { MOST_VIEWS, type SavedViews as Views } from '@ec/contract/auth/account';
import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { api } from '../../lib/http/api.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { notifyError } from '../../lib/hooks/notify.ts';
import { Form, FormButtons } from '../form/Form.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useServerForm } from '../form/use-server-form.ts';

type View = Views['views'][number];

/** What belongs to a look at the list rather than to the list: its page, and the record or the form that is open beside it. */
const PASSING = ['page', 'view', 'request', 'do', 'report', 'run', 'alert', 'announcement', 'entry'];

/** The query of the address as a view keeps it. */
export function viewQuery(search: string): string {
  const query = new URLSearchParams(search);
  for (const key of PASSING) query.delete(key);
  return query.toString();
}

/** The list's own address; beside it, a record of it has its id or code there. */
const listOf = (pathname: string) =>
  pathname
    .split('/')
    .filter((part, index) => index < 2 || /^[a-z-]+$/.test(part))
    .join('/');

/** The reader's views of this list; `stored` is undefined until they are read. */
function useViews(opened: boolean) {
  const list = listOf(useLocation().pathname);
  const queryClient = useQueryClient();
  const queryKey = ['saved-views', list];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call('GET /auth/saved-views', { query: { list }, signal }),
    enabled: opened,
  });
  const save = useMutation({
    mutationFn: (views: View[]) => api.call('PUT /auth/saved-views', { body: { list, views } }),
    onSuccess: (answer) => queryClient.setQueryData<Views>(queryKey, answer),
  });
  return { list, stored: query.data?.views, error: query.error, save };
}

interface NameDialogProps {
  views: readonly View[];
  /** The query that is saved. */
  query: string;
  save: (views: View[]) => Promise<unknown>;
  onClose: () => void;
}

function NameDialog({ views, query, save, onClose }: NameDialogProps) {
  const form = useServerForm({
    id: 'saved-view',
    start: { name: '' },
    check: ({ name }) => {
      if (name.trim() === '') return { name: 'Name is required' };
      return views.some((view) => view.name === name.trim()) ? { name: 'You have a view of this name' } : {};
    },
    body: ({ name }) => name.trim(),
    request: useMutation({ mutationFn: (name: string) => save([...views, { name, query }]) }),
    failed: 'The view could not be saved',
    onDone: onClose,
  });
  return (
    <FormDialog title="Save this view" about="the view" onClose={onClose} size={420}>
      <Form label="Save this view" form={form}>
        <TextInput
          label="Name"
          description="Keeps filters, search and order of this list, on all your devices"
          required
          maxLength={40}
          data-autofocus
          {...form.field('name')}
        />
        <FormButtons form={form} submit="Save view" />
      </Form>
    </FormDialog>
  );
}

/** Views of this list that the reader has saved, and the way to save the present one. */
export function SavedViews({ className }: { className?: string | undefined }) {
  const [opened, setOpened] = useState(false);
  const [naming, setNaming] = useState(false);
  const { search } = useLocation();
  const { list, stored, error, save } = useViews(opened || naming);
  const views = stored ?? [];
  const present = viewQuery(search);
  const note = error
    ? errorMessage(error)
    : stored === undefined
      ? 'Loading…'
      : views.length === 0
        ? 'No saved views of this list'
        : null;
  return (
    <>
      <Menu position="bottom-end" withinPortal opened={opened} onChange={setOpened}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size="lg"
            className={className ?? ''}
            aria-label="Saved views"
            title="Saved views"
          >
            <IconBookmark size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown maw={320}>
          {views.map(({ name, query }) => (
            <Menu.Item
              key={name}
              component={Link}
              to={`${list}?${query}`}
              aria-current={query === present || undefined}
            >
              {name}
            </Menu.Item>
          ))}
          {note && <Menu.Label>{note}</Menu.Label>}
          <Menu.Divider />
          <Menu.Item disabled={stored === undefined || views.length >= MOST_VIEWS} onClick={() => setNaming(true)}>
            Save this view…
          </Menu.Item>
          {views.map(({ name }) => (
            <Menu.Item
              key={name}
              color="danger"
              leftSection={<IconX size={14} aria-hidden />}
              closeMenuOnClick={false}
              onClick={() =>
                save.mutate(
                  views.filter((each) => each.name !== name),
                  { onError: (problem) => notifyError(problem, 'The view could not be removed') },
                )
              }
            >
              Remove {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {naming && <NameDialog views={views} query={present} save={save.mutateAsync} onClose={() => setNaming(false)} />}
    </>
  );
}
