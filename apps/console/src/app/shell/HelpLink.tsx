import { ActionIcon } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { helpOf } from '../../domain/help/help-pages.ts';

/** Leads to the help about the page that is open. */
export function HelpLink() {
  const { pathname } = useLocation();
  const screen = helpOf(pathname);
  if (screen === undefined || screen === 'help') return null;
  return (
    <ActionIcon component={Link} to={`/help/${screen}`} variant="subtle" color="gray" aria-label="Help with this page">
      <IconHelp size={18} aria-hidden />
    </ActionIcon>
  );
}
