import { Button } from '@mantine/core';
import { useRouteError } from 'react-router';
import styles from './StartUp.module.css';

/** A page that could not be loaded or that broke. A new version on the server is the usual reason for the first. */
export function RouteError() {
  const error = useRouteError();
  const missing = error instanceof TypeError && /import|module|fetch/i.test(error.message);
  return (
    <div className={styles.root} role="alert">
      <strong>{missing ? 'This page could not be loaded' : 'This page has stopped working'}</strong>
      <span>{missing ? 'Check your network connection and reload.' : 'Reload it; what was stored is not lost.'}</span>
      <Button variant="default" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}
