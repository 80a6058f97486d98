import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { requestSchemas } from './build/request-schemas.ts';

/** For `npm run dashboard -- dev`: the stack that answers the requests. */
const api = process.env['DASHBOARD_API'] ?? 'http://127.0.0.1:3000';

/** Starts each file of styles with the order of the layers, because a page's file may load before the others. */
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
    // The policy allows `data:` for images only, and fonts or styles are never inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '^/(?!dashboard/)|^/dashboard/stats': { target: api } } },
  preview: { proxy: { '^/(?!dashboard/)|^/dashboard/stats': { target: api } } },
});
