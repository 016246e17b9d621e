import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Tree = { [key: string]: string | Tree }

/**
 * Compiles ICU messages at build time, so that no parser is shipped: use-intl with its formatter alone is 2.5 kB
 * gzip instead of 12.5 kB.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
      ssr: { noExternal: ['use-intl'] },
    }),
    transform(code, id) {
      if (!/language\/messages\/.+\.json$/.test(id)) return null
      return { code: JSON.stringify(compileTree(JSON.parse(code) as Tree, id)), map: null }
    },
  }
}

function compileTree(tree: Tree, where: string): unknown {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => {
      if (typeof value !== 'string') return [key, compileTree(value, `${where} › ${key}`)]
      try {
        return [key, compile(value)]
      } catch (cause) {
        throw new Error(`${where} › ${key}: not a message: ${value}`, { cause })
      }
    }),
  )
}
