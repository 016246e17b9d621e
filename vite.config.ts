import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import type * as Declaration from './app/blocks/declaration.ts'
import { compiledMessages } from './app/language/messages/compile-plugin.ts'
import { browserRoutes } from './server/browser-routes.ts'
import { minifiedScripts } from './server/minified-scripts.ts'
import { packedFiles } from './server/packed-files.ts'

// Fetched by Node: as a part of this file, the components that declarations fetch would be built into it.
const declarations = new URL('./app/blocks/declaration.ts', import.meta.url).href
const { blockDeclarations } = (await import(declarations)) as typeof Declaration

/** Folders of the blocks that a browser need not draw for a page it was sent. */
const staticBlocks = Object.entries(blockDeclarations)
  .filter(([, { hydration }]) => hydration.when === 'never')
  .map(([name]) => name)
  .join('|')

/**
 * What every page loads, what pages of content load beside it, what pages with pieces load, and so on: each in one file
 * instead of twenty small ones. Fewer requests, better packed, and a shorter list of them in every page. A group draws in
 * all that its modules import, unless an earlier one has it. What waits for a click or a block is in none of them; the
 * rest is split by page, as the router does. React is a file of its own: one of both would run too long at a stretch.
 */
const groups = [
  { name: 'react', test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'frame',
    test: /node_modules\/(react-router|use-intl|cookie-es)\/|app\/(root\.tsx|language\/(?!mail-address|postal-code)[\w-]+\.ts|storefront\/(Head|page-meta|shell-data|layout(?!\/(Menu|Search|Close|Late|[Cc]onnection|viewport|search-|use-search|debounce|input-|keep|DepartmentPanel|menu-|use-menu|use-panel|recent-)))|ui\/(by-place|connection\.|when-idle|Drawer|follow-links|lazy-part|focus-class|photo-sources|use-hydrating|late-heart))/,
  },
  // Small, and needed by pages with blocks as by pages without.
  { name: 'trust', test: /app\/ui\/(RatingsLine|Initials)\./ },
  { name: 'pieces', test: /app\/ui\/(Breadcrumbs|ProductCards?|Price|StatusTag)\./ },
  // What comes when the browser has nothing else to do, with all that it is made of.
  {
    name: 'LateParts',
    test: /app\/storefront\/(layout\/LateParts|keeping\/(LateKeeping|use-wishes)|product\/use-remembered)/,
  },
  {
    name: 'form',
    test: /app\/ui\/Field\./,
  },
  { name: 'gold', test: /app\/(shop\/buying\/valua|sell-form\/(gold-words-in|ValuableSelect))/ },
  {
    name: 'content',
    test: /app\/(content\/links|blocks\/(Blocks|block-components|form\/form-answer|frame\/(Nested|place|rhythm|BlockBoundary|Section|Grid|Heading|Paragraphs|ContentLink))|storefront\/(PreviewablePage|PrintedFrom))/,
  },
  { name: 'text', test: /app\/blocks\/(media|text)\// },
  { name: 'blocks', test: new RegExp(`app/blocks/((${staticBlocks})/[A-Z]|frame/)`) },
].map((group, index) => ({ ...group, priority: 9 - index }))

export default defineConfig({
  plugins: [
    minifiedScripts(),
    compiledMessages(),
    tailwindcss(),
    reactRouter(),
    browserRoutes(),
    packedFiles(),
  ],
  build: {
    // Small files inlined as `data:` would be refused by the content security policy.
    assetsInlineLimit: 0,
    // One file of styles, which every page has from the beginning: beside parts that come late it would be fetched once more.
    cssCodeSplit: false,
    // Beside a file that is imported late, only what a page need not have yet: every page has the others.
    modulePreload: {
      resolveDependencies: (file, files) =>
        files.filter((each) => each !== file && !/(react|frame|rolldown-runtime)-/.test(each)),
    },
  },
  // The whole server is one bundle: pages and the process around them share one pool, one cache, one log.
  environments: {
    ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
})
