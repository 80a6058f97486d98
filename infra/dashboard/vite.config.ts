import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { requestSchemas } from './build/request-schemas.ts';

/** `npm run dashboard -- dev` forwards the requests of the dashboard to this stack. */
const api = process.env['DASHBOARD_API'] ?? 'http://127.0.0.1:3000';

/** Declares the order of the CSS layers in every CSS file, because the file of a page may load before the other files. */
const layerOrder: Plugin = {
  name: 'layer-order',
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css')) {
        file.source = `@layer base,components,pages;${file.source}`;
      }
    }
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), requestSchemas(), layerOrder],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy allows `data:` URLs for images only, so fonts and styles must not be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first script is larger than Vite's limit, because many small scripts take longer to load than a large one.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The frame and the overview: the first load of most visits.
            { name: 'first', tags: ['$initial'], priority: 2 },
            // The first campaign of a new workspace, with what it needs in addition.
            { name: 'start', test: /first-campaign\/first-campaign\.tsx$/, priority: 1 },
            // Tables, forms and other parts of many pages. What fewer pages use has separate files.
            { name: 'shared', minShareCount: 5 },
          ],
        },
      },
    },
  },
  // All paths except the files of the dashboard. `/dashboard/stats` is an operation of the API.
  server: { proxy: { '^/(?!dashboard/)|^/dashboard/stats': { target: api } } },
  preview: { proxy: { '^/(?!dashboard/)|^/dashboard/stats': { target: api } } },
});
