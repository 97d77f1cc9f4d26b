import type { FileImportRole, UserImport } from '@ec/contract/users/import';
import { ROLES } from '@ec/contract/permissions/roles';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormDialog } from '../../../components/form/form-dialog-context.ts';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { TimeText } from '../../../components/figure/TimeText.tsx';
import { formatNumber } from '../../../lib/format/format.ts';
import { hasEnded, importsQuery } from './import-api.ts';
import styles from './import.module.css';
import { ImportFileForm } from './ImportFileForm.tsx';
import { ImportOutcome, ImportProgress } from './ImportOutcome.tsx';

function Earlier({ imports, onShow }: { imports: readonly UserImport[]; onShow: (id: string) => void }) {
  if (imports.length === 0) return null;
  return (
    <section aria-label="Earlier imports">
      <h3 className="title">Earlier imports</h3>
      <ul className={`tight ${styles.earlier}`}>
        {imports.map((one) => (
          <li key={one.id}>
            <div>
              <b>{one.fileName}</b> ({ROLES[one.role].title}), <TimeText moment={one.createdAt} />
              <br />
              {one.state === 'failed'
                ? 'Failed: no user imported'
                : `${formatNumber(one.accepted)} imported, ${formatNumber(one.refused)} refused`}
            </div>
            <Button
              variant="subtle"
              size="xs"
              onClick={() => onShow(one.id)}
              aria-label={`Show the import of ${one.fileName}`}
            >
              Show
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ImportFileProps {
  roles: readonly FileImportRole[];
}

/** Sends a list of people and follows its import; one that still runs from before is found again. */
export function ImportFile({ roles }: ImportFileProps) {
  const close = useFormDialog()?.close;
  const { data, error, refetch, isFetching } = useQuery(importsQuery);
  const [shown, setShown] = useState<string | null>(null);
  const imports = data?.imports ?? [];
  const running = imports.find((one) => !hasEnded(one));
  // An import that is seen running is followed to its end.
  if (running && running.id !== shown) setShown(running.id);
  const outcome = imports.find(({ id }) => id === shown);

  if (running) {
    return (
      <div className="stack">
        <ImportProgress running={running} />
        <div className="end">
          <Button variant="default" onClick={close}>
            Close
          </Button>
        </div>
      </div>
    );
  }
  if (outcome) {
    return (
      <div className="stack">
        <ImportOutcome outcome={outcome} />
        <div className="end">
          <Button variant="default" onClick={() => setShown(null)}>
            Import another file
          </Button>
          <Button onClick={close}>Close</Button>
        </div>
      </div>
    );
  }
  if (!data) {
    return error ? (
      <ErrorView title="Earlier imports could not be loaded" error={error} onRetry={refetch} />
    ) : (
      <Skeleton height={240} />
    );
  }
  if (shown !== null && isFetching) return <Skeleton height={120} />;
  return (
    <div className="stack">
      <ImportFileForm
        roles={roles}
        onStarted={(id) => {
          setShown(id);
          void refetch();
        }}
      />
      <Earlier imports={imports} onShow={setShown} />
    </div>
  );
}
