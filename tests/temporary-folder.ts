import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** An empty folder of a test file's own, removed after its tests. Call it once at the top level of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
