import { type Announcement, UpdateAnnouncementRequest } from '@ec/contract/announcements/schemas';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { announcementQuery } from '../../../domain/announcements/announcement-news.ts';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { useUpdate } from '../api.ts';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { AGAIN_EFFECTS, linkTo } from '../labels.ts';
import { Overtaken } from './Overtaken.tsx';
import { SendQuestion, useSending } from './SendQuestion.tsx';
import {
  ABOUT_FIELD,
  audienceOf,
  authorAreaOf,
  FIELD_WORDS,
  FIELDS,
  FORM_ID,
  problemsOf,
  requestOf,
  valuesOf,
} from './values.ts';

const TITLE = 'Edit Announcement';
const AUDIENCE = new Set<string>(['roles', 'regions', 'states']);

/** The announcement as it is stored now: others may change it while it is changed here. */
function useLatest(announcement: Announcement): Announcement {
  const { data } = useQuery(announcementQuery(announcement.id));
  return data && data.version >= announcement.version ? data : announcement;
}

/** Changes an announcement; changes of other users meanwhile are shown, and nothing typed is lost. */
export function EditDialog({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const latest = useLatest(announcement);
  const sending = useSending();
  const form = useServerForm({
    id: FORM_ID,
    start: { ...valuesOf(latest), again: false },
    version: latest.version,
    fields: FIELDS,
    labels: FIELD_WORDS,
    codes: ABOUT_FIELD,
    check: (values) => problemsOf(values),
    body: ({ again, ...values }, base) =>
      UpdateAnnouncementRequest.parse({ ...requestOf(values), version: base.version, again }),
    ask: (send, values) => {
      const urgent = values.priority === 'urgent';
      const wider = form.changed.some((field) => AUDIENCE.has(field));
      // A corrected text notifies no one; new people, a new urgency or a new request to read it do.
      if (wider || values.again || (urgent && form.base.priority !== 'urgent')) {
        void sending.ask(audienceOf(values, latest.id), urgent, send);
      } else send();
    },
    asking: sending.counting,
    request: useUpdate(latest.id),
    failed: 'The announcement could not be changed. Try again.',
    onDone: (stored) => {
      onClose();
      notifySuccess(`"${stored.title}" is changed.`, { link: linkTo(stored) });
    },
    onRefused: sending.answered,
  });
  const { values, busy } = form;
  const withdrawn = latest.withdrawnAt !== null && 'It was withdrawn and cannot be changed.';
  const unchanged = form.dirty ? undefined : 'Nothing has been changed yet.';
  return (
    <FormDialog title={TITLE} about="the announcement" onClose={onClose} size={720}>
      <AnnouncementForm
        label={TITLE}
        id={latest.id}
        form={form}
        authorArea={authorAreaOf(latest)}
        mayPin={latest.can.pin}
        submit="Save"
        blocked={withdrawn || unchanged}
        more={
          <Checkbox
            label="Show it again to those who have read it"
            description={`${AGAIN_EFFECTS[values.priority]} The read receipts begin anew.`}
            {...form.tick('again')}
          />
        }
      >
        <Overtaken latest={latest} conflict={form.conflict} />
      </AnnouncementForm>
      <SendQuestion
        question={sending.question}
        title={values.title}
        urgent={values.priority === 'urgent'}
        confirmLabel="Save and send"
        busy={busy}
        onClose={sending.answered}
      />
    </FormDialog>
  );
}
