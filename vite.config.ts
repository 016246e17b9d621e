import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compiledMessages } from './app/language/messages/compile-plugin.ts'

export default defineConfig({
  plugins: [compiledMessages(), tailwindcss(), reactRouter()],
  build: {
    // Small files inlined as `data:` would be refused by the content security policy.
    assetsInlineLimit: 0,
  },
  // The whole server is one bundle: pages and the process around them share one pool, one cache, one log.
  environments: { ssr: { build: { rollupOptions: { input: './server/app.ts' } } } },
})
