// @ts-nocheck: its packages are installed where the bench builds it.
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

export default defineConfig({
  integrations: [react()],
  // A sheet of its own would be one more way there and back before the first paint.
  build: { format: 'file', inlineStylesheets: 'always' },
});
