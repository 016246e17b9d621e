import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const runFile = promisify(execFile)

/** These read files instead of importing them: any change may reach them, and they take seconds. */
const houseRules = [
  'tests/deploy.test.ts',
  'tests/docs.test.ts',
  'tests/law.test.ts',
  'tests/licences.test.ts',
  'tests/migration-rules.test.ts',
  'tests/repo-rules.test.ts',
  'tests/security-page.test.ts',
  'tests/spelling/spelling.test.ts',
  'tests/spelling/typesetting.test.ts',
]

/**
 * The unit tests that import, by whatever way, what was changed since the branch left the one it is to go to, and those
 * of the house; where nothing was, since the commit before. Null where there is no commit to compare with.
 */
export async function changedTests(): Promise<{ since: string; files: string[] } | null> {
  const since = (await sinceUpstream()) ?? (await commit('HEAD~1'))
  if (since === null) return null
  for (const file of houseRules) if (!existsSync(file)) throw new Error(`${file} is not there`)
  const listed = await runFile('vitest', ['list', '--filesOnly', '--changed', since], {
    maxBuffer: 10_000_000,
  })
  const reached = listed.stdout.split('\n').filter((line) => /\.test\.tsx?$/.test(line))
  return { since, files: [...new Set([...houseRules, ...reached])].toSorted() }
}

/** The commit that this branch and the one it goes to have in common; null where nothing was changed since, or none is known. */
async function sinceUpstream(): Promise<string | null> {
  const upstream = await commit('@{upstream}')
  if (upstream === null) return null
  const base = await git('merge-base', 'HEAD', upstream)
  if (base === null) return null
  const changed = [
    await git('diff', '--name-only', base),
    await git('ls-files', '--others', '--exclude-standard'),
  ]
  return changed.some((names) => names !== '') ? base : null
}

const commit = (name: string) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)

/** What git says; null where it refuses, or is not there. */
const git = (...words: string[]): Promise<string | null> =>
  runFile('git', words).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
