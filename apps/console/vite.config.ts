import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { preloadKit } from './build/preload-kit.ts';

const root = import.meta.dirname;

export default defineConfig({
  root,
  plugins: [react(), preloadKit(root)],
  build: {
    // The manifest lets a test add up what each page loads.
    manifest: true,
    chunkSizeWarningLimit: 500,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3001' } },
});
