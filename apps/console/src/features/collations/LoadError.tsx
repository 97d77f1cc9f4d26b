import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { ApiError, errorMessage } from '../../lib/http/api-error.ts';

/** True where the address asks for what is not there or not the reader's: the same request fails again. */
export const isWrongAddress = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 404 || error.status === 409);

interface LoadErrorProps {
  title: string;
  error: unknown;
  onRetry: () => unknown;
  /** Where the reader finds what there is. */
  to: string;
  label: string;
}

/** What a page of collation shows where its content could not be loaded: Retry, or the way to what there is. */
export function LoadError({ title, error, onRetry, to, label }: LoadErrorProps) {
  if (!isWrongAddress(error)) return <ErrorView title={title} error={error} onRetry={onRetry} />;
  return (
    <WrongAddress title={title} to={to} label={label}>
      {error instanceof ApiError && error.status === 404
        ? 'It is not there, or it lies outside your area.'
        : errorMessage(error)}
    </WrongAddress>
  );
}

interface WrongAddressProps {
  title: string;
  children: string;
  to: string;
  label: string;
}

/** An address that names nothing that can be shown, with the way to the list. */
export function WrongAddress({ title, children, to, label }: WrongAddressProps) {
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="default" component={Link} to={to}>
          {label}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
