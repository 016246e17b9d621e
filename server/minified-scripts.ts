import { readFile } from 'node:fs/promises'
import { minify, type Plugin } from 'vite'

/** The scripts that stand in every page itself (imported as `….js?raw`) travel without their spaces and long names. */
export function minifiedScripts(): Plugin {
  return {
    name: 'minified-scripts',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\.js\?raw$/ },
      async handler(id) {
        const file = id.replace(/\?raw$/, '')
        const { code, errors } = await minify(file, await readFile(file, 'utf8'))
        if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
        return `export default ${JSON.stringify(code.trim())}`
      },
    },
  }
}
