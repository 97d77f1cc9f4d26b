import type { ElectionId } from '@ec/contract/base/common';
import { MAX_PUBLISHED_FILE, PUBLISHED_COLUMNS, PUBLISHED_STATES } from '@ec/contract/collations/published';
import { ballotOf } from '@ec/contract/elections/parties';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FileDrop } from '../../../components/form/FileDrop.tsx';
import { Form, FormButtons } from '../../../components/form/Form.tsx';
import { useImportForm } from '../../../components/form/use-import-form.ts';
import { LatestFiles } from '../../../components/import/LatestFiles.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { resultElectionsQuery } from '../../../domain/elections/result-elections.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { useUrlState } from '../../../lib/hooks/use-url-state.ts';
import { importsQuery, sendSheets, usePublishedImport } from './import-api.ts';
import { OneImport } from './OneImport.tsx';

const FILTERS = { election: '', import: '' };

/** A file of what the results portal shows of many units: sent, checked, looked at, stored; and those that came before it. */
export function ImportPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const elections = useQuery(resultElectionsQuery);
  const imports = useQuery(importsQuery).data?.imports ?? [];
  const election = elections.data?.find(({ id }) => id === filters.election) ?? elections.data?.[0];
  const shown = filters.import;
  return (
    <Page
      title="Import published sheets"
      context="What the results portal shows of the units of your area"
      actions={
        shown !== '' && (
          <Button variant="default" onClick={() => setFilters({ import: '' })}>
            Choose another file
          </Button>
        )
      }
    >
      {shown !== '' ? (
        <OneImport key={shown} id={shown} />
      ) : elections.error && !elections.data ? (
        <Panel>
          <ErrorView title="The elections could not be loaded" error={elections.error} onRetry={elections.refetch} />
        </Panel>
      ) : elections.data && !election ? (
        <Panel>
          <EmptyState title="There is no election with results in your area yet." />
        </Panel>
      ) : (
        election && (
          <Panel title="File">
            <div className="stack shrink">
              <NativeSelect
                label="Election"
                value={election.id}
                data={(elections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(event) => setFilters({ election: event.currentTarget.value })}
              />
              <ChooseFile
                electionId={election.id}
                parties={ballotOf(election.parties)}
                onStarted={(id) => setFilters({ import: id })}
              />
            </div>
          </Panel>
        )
      )}
      <LatestFiles
        files={imports.map((one) => ({ ...one, about: one.electionName }))}
        page="/collations/published/import"
        shown={shown}
      />
    </Page>
  );
}

interface ChooseFileProps {
  electionId: ElectionId;
  parties: readonly string[];
  onStarted: (id: string) => void;
}

function ChooseFile({ electionId, parties, onStarted }: ChooseFileProps) {
  const { form, drop } = useImportForm({
    id: 'published-file',
    start: {},
    maxBytes: MAX_PUBLISHED_FILE,
    tooLarge: 'Send it in parts, such as one state each.',
    body: (_, file, onProgress) => ({ electionId, file, onProgress }),
    request: usePublishedImport(sendSheets),
    failed: 'The file could not be sent',
    onStarted: ({ id }) => onStarted(id),
  });
  return (
    <Form label="File of published sheets" form={form}>
      <FileDrop
        {...drop}
        inputLabel="File of published sheets"
        accept=".csv,text/csv"
        hint={`A CSV file with one polling unit a line, up to ${formatBytes(MAX_PUBLISHED_FILE)}; one file may hold the nation. You can also drop it here.`}
      />
      <p className="hint breaks">
        The first line names the columns: {PUBLISHED_COLUMNS.join(', ')}, and the parties ({parties.join(', ')}). Only
        unit_code is needed (as 24-11-05-003). status is {PUBLISHED_STATES.join(', ')}; left blank it is figures. A
        blank figure is unknown, not zero. Nothing is stored before you have seen what the file holds.
      </p>
      <FormButtons form={form} submit="Check the file" />
    </Form>
  );
}
