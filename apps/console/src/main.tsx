import './app/entry-styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { expectFont } from './app/font/load-font.ts';
import { reloadWhenOutdated } from './app/stale-build.ts';
import { Start } from './app/Start.tsx';

reloadWhenOutdated();
expectFont();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Start />
    </StrictMode>,
  );
}
