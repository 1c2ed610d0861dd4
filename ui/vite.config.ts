import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/ui',
    emptyOutDir: true,
    // The first versions with light-dark(), Set methods and popovers: all of early 2024.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    // The policy of the service allows data: for images alone, so fonts and scripts stay files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8080' },
  },
});
