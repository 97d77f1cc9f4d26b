import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { notifyError, notifySuccess } from '../../lib/hooks/notify.ts';
import { exportResults, type LiveSubject } from './api.ts';
import type { LiveState } from './live-state.ts';

interface ExportButtonProps {
  subject: LiveSubject;
  state: LiveState['state'];
  electionName: string;
}

/** Saves every result that the filters let through, however many. */
export function ExportButton({ subject, state, electionName }: ExportButtonProps) {
  const { party, leading, status, area } = state;
  const name = [electionName, subject.source, area]
    .filter(Boolean)
    .join(' ')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();
  const run = useMutation({
    mutationFn: () => exportResults(subject, { party, leading, status }, name),
    onSuccess: () => notifySuccess(`Saved as ${name}.csv.`),
    onError: (error) => notifyError(error, 'The results could not be exported'),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={run.isPending}
      onClick={() => run.mutate()}
    >
      Export Results
    </Button>
  );
}
