import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { compiledMessages } from './app/language/messages/compile-plugin.ts'
import { leanRouter } from './server/lean-router.ts'
import { packedFiles } from './server/packed-files.ts'

/**
 * What every page loads, what pages of content load beside it, and what pages with pieces load: each in one file
 * instead of twenty small ones. Fewer requests, better packed, and a shorter list of them in every page. What waits for
 * a click or a block is in none of them; the rest is split by page, as the router does. React is a file of its own: one
 * of both would run too long at a stretch.
 */
const groups = [
  { name: 'react', test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'frame',
    test: /node_modules\/(react-router|use-intl|cookie-es)\/|app\/(root\.tsx|language\/[\w-]+\.ts|storefront\/(Head|page-meta|shell-data|layout(?!\/(Menu|Search|Close|use-search|keep)))|content\/by-place|ui\/(Drawer|follow-links))/,
  },
  {
    name: 'pieces',
    test: /app\/ui\/(Breadcrumbs|ProductCards?|Price|StatusTag|photo-sources|go-to-field)\./,
  },
  {
    name: 'content',
    test: /app\/(content\/(Blocks|blocks\/drawing|links|form\/form-answer|frame\/(Nested|place|rhythm|BlockBoundary|Section|Grid|Heading|Paragraphs|ContentLink))|storefront\/(Live|PrintedFrom))/,
  },
  { name: 'blocks', test: /app\/content\/(blocks\/still-blocks|frame\/|media\/|rich-text\/)/ },
].map((group, index) => ({ ...group, priority: 9 - index }))

export default defineConfig({
  plugins: [compiledMessages(), leanRouter(), tailwindcss(), reactRouter(), packedFiles()],
  build: {
    // Small files inlined as `data:` would be refused by the content security policy.
    assetsInlineLimit: 0,
  },
  // The whole server is one bundle: pages and the process around them share one pool, one cache, one log.
  environments: {
    ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
})
