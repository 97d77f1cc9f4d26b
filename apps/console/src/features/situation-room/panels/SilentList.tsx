import type { Basis } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { SilentUnits } from '@ec/contract/situation-room/schemas';
import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { LoadingRows } from '../../../components/list/LoadingRows.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { copyText } from '../../../lib/device/copy-text.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { notifyError, notifySuccess } from '../../../lib/hooks/notify.ts';
import { useAccessSubject } from '../../../lib/session/session.ts';
import { download } from '../../../lib/http/downloads.ts';
import { silentUnitsQuery } from '../api.ts';
import styles from './silent.module.css';
import { copiedText, numbersOf, SilentWard } from './SilentWard.tsx';

async function copyNumbers(units: SilentUnits['wards'][number]['units']) {
  const found = numbersOf(units);
  if (await copyText(found.numbers.join('\n'))) notifySuccess(copiedText(found));
  else notifyError('This browser does not let a page copy. Select the numbers, or download them as CSV.');
}

interface SilentListProps {
  electionId: string;
  lga: LocationId;
  basis: Basis;
}

/** The silent units of an LGA, ward by ward. */
export function SilentList({ electionId, lga, basis }: SilentListProps) {
  const { levels } = useAccessSubject();
  const { data, error, refetch } = useQuery(silentUnitsQuery(electionId, lga));
  const save = useMutation({
    mutationFn: () =>
      download(
        'GET /situation-room/silent.csv',
        { title: 'Units that have not reported', fileName: `silent-units-${codeOf(lga)}.csv` },
        { query: { electionId, area: lga } },
      ),
  });
  if (error && !data) {
    return <ErrorView title="The silent units could not be loaded" error={error} onRetry={refetch} />;
  }
  if (!data) {
    return <LoadingRows label="Loading silent units" rows={4} height={20} />;
  }
  if (data.total === 0) return <EmptyState title={`Every unit of ${data.area.name} has reported`} />;
  const seesPeople = (levels.user_management ?? 'none') !== 'none';
  const units = data.wards.flatMap((ward) => ward.units);
  return (
    <>
      <div className="between pad-10">
        <span role="status">
          {formatCount(data.total, 'silent unit')} in {formatCount(data.wards.length, 'ward')} of {data.area.name}
        </span>
        <div className="row">
          {seesPeople && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconCopy size={14} aria-hidden />}
              disabled={numbersOf(units).numbers.length === 0}
              onClick={() => void copyNumbers(units)}
            >
              Copy numbers
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            Download CSV
          </Button>
        </div>
      </div>
      {!seesPeople && (
        <div className={styles.silentNote}>
          <Note kind="info">Names and phone numbers are shown to those who may see users.</Note>
        </div>
      )}
      <div className={styles.wards}>
        {data.wards.map((ward) => (
          <SilentWard
            key={ward.ward.id}
            ward={ward}
            electionId={electionId}
            basis={basis}
            seesPeople={seesPeople}
            onCopy={() => void copyNumbers(ward.units)}
          />
        ))}
      </div>
    </>
  );
}
