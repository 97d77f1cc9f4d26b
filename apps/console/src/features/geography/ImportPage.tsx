import { MAX_REGISTER_BYTES, REGISTER_COLUMNS } from '@ec/contract/geography/register-import';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { FileDrop } from '../../components/form/FileDrop.tsx';
import { Form, FormButtons } from '../../components/form/Form.tsx';
import { useImportForm } from '../../components/form/use-import-form.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { registerQuery, useReach } from '../../domain/places/use-places.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { sendRegister, useGeographyChange } from './api.ts';
import { GeographersOnly } from './PlaceParts.tsx';
import styles from './import.module.css';
import { importPath, RecentImports } from './RecentImports.tsx';
import { OneImport } from './OneImport.tsx';
import { Placeholders } from './Placeholders.tsx';

const TITLE = 'Import a register';

function Import() {
  const { id } = useParams();
  const navigate = useNavigate();
  const nationwide = useReach().some(({ type }) => type === 'national');
  const superAdmin = useCurrentMe().user.role === 'super_admin';
  const register = useQuery(registerQuery).data;
  const begun = register ? register.totals.pollingUnits > register.register.placeholders.pollingUnits : undefined;
  return (
    <Page
      title={TITLE}
      context="Wards and polling units with their registered voters, from a CSV file with INEC's codes"
      actions={
        <>
          {id && (
            <Button component={Link} to="/geographical-data/import" variant="default">
              Another file
            </Button>
          )}
          <Button
            component={Link}
            to="/geographical-data"
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            Geographical data
          </Button>
        </>
      }
    >
      {!nationwide ? (
        <Panel>
          <EmptyState title="A register is imported for the whole nation">
            It may hold any place, so only a user with the whole nation imports one. In your areas you add and rename
            places one by one.
          </EmptyState>
        </Panel>
      ) : id ? (
        <OneImport key={id} id={id} />
      ) : superAdmin && begun !== false ? (
        begun && (
          <Panel>
            <EmptyState title="The register is there">
              A national admin maintains it from now on: the super admin imports the first one only.
            </EmptyState>
          </Panel>
        )
      ) : (
        <>
          <Panel title="File">
            <ImportFileForm onStarted={(started) => void navigate(importPath({ id: started }))} />
          </Panel>
          <Placeholders />
        </>
      )}
      {nationwide && <RecentImports shown={id} />}
    </Page>
  );
}

/** A file of the register: sent, looked at, imported; everything that came before it. */
export function ImportPage() {
  return (
    <GeographersOnly title={TITLE} importers>
      <Import />
    </GeographersOnly>
  );
}

/** Chooses a register and sends it to be checked. */
function ImportFileForm({ onStarted }: { onStarted: (id: string) => void }) {
  const { form, drop } = useImportForm({
    id: 'register',
    start: {},
    maxBytes: MAX_REGISTER_BYTES,
    tooLarge: 'Compress it with gzip and choose it again.',
    body: (_, file, onProgress) => ({ file, onProgress }),
    request: useGeographyChange(sendRegister),
    failed: 'The file could not be sent',
    onStarted: ({ id }) => onStarted(id),
  });
  return (
    <Form label="Register file" form={form}>
      <FileDrop
        {...drop}
        inputLabel="Register of polling units"
        accept=".csv,.gz,text/csv,application/gzip"
        hint={`A CSV file with one polling unit a line, as it is (.csv) or compressed (.gz), up to ${formatBytes(MAX_REGISTER_BYTES)}. You can also drop it here.`}
      />
      <p className="hint">
        The first line names the columns: <code className={styles.columns}>{REGISTER_COLUMNS.join(', ')}</code>.
        Registered voters may be left empty; other columns are ignored. Nothing is stored before you have seen what the
        file changes.
      </p>
      <FormButtons form={form} submit="Check the file" />
    </Form>
  );
}
