import { access, constants, stat, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Env } from '#app/platform/env.ts'
import { type Finding, finding } from './doctor-finding.ts'

const gigabyte = 2 ** 30
/** Below these a disk is nearly full, and full. */
const [fewBytes, noBytes] = [5 * gigabyte, 0.5 * gigabyte]
/** What one process of the shop may need. */
const memoryEach = 0.5 * gigabyte

/** Node, memory and the data folder. */
export async function examineMachine(env: Env): Promise<Finding[]> {
  const major = Number(process.versions.node.split('.')[0])
  const needed = memoryEach * (env.WORKERS === 1 ? 1 : env.WORKERS + 1)
  return [
    major >= 24
      ? finding('ok', 'Node', process.version)
      : finding('broken', 'Node', `${process.version} is too old`, 'Start by npm, which brings Node 24.'),
    totalmem() >= needed
      ? finding('ok', 'memory', `${(totalmem() / gigabyte).toFixed(1)} GB`)
      : finding('warning', 'memory', 'is little for so many workers', 'Lower WORKERS, or add memory.'),
    ...(await examineFolder(env.DATA_DIR)),
  ]
}

async function examineFolder(folder: string): Promise<Finding[]> {
  const about = 'DATA_DIR'
  try {
    if (!(await stat(folder)).isDirectory())
      return [finding('broken', about, `${folder} is no folder`, 'Name a folder in DATA_DIR.')]
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      return [finding('warning', about, `${folder} is not there yet`, 'The first start makes it.')]
    const advice = `Give it to the account that runs the shop: chown -R <account> ${folder}`
    return [finding('broken', about, `${folder} cannot be written (${code})`, advice)]
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const level = free < noBytes ? 'broken' : free < fewBytes ? 'warning' : 'ok'
  const text = `${folder}, ${(free / gigabyte).toFixed(1)} GB free`
  return [
    level === 'ok' ? finding(level, about, text) : finding(level, about, text, 'Make room on its disk.'),
    ...(await examineSecrets(join(folder, 'secrets'))),
  ]
}

async function examineSecrets(folder: string): Promise<Finding[]> {
  try {
    const { mode } = await stat(folder)
    if ((mode & 0o077) === 0) return [finding('ok', 'secrets', 'are closed to other accounts')]
    return [finding('broken', 'secrets', `${folder} is open to other accounts`, `chmod 700 ${folder}`)]
  } catch (error) {
    // Where SESSION_SECRET is set, there may be none.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
