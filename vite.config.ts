import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compiledMessages } from './app/language/messages/compile-plugin.ts'

/**
 * What every page loads, in one file instead of twenty small ones: fewer requests, and a shorter list of them in every
 * page. The rest is split by page, as the router does.
 */
const frame = {
  name: 'frame',
  test: /node_modules\/(react|react-dom|react-router|scheduler|use-intl|cookie-es)\/|app\/(language\/[\w-]+\.ts|storefront\/(Head|page-meta|shell-data|layout)|ui\/(Drawer|follow-links))/,
}

export default defineConfig({
  plugins: [compiledMessages(), tailwindcss(), reactRouter()],
  build: {
    // Small files inlined as `data:` would be refused by the content security policy.
    assetsInlineLimit: 0,
  },
  // The whole server is one bundle: pages and the process around them share one pool, one cache, one log.
  environments: {
    ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [frame] } } } } },
  },
})
