import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compiledMessages } from './app/language/messages/compile-plugin.ts'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [compiledMessages(), tailwindcss(), reactRouter()],
  build: {
    // Each page loads few, whole files; small ones inlined as data: would be refused by the content security policy.
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? { input: './server/app.ts' } : undefined,
  },
}))
