import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from 'react-router';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useReach } from '../../domain/places/use-places.ts';
import { GeographersOnly } from './Denied.tsx';
import { ImportFileForm } from './ImportFileForm.tsx';
import { importPath } from './ImportNews.tsx';
import { OneImport } from './OneImport.tsx';
import { RecentImports } from './RecentImports.tsx';

const TITLE = 'Import a register';

function Import() {
  const { id } = useParams();
  const navigate = useNavigate();
  const nationwide = useReach().some(({ type }) => type === 'national');
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
            It may hold any place, so only whoever acts nationwide imports one. In your areas you add and rename places
            one by one.
          </EmptyState>
        </Panel>
      ) : id ? (
        <OneImport key={id} id={id} />
      ) : (
        <Panel title="File">
          <ImportFileForm onStarted={(started) => void navigate(importPath({ id: started }))} />
        </Panel>
      )}
      {nationwide && <RecentImports shown={id} />}
    </Page>
  );
}

/** A file of the register: sent, looked at, imported; everything that came before it. */
export function ImportPage() {
  return (
    <GeographersOnly title={TITLE}>
      <Import />
    </GeographersOnly>
  );
}
