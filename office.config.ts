import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compiledMessages } from './app/language/messages/compile-plugin.ts'
import { packedFiles } from './server/packed-files.ts'

/** The browser's part of the office: a build of its own, so that nothing of it reaches a page of the shop. */
export default defineConfig({
  base: '/office/',
  publicDir: false,
  plugins: [compiledMessages(), tailwindcss(), packedFiles()],
  build: {
    outDir: 'build/office',
    // The page that the server writes names these files.
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'app/office/entry.client.tsx',
      // "use client" says nothing to a build that is for browsers alone.
      onLog(level, log, tell) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log)
      },
    },
  },
})
