import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Page } from '../../components/page/Page.tsx';

const TEXT = 'Chats follow the area that you are assigned to. This one is not, or no longer, one of yours.';

/** In the place of a chat to which the reader does not belong. */
export function LostChat({ phone }: { phone: boolean }) {
  const action = (
    <Button component={Link} to="/communications" variant="default" size="md">
      All chats
    </Button>
  );
  const words = (
    <EmptyState title="You are not in this chat" action={action}>
      {TEXT}
    </EmptyState>
  );
  return phone ? <Page title="Group Chats">{words}</Page> : words;
}
