import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { chunkGroups } from './build/chunk-groups.ts';
import { earlySignIn } from './build/early-sign-in.ts';
import { offlineWorker } from './build/offline-worker.ts';
import { preloadKit } from './build/preload-kit.ts';
import { stylePlugins } from './build/styles.ts';

const root = import.meta.dirname;

export default defineConfig({
  root,
  plugins: [
    react(),
    preloadKit(root),
    earlySignIn(root),
    offlineWorker(root),
    // Once, at the highest quality: a seventh less than what the server could spend on each answer.
    compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(js|css|svg)$/, threshold: 1024 }),
  ],
  resolve: { alias: [{ find: /^\.\/use-id\/use-id\.mjs$/, replacement: `${root}/src/lib/hooks/kit-id.ts` }] },
  css: { postcss: { plugins: stylePlugins } },
  build: {
    // The manifest lets a test add up what each page loads.
    manifest: true,
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      // Schemas that the console does not use are left out.
      treeshake: { manualPureFunctions: ['z'] },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3001' } },
});
