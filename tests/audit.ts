import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { readAudit } from './audit-report.ts'

/**
 * `npm run audit`: asks the registry in use for known holes in the packages of package-lock.json. It ends with 0 where
 * none is known, with 1 where one is, and with 2 where the registry does not answer such questions: then nothing is
 * known, and it says so.
 */
const cli = process.env.npm_execpath
const isNpm = cli !== undefined && basename(cli).startsWith('npm-cli')
const [file, ...before] = isNpm ? [process.execPath, cli] : ['npm']
const npm = spawn(file, [...before, 'audit', '--json', '--fetch-retries=0', '--fetch-timeout=30000'], {
  stdio: ['ignore', 'pipe', 'ignore'],
})
npm.on('error', (error) => process.stderr.write(`✗ npm cannot be run (${error.message}).\n`))
const answer = await text(npm.stdout)
const { code, lines } = readAudit(answer)
const out = code === 0 ? process.stdout : process.stderr
out.write(`${lines.join('\n')}\n`)
process.exitCode = code
