import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ProgressBar } from '../../components/figure/Bars.tsx';
import { saveBlob } from '../../lib/device/save-file.ts';
import { formatCount } from '../../lib/format/format.ts';
import { cancelDownload, clearDownloads, type Download, sizeText, useDownloads } from '../../lib/http/downloads.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import styles from './Downloads.module.css';

function Standing({ one }: { one: Download }) {
  const { id, state, share, content, fileName } = one;
  if (state === 'running') {
    return (
      <>
        {share === null ? (
          <p className="hint" role="status">
            {sizeText(one)} received so far
          </p>
        ) : (
          <ProgressBar label={one.title} share={share} text={`${sizeText(one)} received`} />
        )}
        <Button variant="default" size="xs" onClick={() => cancelDownload(id)}>
          Cancel
        </Button>
      </>
    );
  }
  if (state === 'failed') return <p className="bad">Nothing was saved. {errorMessage(one.error)}</p>;
  if (state === 'cancelled') return <p className="hint">Cancelled; nothing was saved.</p>;
  return (
    <>
      <p className="hint breaks">
        {fileName}, {sizeText(one)}
      </p>
      {content && (
        <Button variant="default" size="xs" onClick={() => saveBlob(fileName, content)}>
          Save again
        </Button>
      )}
    </>
  );
}

/** The downloads of this visit, from every page: how far they are, and what they saved. */
export function Downloads() {
  const { list } = useDownloads();
  const [open, setOpen] = useState(false);
  const running = list.filter(({ state }) => state === 'running').length;
  if (list.length === 0) return null;
  const label = running > 0 ? `Downloads, ${formatCount(running, 'file')} on the way` : 'Downloads';
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          size="lg"
          variant="default"
          className={styles.button}
          data-running={running > 0 || undefined}
          aria-label={label}
          title={label}
          onClick={() => setOpen(!open)}
        >
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Downloads">
        <ul className={styles.list}>
          {list.map((one) => (
            <li key={one.id} className={styles.one}>
              <strong className="breaks">{one.title}</strong>
              <Standing one={one} />
            </li>
          ))}
        </ul>
        {running < list.length && (
          <Button variant="subtle" onClick={clearDownloads}>
            Clear the list
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
