import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { expectFont } from './app/font/load-font.ts';
import { preloadBehindSignIn } from './app/preload.ts';
import { reloadWhenOutdated } from './app/stale-build.ts';

reloadWhenOutdated();
preloadBehindSignIn();
expectFont();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
