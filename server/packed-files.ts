import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)]

/** Lays beside every file of text of the browser's build its packed copies (`.br`, `.gz`), packed once and hard. */
export function packedFiles(): Plugin {
  return {
    name: 'packed-files',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      await Promise.all(
        files.filter((file) => /\.(js|css|svg)$/.test(file)).map((file) => pack(join(dir, file))),
      )
    },
  }
}

async function pack(file: string): Promise<void> {
  const text = readFileSync(file)
  writeFileSync(`${file}.br`, await packBrotli(text))
  writeFileSync(`${file}.gz`, await packGzip(text, { level: 9 }))
}
