import type { CollationDetail } from '@ec/contract/collations/schemas';
import { useEffect, useMemo, useState } from 'react';
import { PhotoStage } from '../../../components/figure/PhotoStage.tsx';
import { Form, FormButtons } from '../../../components/form/Form.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { Panel } from '../../../components/page/Panel.tsx';
import { formatCount } from '../../../lib/format/format.ts';
import { useObjectUrl } from '../../../lib/hooks/use-file-url.ts';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { useAddPages } from '../api.ts';
import { formWords } from '../labels.ts';
import { forgetUploads, type FormPage, loadPages, savePages } from '../entry/pages.ts';
import { PagesField } from '../entry/PagesField.tsx';

/** Photos of pages for a form that was sent without them. They stay on this device until they are sent. */
export function AddPages({ form }: { form: CollationDetail }) {
  const { user } = useCurrentMe();
  const slot = `${user.id}/${form.id}/${form.version}/pages`;
  const [kept, setKept] = useState<FormPage[] | null>(null);
  useEffect(() => {
    let gone = false;
    void loadPages(slot).then((pages) => {
      if (!gone) setKept(pages);
    });
    return () => {
      gone = true;
    };
  }, [slot]);
  if (!kept) return null;
  return (
    <Panel title="Add pages" note={form.photos.length === 0 ? 'This form has no photo' : 'Behind those that it has'}>
      <PagesForm form={form} slot={slot} kept={kept} />
    </Panel>
  );
}

interface PagesFormProps {
  form: CollationDetail;
  slot: string;
  kept: FormPage[];
}

function PagesForm({ form: on, slot, kept }: PagesFormProps) {
  const start = useMemo(() => ({ pages: [] as FormPage[] }), []);
  const add = useAddPages(on.id);
  const [page, setPage] = useState<string | null>(kept[0]?.id ?? null);
  const form = useServerForm({
    id: 'pages',
    start,
    typed: { pages: kept },
    fields: ['pages'],
    at: (path) => (path.startsWith('sheetFileIds') ? 'pages' : path),
    body: ({ pages }) => ({ version: on.version, pages }),
    request: add,
    failed: 'The pages could not be added. They are kept on this device; send them again.',
    onChange: ({ pages }) => savePages(slot, pages),
    onRefused: (error, { pages }) => {
      if (error instanceof ApiError && error.code === 'SHEET_NOT_FOUND') forgetUploads(pages);
    },
    onDone: (_, { pages }) => {
      savePages(slot, []);
      form.restart();
      notifySuccess(`${formatCount(pages.length, 'page')} added to ${formWords(on)}.`);
    },
  });
  const { pages } = form.values;
  const shown = pages.find(({ id }) => id === page) ?? pages[0];
  const url = useObjectUrl(shown?.blob);
  return (
    <Form label="Pages" form={form}>
      <PagesField
        id={form.fieldId('pages')}
        pages={pages}
        first={on.photos.length + 1}
        onChange={(next) => form.set({ pages: next })}
        shown={shown?.id ?? null}
        onShow={setPage}
        progress={add.isPending ? add.progress : null}
        error={form.errors['pages']}
      />
      {shown && <PhotoStage key={shown.id} url={url} alt="Photo of the page" />}
      {pages.length > 0 && (
        <FormButtons
          form={form}
          submit={`Add ${formatCount(pages.length, 'page')}`}
          note="The figures stay as they are."
        />
      )}
    </Form>
  );
}
