import './app/entry-styles.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { expectFont } from './app/font/expect-font.ts';
import { reloadWhenOutdated } from './app/stale-build.ts';
import { loadFirst, Start } from './app/Start.tsx';

reloadWhenOutdated();
expectFont();

function begin(root: HTMLElement): void {
  root.replaceChildren();
  root.removeAttribute('data-early');
  loadFirst();
  createRoot(root).render(
    <StrictMode>
      <Start />
    </StrictMode>,
  );
}

/** Takes over the sign-in page that the document shows, with what is typed into it. */
async function takeOver(root: HTMLElement): Promise<void> {
  const { Entrance } = await import('./app/Entrance.tsx');
  root.removeAttribute('data-early');
  hydrateRoot(
    root,
    <StrictMode>
      <Start entrance={Entrance} />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root && 'entrance' in document.documentElement.dataset) takeOver(root).catch(() => begin(root));
else if (root) begin(root);
