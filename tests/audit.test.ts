import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

const folder = temporaryFolder()
const cli = join(folder, 'npm-cli.mjs')

/** `npm run audit` beside an npm that answers this. */
function audit(answer: string) {
  writeFileSync(cli, `process.stdout.write(${JSON.stringify(answer)})\nprocess.exitCode = 1\n`)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/bootstrap.mjs', 'audit'], {
    env: { ...process.env, npm_execpath: cli },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('no known hole is good', () => {
  const { status, stdout } = audit(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }))
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: '✓ No hole is known in the packages of package-lock.json\n',
  })
})

test('known holes are told, the worst first', () => {
  const vulnerabilities = {
    spring: { severity: 'low', range: '<2', via: ['clockwork'] },
    clockwork: { severity: 'critical', range: '>=1 <1.4', via: [{ title: 'Runs backwards', url: '' }] },
  }
  const { status, stderr } = audit(JSON.stringify({ vulnerabilities }))
  expect(status).toBe(1)
  expect(stderr.split('\n').slice(0, 2)).toEqual([
    '✗ critical: clockwork >=1 <1.4: Runs backwards',
    '✗ low: spring <2: by clockwork',
  ])
})

test.each([
  [
    JSON.stringify({ message: 'request failed', error: { code: 'ENOAUDIT', summary: 'not found' } }),
    'ENOAUDIT',
  ],
  [
    JSON.stringify({
      message: '405 Method Not Allowed - POST https://registry.example/-/x',
      error: { code: '' },
    }),
    '405 Method Not Allowed',
  ],
  ['<html>', 'no answer that can be read'],
  ['', 'no answer that can be read'],
])('a registry that does not answer is said so, and is neither: %s', (answer, why) => {
  const { status, stderr } = audit(answer)
  expect(status).toBe(2)
  expect(stderr).toContain(`does not answer what holes are known (${why})`)
})
