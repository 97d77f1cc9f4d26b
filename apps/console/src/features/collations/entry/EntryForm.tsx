import type { BlankForm, CollationReceipt } from '@ec/contract/collations/schemas';
import { useMediaQuery } from '@mantine/hooks';
import { type ComponentProps, useState } from 'react';
import { PhotoStage } from '../../../components/figure/PhotoStage.tsx';
import { Form, FormButtons } from '../../../components/form/Form.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { Note } from '../../../components/page/Note.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { belowWidth } from '../../../lib/device/breakpoints.ts';
import { formatCount, momentInZone } from '../../../lib/format/format.ts';
import { useObjectUrl } from '../../../lib/hooks/use-file-url.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { type Entry, type FormChoice, useEnterForm } from '../api.ts';
import { EntryGrid } from './EntryGrid.tsx';
import styles from './entry.module.css';
import { type Grid, type Pasted, TOTALS } from './grid.ts';
import { NotesFields } from './NotesFields.tsx';
import { forgetUploads } from './pages.ts';
import { PagesField } from './PagesField.tsx';
import { RowStepper } from './RowStepper.tsx';
import type { EntryDraft, useEntryDraft } from './use-entry-draft.ts';
import { useForm } from './use-grid.ts';

interface EntryFormProps {
  form: BlankForm;
  choice: FormChoice;
  draft: EntryDraft;
  /** Something was kept on this device from before. */
  found: boolean;
  keeper: Pick<ReturnType<typeof useEntryDraft>, 'keepNotes' | 'keepPages' | 'attempt' | 'drop'>;
  onDone: (receipt: CollationReceipt) => void;
}

/** The words of a paste that left something out, and of one that did not. */
function pastedText({ filled, left }: Pasted): string {
  const said = `${formatCount(filled, 'cell')} filled in from the spreadsheet.`;
  return left === 0
    ? said
    : `${said} ${formatCount(left, 'cell')} left out: no whole number, or beyond the edge of the form.`;
}

/** The figures of one form beside its photo, and what else stands on it. */
export function EntryForm({ form: blank, choice, draft, found, keeper, onDone }: EntryFormProps) {
  const { grid } = draft;
  const phone = useMediaQuery(belowWidth('lg'), undefined, { getInitialValueInEffect: false });
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const [page, setPage] = useState<string | null>(draft.pages[0]?.id ?? null);
  const enter = useEnterForm();
  const form = useServerForm({
    id: 'collation',
    start: { ...draft.notes, pages: draft.pages },
    fields: ['source', 'officerName', 'signedBy', 'stamped', 'timeOnForm', 'pages'],
    at: (path) => (path.startsWith('sheetFileIds') ? 'pages' : (path.split('.')[0] ?? '')),
    body: ({ pages, ...notes }): Entry => ({
      key: keeper.attempt(),
      pages,
      body: {
        electionId: blank.electionId,
        area: choice.area,
        formCode: blank.formCode,
        ...(choice.constituency && { constituency: choice.constituency }),
        source: notes.source,
        rows: grid.filledRows().map((childCode) => ({ childCode, ...grid.figures(childCode) })),
        statedTotals: grid.figures(TOTALS),
        officerName: notes.officerName || null,
        signedBy: notes.signedBy,
        stamped: notes.stamped === '' ? null : notes.stamped === 'yes',
        timeOnForm: notes.timeOnForm === null ? null : momentInZone(notes.timeOnForm).toISOString(),
      },
    }),
    request: enter,
    failed: 'The form could not be sent. Everything typed is kept on this device; send it again.',
    onChange: ({ pages, ...notes }) => {
      keeper.keepNotes(notes);
      keeper.keepPages(pages);
    },
    onRefused: (error, { pages }) => {
      if (error instanceof ApiError && error.code === 'SHEET_NOT_FOUND') forgetUploads(pages);
    },
    onDone: (receipt) => {
      void keeper.drop();
      onDone(receipt);
    },
  });
  const { pages } = form.values;
  const shown = pages.find(({ id }) => id === page) ?? pages[0] ?? null;
  const url = useObjectUrl(shown?.blob);
  return (
    <Form label="Form" form={form}>
      {found && (
        <Note kind="info" role="status">
          What you typed before was kept on this device.
        </Note>
      )}
      <PagesField
        id={form.fieldId('pages')}
        pages={pages}
        onChange={(next) => form.set({ pages: next })}
        shown={shown?.id ?? null}
        onShow={setPage}
        progress={enter.isPending ? enter.progress : null}
        error={form.errors['pages']}
      />
      <div className={styles.page} data-photo={shown ? true : undefined}>
        {shown && (
          <div className={styles.photo}>
            <PhotoStage key={shown.id} url={url} alt="Photo of the form" />
          </div>
        )}
        {/* What is typed after the form was sent would be in no version of it. */}
        <fieldset className="stack shrink" disabled={enter.isPending} aria-label="Figures">
          <p className="hint">
            Copy what stands on the paper, also where it does not add up. A blank is not a zero. Rows without any figure
            count as not on the form.
            {!phone && ' Enter and the arrow keys move between cells; a block copied from a spreadsheet can be pasted.'}
          </p>
          {pasted && (
            <Note kind={pasted.left > 0 ? 'warn' : 'ok'} role="status">
              {pastedText(pasted)}
            </Note>
          )}
          {phone ? (
            <RowStepper grid={grid} places={blank.children} />
          ) : (
            <EntryGrid grid={grid} places={blank.children} onPaste={setPasted} />
          )}
        </fieldset>
      </div>
      <Panel title="On the form">
        <fieldset className="shrink" disabled={enter.isPending} aria-label="On the form">
          <NotesFields form={form} parties={blank.parties} />
        </fieldset>
      </Panel>
      <RowsLeft grid={grid} />
      <SendButtons grid={grid} form={form} note={pages.length === 0 ? 'Without a photo it is marked.' : ''} />
    </Form>
  );
}

/** By itself, as RowsLeft is, so that the first figure does not draw the whole form. */
function SendButtons({ grid, form, note }: Pick<ComponentProps<typeof FormButtons>, 'form' | 'note'> & { grid: Grid }) {
  const isBlank = useForm(grid, () => grid.filledRows().length === 0 && !grid.isFilled(TOTALS));
  const blocked = isBlank ? 'Fill in the rows or the totals first.' : undefined;
  return <FormButtons form={form} submit="Send the form" blocked={blocked} note={note ?? ''} />;
}

/** Says how many rows are blank. */
function RowsLeft({ grid }: { grid: Grid }) {
  const filled = useForm(grid, () => grid.filledRows().length);
  const left = grid.rows.length - filled;
  if (filled === 0 || left === 0) return null;
  return (
    <Note kind="info" role="status">
      {formatCount(left, 'place')} of {grid.rows.length} without figures: sent as not on the form.
    </Note>
  );
}
