import { readFileSync, statSync } from 'node:fs'
import { StartFault } from '#app/platform/start-fault.ts'
import { type LabelFile, largestLabelFile, readLabelFile } from '#app/shop/label-file.ts'

const refusals = {
  empty: 'is empty',
  'too-large': `is larger than ${largestLabelFile / 1_000_000} MB`,
  'no-label': 'is neither a PDF nor a PNG',
}

/** The label that `--label-file` names; null when it was not given. @throws {StartFault} saying what is wrong with it */
export function labelFileOf(path: string | undefined): LabelFile | null {
  if (path === undefined) return null
  const read = readLabelFile(contentOf(path))
  if (!read.ok) throw new StartFault(`${path} ${refusals[read.reason]}. A label is a PDF or a PNG.`)
  return read.file
}

function contentOf(path: string): Uint8Array {
  try {
    const found = statSync(path)
    if (!found.isFile()) throw new StartFault(`${path} is no file.`)
    // Not read only to be refused.
    if (found.size > largestLabelFile) throw new StartFault(`${path} ${refusals['too-large']}.`)
    return readFileSync(path)
  } catch (error) {
    if (error instanceof StartFault) throw error
    throw new StartFault(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`)
  }
}
