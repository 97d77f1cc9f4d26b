import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunks.ts';
import { earlyParts } from './build/early-parts.ts';

const root = import.meta.dirname;

export default defineConfig(async ({ command }) => ({
  root,
  plugins: [react(), earlyParts(root)],
  build: {
    // The manifest lets a test add up what the sign-in page loads.
    manifest: true,
    chunkSizeWarningLimit: 500,
    ...(command === 'build' && {
      rolldownOptions: { output: { codeSplitting: { groups: await chunkGroups(root, [react()]) } } },
    }),
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3001' } },
}));
