import type { GeneratedReport, ReportFormat } from '@ec/contract/reports/schemas';
import { Button, Menu } from '@mantine/core';
import { IconDownload, IconEye, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { personText } from '../../domain/people/person-text.ts';
import { formatBytes, formatExact } from '../../lib/format/format.ts';
import { notifyError, notifySuccess } from '../../lib/hooks/notify.ts';
import { downloadReport, reportUrl, useRemove, useRepeat } from './api.ts';
import { FORMATS, isUnderWay, reportAddress } from './labels.ts';

/** Long enough to save or print it from its tab. */
const KEPT_MS = 60 * 60_000;

/**
 * Shows the PDF in a tab of its own: frames with local addresses are refused by the content security policy. The tab is
 * opened before the file is fetched, since browsers refuse one that does not follow a click at once.
 */
async function viewReport(report: GeneratedReport): Promise<void> {
  const tab = window.open('', '_blank');
  if (!tab) {
    notifyError('The browser did not let the report open in a tab. Allow pop-ups for this address, or download it.');
    return;
  }
  tab.document.title = report.title;
  tab.document.body.textContent = `Loading ${report.title}…`;
  try {
    const url = await reportUrl(report);
    tab.location.href = url;
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  } catch (error) {
    tab.close();
    notifyError(error, 'The report could not be opened');
  }
}

interface ReportActionsProps {
  report: GeneratedReport;
  details?: boolean;
  /** After it was removed. */
  onRemoved?: () => void;
}

function DownloadMenu({ report }: { report: GeneratedReport }) {
  const [busy, setBusy] = useState(false);
  const download = async (format: ReportFormat) => {
    setBusy(true);
    await downloadReport(report, format);
    setBusy(false);
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={busy}
          aria-label={`Download: ${report.title}`}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {report.files.map(({ format, size }) => (
          <Menu.Item key={format} onClick={() => void download(format)}>
            {FORMATS[format]} ({formatBytes(size)})
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What the reader may do with a report as it stands: the next step as a button, the rest in a menu. The details show View as a button too. */
export function ReportActions({ report, details = false, onRemoved }: ReportActionsProps) {
  const { title, status, files, can } = report;
  const [viewing, setViewing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const repeat = useRepeat();
  const view = async () => {
    setViewing(true);
    await viewReport(report);
    setViewing(false);
  };
  const again = () =>
    repeat.mutate(report, {
      onSuccess: (made) =>
        notifySuccess(`${title} is made again.`, { link: { to: reportAddress(made), label: 'Show it' } }),
      onError: (error) => notifyError(error, 'The report could not be run again'),
    });
  const over = status === 'failed' || status === 'expired';
  const opens = files.some(({ format }) => format === 'pdf');
  const inMenu = { view: opens && !details, again: can.repeat && status === 'completed', remove: can.remove };
  return (
    <div className={details ? 'row gap-6' : 'beside gap-4'}>
      {opens && details && (
        <Button
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          loading={viewing}
          aria-label={`View: ${title}`}
          onClick={() => void view()}
        >
          View
        </Button>
      )}
      {files.length > 0 && <DownloadMenu report={report} />}
      {can.repeat && over && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={repeat.isPending}
          aria-label={`Run again: ${title}`}
          onClick={again}
        >
          Run again
        </Button>
      )}
      {(inMenu.view || inMenu.again || inMenu.remove) && (
        <RowMenu label={`Actions for ${title}`}>
          {inMenu.view && (
            <Menu.Item
              leftSection={<IconEye size={16} aria-hidden />}
              disabled={viewing}
              aria-label={`View: ${title}`}
              onClick={() => void view()}
            >
              View
            </Menu.Item>
          )}
          {inMenu.again && (
            <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={again}>
              Run again
            </Menu.Item>
          )}
          {inMenu.remove && (
            <Menu.Item
              color="danger"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setRemoving(true)}
            >
              Remove
            </Menu.Item>
          )}
        </RowMenu>
      )}
      {removing && (
        <RemoveDialog
          report={report}
          onClose={() => setRemoving(false)}
          onRemoved={() => {
            setRemoving(false);
            onRemoved?.();
          }}
        />
      )}
    </div>
  );
}

interface RemoveDialogProps {
  report: GeneratedReport;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveDialog({ report, onClose, onRemoved }: RemoveDialogProps) {
  const remove = useRemove();
  const { title, requestedBy, requestedAt, files } = report;
  const confirm = () =>
    remove.mutate(report, {
      onSuccess: () => {
        notifySuccess(`${title} was removed.`);
        onRemoved();
      },
    });
  const kinds = files.map(({ format }) => FORMATS[format]).join(', ');
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title="Remove this report?"
      confirmLabel="Remove report"
      error={remove.error}
      failed="The report could not be removed"
      busy={remove.isPending}
      danger
    >
      <p className="para">
        <b>{title}</b>, requested by {personText(requestedBy)} on {formatExact(requestedAt)}, is removed for everybody
        who can see it.
        {kinds && ` Its files (${kinds}) are deleted.`}
        {isUnderWay(report) && ' It is not made to its end.'} The audit log keeps that it was requested.
      </p>
    </ConfirmModal>
  );
}
