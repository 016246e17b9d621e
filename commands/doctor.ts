import { resolve } from 'node:path'
import { readEnv, SettingsError } from '#app/platform/env.ts'
import { defineCommand } from './command.ts'
import { examineBackup } from './doctor-backup.ts'
import { examineDatabase } from './doctor-database.ts'
import { type Finding, finding } from './doctor-finding.ts'
import { examineMachine } from './doctor-machine.ts'
import { examineServices } from './doctor-services.ts'
import { examineSettings } from './doctor-settings.ts'

const usage = `npm run doctor           looks at this installation and says what to do; changes nothing
npm run doctor -- --json the same for machines; ends with 1 where something is broken`

const signs = { ok: '✓', warning: '!', broken: '✗' }

export const doctor = defineCommand({
  name: 'doctor',
  usage,
  options: { json: { type: 'boolean' } },
  read: (words, { json = false }) => (words.length === 0 ? { json } : null),
  async run({ json }, { env, say, fail }) {
    const findings = await examine(env)
    const broken = findings.filter(({ level }) => level === 'broken')
    if (json) say(JSON.stringify({ ok: broken.length === 0, findings }, null, 2))
    else for (const line of findings.flatMap(linesOf)) say(line)
    if (broken.length > 0) fail()
  },
})

function linesOf({ level, about, text, advice }: Finding): string[] {
  return [`${signs[level]} ${about}: ${text}`, ...(advice === undefined ? [] : [`    ${advice}`])]
}

async function examine(source: Record<string, string | undefined>): Promise<Finding[]> {
  try {
    const env = readEnv(source)
    return [
      ...examineSettings(env),
      ...(await examineMachine(env)),
      ...(await examineDatabase(env, resolve('db/migrations'))),
      ...(await examineBackup(env, new Date())),
      ...(await examineServices(env)),
    ]
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.faults.map((fault) =>
      finding('broken', 'settings', fault, 'The table of settings in README.md says what each one may be.'),
    )
  }
}
