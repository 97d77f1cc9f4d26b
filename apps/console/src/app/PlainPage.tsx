import { EmptyState } from '../components/EmptyState.tsx';
import { Page } from '../components/Page.tsx';

/** A page of the route table that has no content of its own yet. */
export function PlainPage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState title="There is nothing to show here yet." />
    </Page>
  );
}
