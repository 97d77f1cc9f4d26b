import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { Panel } from '../../components/page/Panel.tsx';

/** The two ways to the first polling units; for a tree that has none. */
export function RegisterOffer() {
  return (
    <Panel title="No polling units yet">
      <p className="lead">
        Ward admins and officers can be added once their wards and polling units are there. Import INEC's register as a
        CSV file, or create placeholders by INEC's counts now and import the register later.
      </p>
      <Group gap="sm">
        <Button component={Link} to="/geographical-data/import">
          Import register
        </Button>
        <Button component={Link} to="/geographical-data/import#placeholders" variant="default">
          Create placeholders
        </Button>
      </Group>
    </Panel>
  );
}
