import { type LawProfileId, ProvisionKey } from '@ec/contract/law/profiles';
import { type LawProfileAnswer, type ProvisionAnswer, TO_BE_CONFIRMED } from '@ec/contract/law/schemas';
import { Button, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmForm } from '../../components/form/ConfirmModal.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { formatDate, formatDay } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { confirmSection, lawsQuery, useLawChange } from './api.ts';

type Provision = ProvisionAnswer & { key: ProvisionKey };

const CERTAINTY: Record<Provision['certainty'], string> = {
  read: 'Read in a text of the Act',
  reported: 'Reported by others',
  inferred: 'Inferred from the Act before',
  unknown: 'Not known',
};

/** The sections of a law that this console relies on, each with how sure its number is. */
export function LawDialog({ id, onClose }: { id: LawProfileId; onClose: () => void }) {
  const { data, error, refetch } = useQuery(lawsQuery);
  const [asked, setAsked] = useState<Provision | null>(null);
  const profile = data?.lawProfiles.find((each) => each.id === id);
  const columns: Column<Provision>[] = [
    { key: 'name', header: 'Provision', cell: ({ name }) => name },
    {
      key: 'section',
      header: 'Section',
      cell: ({ section, confirmed }) => (
        <>
          {section ?? 'Not known'}
          {!confirmed && <div className="hint">{TO_BE_CONFIRMED}</div>}
        </>
      ),
    },
    { key: 'text', header: 'The rule in our words', cell: ({ text }) => text },
    {
      key: 'source',
      header: 'How sure',
      cell: ({ certainty, confirmedBy, confirmedAt }) =>
        confirmedBy && confirmedAt ? `Confirmed by ${confirmedBy}, ${formatDate(confirmedAt)}` : CERTAINTY[certainty],
    },
    ...(data?.can.confirm
      ? [
          {
            key: 'act',
            header: 'Action',
            cell: (provision: Provision) => (
              <Button
                size="xs"
                variant="default"
                aria-label={`Confirm the section of ${provision.name}`}
                onClick={() => setAsked(provision)}
              >
                Confirm
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Modal opened onClose={onClose} title={profile?.title ?? 'Law'} size={980} closeOnEscape={!asked}>
      {profile && (
        <p className="hint" style={{ marginTop: 0 }}>
          In force from {formatDay(profile.inForceFrom)}. A lawyer confirms the numbers; until then every text that
          quotes one in doubt says so.
        </p>
      )}
      <DataTable
        label={`Sections of the ${profile?.title ?? 'law'}`}
        columns={columns}
        rows={profile && ProvisionKey.options.map((key) => ({ key, ...profile.provisions[key] }))}
        rowKey={({ key }) => key}
        error={error}
        errorTitle="The law could not be loaded"
        onRetry={refetch}
        empty={<EmptyState title="No sections" />}
      />
      {asked && profile && <ConfirmSection profile={profile} provision={asked} onClose={() => setAsked(null)} />}
    </Modal>
  );
}

interface ConfirmSectionProps {
  profile: LawProfileAnswer;
  provision: Provision;
  onClose: () => void;
}

function ConfirmSection({ profile, provision, onClose }: ConfirmSectionProps) {
  const form = useServerForm({
    id: 'law-section',
    start: { section: provision.section ?? '' },
    body: ({ section }) => ({
      params: { law: profile.id, key: provision.key },
      body: { section: section.trim(), confirmed: true },
    }),
    request: useLawChange(confirmSection),
    failed: 'The section could not be confirmed',
    onDone: () => {
      notifySuccess(`Section of ${provision.name} confirmed.`);
      onClose();
    },
  });
  return (
    <ConfirmForm
      form={form}
      onClose={onClose}
      title={`Confirm the section of ${provision.name}?`}
      confirmLabel="Confirm"
      blocked={form.values.section.trim() === '' ? 'Give the number of the section first.' : undefined}
    >
      <p>{provision.text}</p>
      <p>
        Every text that quotes this rule of the {profile.title} then gives this number, with your name in the audit log.
        Confirm only what you read in the Act itself.
      </p>
      <TextInput label="Section" placeholder="60(3)" maxLength={20} {...form.field('section')} />
    </ConfirmForm>
  );
}
